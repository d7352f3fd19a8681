import type { TestBank } from '../bank.ts';
import { readStored } from '../stored.ts';

/** The entries of the ledger in their order, each with its lines as text: `NOSTRO -1000 NOK`, in minor units. */
export function entriesOf(bank: TestBank): string[][] {
  const sql = `SELECT booking, account, amount_minor AS minor, booking_lines.currency AS currency
    FROM booking_lines JOIN bookings ON bookings.sequence = booking ORDER BY bookings.sequence`;
  const entries = new Map<unknown, string[]>();
  for (const { booking, account, minor, currency } of readStored(bank.path, sql)) {
    entries.set(booking, [...(entries.get(booking) ?? []), `${account} ${minor} ${currency}`]);
  }
  return [...entries.values()].map((lines) => lines.sort());
}
