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
    accounts: data.accounts.map((account) => presentAccount(exchange, account, account.openingMinor)),
    cardAccounts: data.cardAccounts.map((card) => presentCardAccount(exchange, card, card.openingMinor)),
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
  balanceMinor: bigint,
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
    balances: presentBalances(balanceMinor, account),
    _links: { self: link(self, 'GET', 'DELETE'), transactions: link(`${self}/transactions`, 'GET', 'POST') },
  };
}

/** @see decisions.md §8 Card account */
function presentCardAccount(exchange: Exchange, card: CardAccount, balanceMinor: bigint): SandboxCardAccount {
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
    balances: presentBalances(balanceMinor, card),
    _links: { self: link(self, 'GET', 'DELETE'), transactions: link(`${self}/transactions`, 'GET', 'POST') },
  };
}

function presentAgreement(exchange: Exchange, agreement: Agreement): SandboxAgreement {
  const { agreementId, type, ownerNumber, name } = agreement;
  const self = link(exchange.href(`/v1/sandbox/agreements/${agreementId}`), 'GET', 'DELETE');
  return { agreementId, type, ownerNumber, name, _links: { self } };
}

/** Sandbox amounts are whole units: reads floor the exact balance. @see decisions.md §8 */
function presentBalances(balanceMinor: bigint, { currency }: Pick<Account, 'currency'>): SandboxBalance[] {
  const unit = 10n ** BigInt(minorUnits(currency));
  const floored = balanceMinor / unit - (balanceMinor % unit < 0n ? 1n : 0n);
  return ['closingBooked', 'expected'].map((balanceType) => ({
    balanceAmount: { currency, amount: Number(floored) },
    balanceType,
  }));
}
