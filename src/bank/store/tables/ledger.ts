import { type Op, run } from '../../../store/contract.ts';
import { integer, small, text } from '../../../store/row.ts';
import { type Currency, isCurrency } from '../../../values/currencies.ts';
import type { Entry, Funds, Line } from '../../domain/ledger.ts';

/** Where a booking comes from. */
export interface Booking {
  readonly kind: 'opening' | 'payment' | 'balance';
  /** Milliseconds since 1970 of the bank's clock. */
  readonly bookedAt: number;
  /** Sequence of the payment, and which of its entries this is: each is booked once. @see decisions.md §9 invariant 5 */
  readonly payment?: bigint;
  readonly leg?: number;
}

/** Books an entry, which is of one currency: appended for good, and added to the balances. @see decisions.md §9 Double entry, append-only */
export function* book({ kind, bookedAt, payment, leg }: Booking, entry: Entry): Op<void> {
  const [row] = yield* run(
    `INSERT INTO bookings (sequence, kind, booked_at_ms, payment, leg)
     SELECT COALESCE(MAX(sequence), -1) + 1, ?, ?, ?, ? FROM bookings RETURNING sequence`,
    kind,
    bookedAt,
    payment ?? null,
    leg ?? null,
  );
  if (!row) throw new Error('a booking has no number');
  const booking = integer(row, 'sequence');
  yield* run(
    `INSERT INTO booking_lines (booking, account, currency, amount_minor) VALUES ${rows('(?, ?, ?, ?)', entry.length)}`,
    ...entry.flatMap(({ account, currency, amountMinor }) => [booking, account, currency, amountMinor]),
  );
  const sums = sumsOf(entry);
  yield* run(
    `INSERT INTO balances (account, currency, balance_minor) VALUES ${rows('(?, ?, ?)', sums.length)}
     ON CONFLICT (account, currency) DO UPDATE SET balance_minor = balances.balance_minor + excluded.balance_minor`,
    ...sums.flatMap(({ account, currency, amountMinor }) => [account, currency, amountMinor]),
  );
}

function rows(row: string, count: number): string {
  return Array.from({ length: count }, () => row).join(', ');
}

/** What an entry adds to each balance: one statement can't change a row twice. */
function sumsOf(entry: Entry): Entry {
  const sums = new Map<string, Line>();
  for (const line of entry) {
    const { amountMinor = 0n } = sums.get(line.account) ?? {};
    sums.set(line.account, { ...line, amountMinor: amountMinor + line.amountMinor });
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
