import { stoppedAtInt32 } from '../../../values/int32.ts';
import type { KidPolicy } from '../../../values/kid.ts';
import { flooredWhole } from '../../../values/whole-units.ts';
import { link } from '../../../wire/link.ts';
import type { SandboxAccount } from '../../../wire/sandbox/account.ts';
import type { SandboxCustomer } from '../../../wire/sandbox/customer.ts';
import type { SandboxTransaction } from '../../../wire/sandbox/transaction.ts';
import type { AccountTransaction } from '../../domain/transactions.ts';
import type { Account, Customer } from '../../domain/world.ts';
import type { Exchange } from '../../exchange.ts';
import { type Balances, presentBalances } from './present-balances.ts';

/** @see I-sandbox-customer */
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

/** @see I-sandbox-account, D8-account-kid */
export function presentAccount(
  exchange: Exchange,
  account: Omit<Account, 'openingMinor'>,
  balances: Balances,
  kid?: KidPolicy,
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
    ...(kid === undefined ? {} : { kid }),
    _links: { self: link(self, 'GET', 'DELETE'), transactions: link(`${self}/transactions`, 'GET', 'POST') },
  };
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
