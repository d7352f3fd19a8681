import { DamagedContent, type Op, type Row, readText, run } from '../../../store/contract.ts';
import {
  type Columns,
  column,
  createObjectColumns,
  findNumber,
  insertRows,
  listRows,
} from '../../../store/table.ts';
import { type Currency, isCurrency } from '../../../values/currencies.ts';
import type { Entry, Funds, Line, TotalsChange } from '../../domain/ledger.ts';

/** The `currency` column of a table. Reading throws DamagedContent for a currency that the bank never writes. */
export const CURRENCY: Columns<Currency> = {
  names: ['currency'],
  read: readCurrency,
  write: (currency) => [currency],
};

function readCurrency(row: Row): Currency {
  const currency = readText(row, 'currency');
  if (!isCurrency(currency)) throw new DamagedContent(`it has the unknown currency ${currency}`);
  return currency;
}

export const LINE = createObjectColumns<Line>({
  account: column.text('account'),
  currency: CURRENCY,
  amountMinor: column.bigint('amount_minor'),
});

/** An entry with its origin. */
export interface Booking {
  /** The index in the world's sequence; negative for an opening. */
  readonly sequence: bigint;
  readonly kind: 'opening' | 'payment' | 'balance' | 'transaction' | 'deletion';
  /** Milliseconds since 1970 on the bank's clock. */
  readonly bookedAt: number;
  /**
   * The sequence of the payment, and the index of this entry among its entries; each is booked once.
   * @see D9-one-booking
   */
  readonly payment?: bigint;
  readonly leg?: number;
  /** An entry in one currency. */
  readonly entry: Entry;
}

/**
 * Books entries: appends them permanently and adds them to the balances.
 * @param changes further changes to the totals
 * @see D9-double-entry
 */
export function* book(bookings: readonly Booking[], changes: readonly TotalsChange[] = []): Op<void> {
  yield* insertRows(
    'INSERT INTO bookings (sequence, kind, booked_at_ms, payment, leg)',
    bookings.map(({ sequence, kind, bookedAt, payment = null, leg = null }) => {
      return [sequence, kind, bookedAt, payment, leg];
    }),
  );
  yield* insertRows(
    `INSERT INTO booking_lines (booking, ${LINE.names.join(', ')})`,
    bookings.flatMap(({ sequence, entry }) => entry.map((line) => [sequence, ...LINE.write(line)])),
  );
  const balances = bookings.flatMap(({ entry }) =>
    entry.map(({ amountMinor, ...line }) => ({ ...line, balanceMinor: amountMinor })),
  );
  yield* addToTotals([...balances, ...changes]);
}

/** Adds to the stored totals of accounts, so that reads don't sum lines, reservations or payments. @see D9-totals */
export function* addToTotals(changes: readonly TotalsChange[]): Op<void> {
  yield* insertRows(
    'INSERT INTO balances (account, currency, balance_minor, reserved_minor, pending_minor)',
    // The members of a sum are in the order of the columns.
    mergeTotals(changes).map((sum) => Object.values(sum)),
    `ON CONFLICT (account, currency) DO UPDATE SET
       balance_minor = balances.balance_minor + excluded.balance_minor,
       reserved_minor = balances.reserved_minor + excluded.reserved_minor,
       pending_minor = balances.pending_minor + excluded.pending_minor`,
  );
}

type Sum = { -readonly [M in keyof TotalsChange]-?: TotalsChange[M] };

/** Merges the changes per account, because one statement can't change a row twice. */
function mergeTotals(changes: readonly TotalsChange[]): readonly Required<TotalsChange>[] {
  const sums = new Map<string, Sum>();
  for (const { account, currency, balanceMinor = 0n, reservedMinor = 0n, pendingMinor = 0n } of changes) {
    const key = `${account} ${currency}`;
    const sum = sums.get(key);
    if (sum) {
      sum.balanceMinor += balanceMinor;
      sum.reservedMinor += reservedMinor;
      sum.pendingMinor += pendingMinor;
    } else sums.set(key, { account, currency, balanceMinor, reservedMinor, pendingMinor });
  }
  return [...sums.values()];
}

/** Finds the funds of an account or card account; undefined if it was deleted. */
export function* findFunds(account: string): Op<Funds | undefined> {
  return (yield* listFunds([account])).get(account);
}

/**
 * Lists the funds of accounts and card accounts by their ids; those of deleted ones are omitted.
 * @see D4-card-debtor, D7-card-available
 */
export function* listFunds(accounts: readonly string[]): Op<Map<string, Funds>> {
  if (accounts.length === 0) return new Map();
  const ids = JSON.stringify([...new Set(accounts)]);
  const sql = `SELECT own.id, own.currency, own.credit, COALESCE(balance_minor, 0) AS balance_minor,
       COALESCE(reserved_minor, 0) AS reserved_minor
     FROM (SELECT id, currency, credit_line AS credit FROM accounts WHERE id IN (SELECT value FROM json_each(?))
           UNION ALL
           SELECT id, currency, credit_limit FROM card_accounts WHERE id IN (SELECT value FROM json_each(?))) AS own
     LEFT JOIN balances ON balances.account = own.id AND balances.currency = own.currency`;
  return new Map(yield* listRows((row) => [readText(row, 'id'), FUNDS.read(row)] as const, sql, ids, ids));
}

const FUNDS = createObjectColumns<Funds>({
  currency: CURRENCY,
  creditLine: column.number('credit'),
  balanceMinor: column.bigint('balance_minor'),
  reservedMinor: column.bigint('reserved_minor'),
});

/** The money that is reserved for a payment, which has at most one reservation. @see D9-one-booking */
export interface Reservation {
  readonly payment: bigint;
  readonly line: Line;
}

/** Computes the changes that reservations make to the totals. */
export function computeReserved(reservations: readonly Reservation[]): readonly TotalsChange[] {
  return reservations.map(({ line: { amountMinor, ...of } }) => ({ ...of, reservedMinor: amountMinor }));
}

/** Inserts reservations; the caller changes the totals. */
export function* insertReservations(reservations: readonly Reservation[]): Op<void> {
  const rows = reservations.map(({ payment, line }) => [payment, ...LINE.write(line)]);
  yield* insertRows(`INSERT INTO reservations (payment, ${LINE.names.join(', ')})`, rows);
}

/**
 * Releases the reservation of a payment with its original amount.
 * @returns the changes to the totals
 */
export function* release(payment: bigint): Op<readonly TotalsChange[]> {
  const sql = 'DELETE FROM reservations WHERE payment = ? RETURNING account, currency, amount_minor';
  const released = yield* listRows(LINE.read, sql, payment);
  return released.map(({ amountMinor, ...line }) => ({ ...line, reservedMinor: -amountMinor }));
}

/** Removes the totals of a deleted account, whose lines sum to 0. */
export function* removeTotals(account: string): Op<void> {
  yield* run('DELETE FROM balances WHERE account = ?', account);
}

/**
 * Finds the time at which a payment was booked, in milliseconds since 1970 on the bank's clock; undefined if it wasn't.
 */
export function findBookedAt(payment: bigint): Op<number | undefined> {
  return findNumber('SELECT booked_at_ms FROM bookings WHERE payment = ? AND leg = 0', payment);
}
