import { type Op, run, type SqlValue } from '../../../store/contract.ts';
import { integer, small, text } from '../../../store/row.ts';
import { type Currency, isCurrency } from '../../../values/currencies.ts';
import type { Entry, Funds, Line } from '../../domain/ledger.ts';
import { insertRows } from '../insert-rows.ts';

/** An entry, and where it comes from. */
export interface Booking {
  /** Of the world's one sequence; of an opening below zero. */
  readonly sequence: bigint;
  readonly kind: 'opening' | 'payment' | 'balance' | 'transaction';
  /** Milliseconds since 1970 of the bank's clock. */
  readonly bookedAt: number;
  /** Sequence of the payment, and which of its entries this is: each is booked once. @see decisions.md §9 invariant 5 */
  readonly payment?: bigint;
  readonly leg?: number;
  /** Of one currency. */
  readonly entry: Entry;
}

/** Books entries: appended for good, and added to the balances. @see decisions.md §9 Double entry, append-only */
export function* book(bookings: readonly Booking[]): Op<void> {
  yield* insertRows(
    'INSERT INTO bookings (sequence, kind, booked_at_ms, payment, leg)',
    bookings.map(({ sequence, kind, bookedAt, payment, leg }): SqlValue[] => [
      sequence,
      kind,
      bookedAt,
      payment ?? null,
      leg ?? null,
    ]),
  );
  yield* insertRows(
    'INSERT INTO booking_lines (booking, account, currency, amount_minor)',
    bookings.flatMap(({ sequence, entry }) =>
      entry.map(({ account, currency, amountMinor }) => [sequence, account, currency, amountMinor]),
    ),
  );
  yield* insertRows(
    'INSERT INTO balances (account, currency, balance_minor)',
    sumsOf(bookings.flatMap(({ entry }) => entry)).map(({ account, currency, amountMinor }) => [
      account,
      currency,
      amountMinor,
    ]),
    `ON CONFLICT (account, currency) DO UPDATE SET balance_minor = balances.balance_minor + excluded.balance_minor`,
  );
}

/** What lines add to each balance: one statement can't change a row twice. */
function sumsOf(lines: readonly Line[]): readonly Line[] {
  const sums = new Map<string, { -readonly [M in keyof Line]: Line[M] }>();
  for (const line of lines) {
    const balance = `${line.currency} ${line.account}`;
    const sum = sums.get(balance);
    if (sum) sum.amountMinor += line.amountMinor;
    else sums.set(balance, { ...line });
  }
  return [...sums.values()];
}

/** What an account or card account can pay with, or undefined when it is gone. */
export function* findFunds(account: string): Op<Funds | undefined> {
  const [row] = yield* run(
    `SELECT own.currency, own.credit,
       COALESCE((SELECT balance_minor FROM balances
         WHERE balances.account = own.id AND balances.currency = own.currency), 0) AS balance_minor,
       (SELECT COALESCE(SUM(amount_minor), 0) FROM reservations WHERE reservations.account = own.id) AS reserved_minor
     FROM (SELECT id, currency, credit_line AS credit FROM accounts WHERE id = ?
           UNION ALL SELECT id, currency, credit_limit FROM card_accounts WHERE id = ?) AS own`,
    account,
    account,
  );
  if (!row) return undefined;
  const currency = text(row, 'currency');
  if (!isCurrency(currency)) throw new Error(`account in an unknown currency ${currency}`);
  return {
    currency,
    creditLine: small(row, 'credit'),
    balanceMinor: integer(row, 'balance_minor'),
    reservedMinor: integer(row, 'reserved_minor'),
  };
}

/** Keeps money for a payment in ACSP; at most one reservation each. @see decisions.md §9 invariants 5, 8 */
export function* reserve(
  payment: bigint,
  account: string,
  currency: Currency,
  amountMinor: bigint,
): Op<void> {
  yield* run(
    'INSERT INTO reservations (payment, account, currency, amount_minor) VALUES (?, ?, ?, ?)',
    payment,
    account,
    currency,
    amountMinor,
  );
}

export function* release(payment: bigint): Op<void> {
  yield* run('DELETE FROM reservations WHERE payment = ?', payment);
}

/** When a payment was booked, in milliseconds since 1970 of the bank's clock; undefined when it was not. */
export function* findBookedAt(payment: bigint): Op<number | undefined> {
  const [row] = yield* run('SELECT booked_at_ms FROM bookings WHERE payment = ? AND leg = 0', payment);
  return row && small(row, 'booked_at_ms');
}
