import { flag, integer, type Op, optionalText, type Row, run, small, text } from '../../../store/contract.ts';
import type { CashAccountType } from '../../../values/cash-account-types.ts';
import type { DebtorAccount } from '../../domain/creation.ts';
import type { Account } from '../../domain/world.ts';
import { currencyOf } from './ledger.ts';

/** What is kept of an account or card account, in minor units. */
export interface KeptBalances {
  /** closingBooked: what its bookings add up to (D9-balance-is-lines). */
  readonly balanceMinor: bigint;
  /** What pending payments will move; below zero: it pays. @see D9-expected-balance */
  readonly pendingMinor: bigint;
  /** What was set to be expected beside the pending payments. @see D8-both-balances */
  readonly adjustmentMinor: bigint;
}

export interface AccountWithBalance extends KeptBalances {
  readonly account: Omit<Account, 'openingMinor'>;
}

const READ_ACCOUNTS = `SELECT id, customer_number, name, bban, iban, accounts.currency, product, cash_account_type,
    credit_line, pending_adjustment_minor, COALESCE(balance_minor, 0) AS balance_minor,
    COALESCE(pending_minor, 0) AS pending_minor
  FROM accounts LEFT JOIN balances ON balances.account = accounts.id AND balances.currency = accounts.currency`;

/** All payment accounts. */
export function* listAccounts(): Op<AccountWithBalance[]> {
  const rows = yield* run(READ_ACCOUNTS);
  return rows.map(readAccount);
}

/** The payment accounts of a customer, by name. @see D8-list-order */
export function* listAccountsOf(customerNumber: string): Op<AccountWithBalance[]> {
  const rows = yield* run(`${READ_ACCOUNTS} WHERE customer_number = ? ORDER BY name, bban`, customerNumber);
  return rows.map(readAccount);
}

/** The payment account with this id. */
export function* findAccountWithBalance(id: string): Op<AccountWithBalance | undefined> {
  const [row] = yield* run(`${READ_ACCOUNTS} WHERE id = ?`, id);
  return row && readAccount(row);
}

function readAccount(row: Row): AccountWithBalance {
  return {
    account: {
      id: text(row, 'id'),
      customerNumber: text(row, 'customer_number'),
      accountName: text(row, 'name'),
      bban: text(row, 'bban'),
      iban: text(row, 'iban'),
      currency: currencyOf(row, 'account'),
      product: text(row, 'product'),
      cashAccountType: text(row, 'cash_account_type') as CashAccountType,
      creditLine: small(row, 'credit_line'),
    },
    balanceMinor: integer(row, 'balance_minor'),
    pendingMinor: integer(row, 'pending_minor'),
    adjustmentMinor: integer(row, 'pending_adjustment_minor'),
  };
}

/** The payment account with this bban, as a debtor. */
export function* findAccount(bban: string): Op<DebtorAccount | undefined> {
  const [row] = yield* run(
    'SELECT id, customer_number, currency, may_pay FROM accounts WHERE bban = ?',
    bban,
  );
  return row && debtorAccount(row);
}

/** The payment account with this IBAN, whose it is. */
export function* findAccountOfIban(
  iban: string,
): Op<Pick<Account, 'id' | 'customerNumber' | 'iban'> | undefined> {
  const [row] = yield* run('SELECT id, customer_number FROM accounts WHERE iban = ?', iban);
  return row && { id: text(row, 'id'), customerNumber: text(row, 'customer_number'), iban };
}

/** The card account with this reference, as a debtor. @see I-related-account, D4-card-debtor */
export function* findCardAccount(relatedAccount: string): Op<DebtorAccount | undefined> {
  const [row] = yield* run(
    'SELECT id, customer_number, currency, may_pay FROM card_accounts WHERE related_account = ?',
    relatedAccount,
  );
  return row && debtorAccount(row);
}

/** The account or card account with this id, as a debtor. */
export function* findDebtorById(id: string): Op<DebtorAccount | undefined> {
  const [row] = yield* run(
    `SELECT id, customer_number, currency, may_pay FROM accounts WHERE id = ?
     UNION ALL SELECT id, customer_number, currency, may_pay FROM card_accounts WHERE id = ?`,
    id,
    id,
  );
  return row && debtorAccount(row);
}

/** Gives or takes the right to pay from an account or card account. @see D6-consent */
export function* setPaymentRight(id: string, mayPay: boolean): Op<void> {
  yield* run('UPDATE accounts SET may_pay = ? WHERE id = ?', Number(mayPay), id);
  yield* run('UPDATE card_accounts SET may_pay = ? WHERE id = ?', Number(mayPay), id);
}

