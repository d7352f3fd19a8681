import { stoppedAtInt32 } from '../../../values/int32.ts';
import { flooredWhole } from '../../../values/whole-units.ts';
import { link } from '../../../wire/link.ts';
import type { SandboxAccount } from '../../../wire/sandbox/account.ts';
import type { SandboxAgreement } from '../../../wire/sandbox/agreement.ts';
import { BALANCE_TYPES, type SandboxBalance } from '../../../wire/sandbox/balance.ts';
import type { SandboxCardAccount } from '../../../wire/sandbox/card-account.ts';
import type { SandboxCustomer } from '../../../wire/sandbox/customer.ts';
import type { SandboxTransaction } from '../../../wire/sandbox/transaction.ts';
import type { SandboxWorld } from '../../../wire/sandbox/world.ts';
import type { AccountTransaction } from '../../domain/account-transaction.ts';
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
  const self = link(customerHref(exchange, customerId), 'GET', 'DELETE');
  return { customerId, customerNumber, customerType, customerName, _links: { self } };
}

export function customerHref(exchange: Exchange, customerId: string): string {
  return exchange.href(`/v1/sandbox/customers/${customerId}`);
}

export function accountHref(exchange: Exchange, accountId: string): string {
  return exchange.href(`/v1/sandbox/accounts/${accountId}`);
}

/** @see interface.md Sandbox account */
export function presentAccount(
  exchange: Exchange,
  account: Omit<Account, 'openingMinor'>,
  balances: Balances,
): SandboxAccount {
  const { id, customerNumber, accountName, bban, iban, currency, product, cashAccountType, creditLine } =
    account;
  const self = accountHref(exchange, id);
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
export interface Balances {
  readonly closingBooked: bigint;
  readonly expected: bigint;
}

function opened({ openingMinor }: { readonly openingMinor: bigint }): Balances {
  return { closingBooked: openingMinor, expected: openingMinor };
}

/** Sandbox amounts are whole units: reads floor the exact balance, and stop at the ends of int32. @see D8-int32-ends */
function presentBalances(balances: Balances, { currency }: Pick<Account, 'currency'>): SandboxBalance[] {
  return BALANCE_TYPES.map((balanceType) => {
    const amount = stoppedAtInt32(flooredWhole(balances[balanceType], currency));
    return { balanceAmount: { currency, amount }, balanceType };
  });
}

/** Of a payment's amount, too, the whole units are shown: which way it went is said by its parties. @see D8-transaction-shape */
export function presentTransaction(
  exchange: Exchange,
  accountId: string,
  { transactionId, bookingDate, valueDate, currency, amountMinor, details }: AccountTransaction,
): SandboxTransaction {
  const size = amountMinor < 0n ? -amountMinor : amountMinor;
  const self = link(`${accountHref(exchange, accountId)}/transactions/${transactionId}`, 'GET');
  return {
    transactionId,
    amount: stoppedAtInt32(flooredWhole(size, currency)),
    currency,
    valueDate,
    bookingDate,
    ...details,
    _links: { self },
  };
}
