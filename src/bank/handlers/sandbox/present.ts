import { minorUnits } from '../../../values/currencies.ts';
import { link } from '../../../wire/link.ts';
import type {
  SandboxAccount,
  SandboxAgreement,
  SandboxBalance,
  SandboxCardAccount,
  SandboxCustomer,
  SandboxWorld,
} from '../../../wire/sandbox.ts';
import type { Account, Agreement, CardAccount, Customer, World } from '../../domain/world.ts';
import type { Exchange } from '../../exchange.ts';

/** The initial world as the sandbox shows it: the single shapes, in lists. @see decisions.md §8 */
export function presentWorld(exchange: Exchange, data: World): SandboxWorld {
  return {
    customers: data.customers.map((customer) => presentCustomer(exchange, customer)),
    accounts: data.accounts.map((account) => presentAccount(exchange, account, opened(account))),
    cardAccounts: data.cardAccounts.map((card) => presentCardAccount(exchange, card, opened(card))),
    agreements: data.agreements.map((agreement) => presentAgreement(exchange, agreement)),
  };
}

/** @see interface.md Sandbox customer, Response */
export function presentCustomer(exchange: Exchange, customer: Customer): SandboxCustomer {
  const { customerId, customerNumber, customerType, customerName } = customer;
  const self = link(exchange.href(`/v1/sandbox/customers/${customerId}`), 'GET', 'DELETE');
  return { customerId, customerNumber, customerType, customerName, _links: { self } };
}

/** @see interface.md Sandbox account */
export function presentAccount(
  exchange: Exchange,
  account: Omit<Account, 'openingMinor'>,
  balances: Balances,
): SandboxAccount {
  const { id, customerNumber, accountName, bban, iban, currency, product, cashAccountType, creditLine } =
    account;
  const self = exchange.href(`/v1/sandbox/accounts/${id}`);
  return {
    id,
    customerNumber,
    accountName,
    bban,
    iban,
    currency,
    product,
    cashAccountType,
    creditLine,
    balances: presentBalances(balances, account),
    _links: { self: link(self, 'GET', 'DELETE'), transactions: link(`${self}/transactions`, 'GET', 'POST') },
  };
}

/** @see decisions.md §8 Card account */
function presentCardAccount(exchange: Exchange, card: CardAccount, balances: Balances): SandboxCardAccount {
  const { resourceId, customerNumber, maskedPan, currency, name, product, status } = card;
  const self = exchange.href(`/v1/sandbox/card-accounts/${resourceId}`);
  return {
    resourceId,
    customerNumber,
    maskedPan,
    currency,
    name,
    product,
    status,
    creditLimit: { currency, amount: card.creditLimit },
    relatedAccount: { identification: card.relatedAccount, schemeNameProprietary: 'creditCardAccount' },
    balances: presentBalances(balances, card),
    _links: { self: link(self, 'GET', 'DELETE'), transactions: link(`${self}/transactions`, 'GET', 'POST') },
  };
}

function presentAgreement(exchange: Exchange, agreement: Agreement): SandboxAgreement {
  const { agreementId, type, ownerNumber, name } = agreement;
  const self = link(exchange.href(`/v1/sandbox/agreements/${agreementId}`), 'GET', 'DELETE');
  return { agreementId, type, ownerNumber, name, _links: { self } };
}

/** Both balances of an account, in minor units. @see decisions.md §9 */
interface Balances {
  readonly closingBooked: bigint;
  readonly expected: bigint;
}

function opened({ openingMinor }: { readonly openingMinor: bigint }): Balances {
  return { closingBooked: openingMinor, expected: openingMinor };
}

const [LEAST_INT32, MOST_INT32] = [-(2n ** 31n), 2n ** 31n - 1n];

/** Sandbox amounts are int32 in whole units: reads floor the exact balance and stop at the ends. @see D8-int32 */
function presentBalances(balances: Balances, { currency }: Pick<Account, 'currency'>): SandboxBalance[] {
  const unit = 10n ** BigInt(minorUnits(currency));
  return (['closingBooked', 'expected'] as const).map((balanceType) => {
    const minor = balances[balanceType];
    const floored = minor / unit - (minor % unit < 0n ? 1n : 0n);
    const amount = floored > MOST_INT32 ? MOST_INT32 : floored < LEAST_INT32 ? LEAST_INT32 : floored;
    return { balanceAmount: { currency, amount: Number(amount) }, balanceType };
  });
}