/** How people tell an account: its name, and its bban or a card's masked number. */
export interface ShownAccount {
  readonly name: string;
  readonly number: string;
}

/** A card account may be without a name. @see D8-card-members */
export const NAMELESS_CARD = 'Card';

/** An account or card account as its owner knows it. */
export function* findShownAccount(id: string): Op<ShownAccount | undefined> {
  const [row] = yield* run(
    `SELECT name, bban AS number FROM accounts WHERE id = ?
     UNION ALL SELECT COALESCE(name, product), masked_pan FROM card_accounts WHERE id = ?`,
    id,
    id,
  );
  return row && { name: optionalText(row, 'name') ?? NAMELESS_CARD, number: text(row, 'number') };
}

function debtorAccount(row: Row): DebtorAccount {
  return {
    id: text(row, 'id'),
    customerNumber: text(row, 'customer_number'),
    currency: currencyOf(row, 'account'),
    mayPay: flag(row, 'may_pay'),
  };
}

/** Inserts an account; its balance is a booking. */
export function* insertAccount(account: Omit<Account, 'openingMinor'>): Op<void> {
  yield* run(
    `INSERT INTO accounts
       (place, id, customer_number, name, bban, iban, currency, product, cash_account_type, credit_line)
     SELECT COALESCE(MAX(place), -1) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM accounts`,
    account.id,
    account.customerNumber,
    account.accountName,
    account.bban,
    account.iban,
    account.currency,
    account.product,
    account.cashAccountType,
    account.creditLine,
  );
}

/** Sets what an account expects beside its pending payments. @see D8-both-balances */
export function* setAdjustment(id: string, adjustmentMinor: bigint): Op<void> {
  yield* run('UPDATE accounts SET pending_adjustment_minor = ? WHERE id = ?', adjustmentMinor, id);
}

const MOST_NUMBERS = 500;

/**
 * Those of these bbans and IBANs that are another account's.
 * @param id of the account that is meant by none of them
 */
export function* numbersOfOthers(numbers: readonly string[], id: string): Op<ReadonlySet<string>> {
  const others = new Set<string>();
  for (let start = 0; start < numbers.length; start += MOST_NUMBERS) {
    const some = numbers.slice(start, start + MOST_NUMBERS);
    const marks = some.map(() => '?').join(', ');
    const rows = yield* run(
      `SELECT bban AS number FROM accounts WHERE bban IN (${marks}) AND id <> ?
       UNION ALL SELECT iban FROM accounts WHERE iban IN (${marks}) AND id <> ?`,
      ...some,
      id,
      ...some,
      id,
    );
    for (const row of rows) others.add(text(row, 'number'));
  }
  return others;
}

/** An account or card account, as far as it matters for deleting it. */
export interface Owned {
  readonly kind: 'ACCOUNT' | 'CARD';
  readonly id: string;
  /** By which payments may name it: the bban of an account, the reference of a card account. */
  readonly name: string;
}

const ACCOUNTS = `SELECT 'ACCOUNT' AS kind, id, bban AS name FROM accounts`;
const CARDS = `SELECT 'CARD' AS kind, id, related_account AS name FROM card_accounts`;

export function* findOwnedAccount(id: string): Op<Owned | undefined> {
  const [row] = yield* run(`${ACCOUNTS} WHERE id = ?`, id);
  return row && read(row);
}

export function* findOwnedCard(id: string): Op<Owned | undefined> {
  const [row] = yield* run(`${CARDS} WHERE id = ?`, id);
  return row && read(row);
}

/** All accounts and card accounts of a customer. */
export function* listOwned(customerNumber: string): Op<Owned[]> {
  const rows = yield* run(
    `${ACCOUNTS} WHERE customer_number = ? UNION ALL ${CARDS} WHERE customer_number = ?`,
    customerNumber,
    customerNumber,
  );
  return rows.map(read);
}

export function* removeOwned({ id }: Owned): Op<void> {
  yield* run('DELETE FROM accounts WHERE id = ?', id);
  yield* run('DELETE FROM card_accounts WHERE id = ?', id);
}

/** With the customer's row go its agreements. */
export function* removeCustomer(customerNumber: string): Op<void> {
  yield* run('DELETE FROM customers WHERE number = ?', customerNumber);
}

function read(row: Row): Owned {
  return { kind: text(row, 'kind') as Owned['kind'], id: text(row, 'id'), name: text(row, 'name') };
}
