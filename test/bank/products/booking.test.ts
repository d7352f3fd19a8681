import { describe, expect, it } from 'vitest';
import type { TestBank } from '../../support/bank.ts';
import { accountId } from '../../support/life/books.ts';
import { sleepUntil, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { KARI, statusOf } from '../../support/life/payments.ts';
import { approvedAs, type Kind, type ProductWish, written } from '../../support/life/products.ts';
import { readStored } from '../../support/stored.ts';
import { made } from '../sandbox/calls.ts';

/** The entries of the ledger in their order, each with its lines as text: `NOSTRO -1000 NOK`, in minor units. */
function entriesOf(bank: TestBank): string[][] {
  const sql = `SELECT booking, account, amount_minor AS minor, booking_lines.currency AS currency
    FROM booking_lines JOIN bookings ON bookings.sequence = booking ORDER BY bookings.sequence`;
  const entries = new Map<unknown, string[]>();
  for (const { booking, account, minor, currency } of readStored(bank.path, sql)) {
    entries.set(booking, [...(entries.get(booking) ?? []), `${account} ${minor} ${currency}`]);
  }
  return [...entries.values()].map((lines) => lines.sort());
}

const bank = bankOfEach();
const id = (bban: string) => accountId(bank(), bban);

/** The entries that a payment leaves once it is booked: each with its lines, in minor units. */
async function booked(kind: Kind, wish: ProductWish = {}) {
  const before = entriesOf(bank()).length;
  const payment = await approvedAs(bank(), kind, wish);
  sleepUntil(bank(), WEDNESDAY, '13:30');
  expect(await statusOf(bank(), payment)).toBe('ACSC');
  return { created: payment.created.json, entries: entriesOf(bank()).slice(before) };
}

describe('the booking of a cross-border payment [D9-double-entry, D4-fees, D4-fee-in-booking, D4-conversion]', () => {
  it('takes amount and fee from the debtor in one entry', async () => {
    const { created, entries } = await booked('cross-border', { amount: '1000.00' });
    const debtor = id(bank().accounts.debtor);
    expect(entries).toEqual([
      [`${debtor} -100000 NOK`, `${debtor} -6500 NOK`, 'FEES 6500 NOK', 'NOSTRO 100000 NOK'],
    ]);
    expect(created).toMatchObject({
      transactionFeeIndicator: true,
      transactionFees: { amount: '65.00', currency: 'NOK' },
    });
  });

  /** [currency, amount, what it costs and the fee in øre]; 0.1 % of the cost on top of NOK 65.00, half even. */
  const rows: readonly (readonly [string, string, number, number])[] = [
    ['EUR', '100.00', 115_000, 6615],
    ['EUR', '0.01', 12, 6500],
    ['SEK', '45.00', 4500, 6504],
    ['SEK', '55.00', 5500, 6506],
    ['JPY', '1000', 7000, 6507],
    ['USD', '9999.99', 10_499_990, 17_000],
  ];
  it.each(rows)('costs more where money is converted: %s %s', async (currency, amount, cost, fee) => {
    const { created, entries } = await booked('cross-border', { currency, amount });
    const debtor = id(bank().accounts.debtor);
    expect(entries).toEqual([
      [`${debtor} -${cost} NOK`, `${debtor} -${fee} NOK`, `FEES ${fee} NOK`, `NOSTRO ${cost} NOK`].sort(),
    ]);
    expect(created.transactionFees).toEqual({ amount: written(fee), currency: 'NOK' });
  });

  it('credits an account of ours in another currency through NOSTRO, in an entry of its own', async () => {
    const { bban, id: account } = await made(bank(), '/accounts', {
      customerNumber: KARI,
      accountName: 'Valutakonto',
      currency: 'EUR',
    });
    const { entries } = await booked('cross-border', { currency: 'EUR', amount: '10.00', to: bban });
    const debtor = id(bank().accounts.debtor);
    expect(entries).toEqual([
      [`${debtor} -11500 NOK`, `${debtor} -6512 NOK`, 'FEES 6512 NOK', 'NOSTRO 11500 NOK'].sort(),
      ['NOSTRO -1000 EUR', `${account} 1000 EUR`].sort(),
    ]);
  });
});

it('the booking of an instant payment takes amount and fee in one entry, to an account of ours [D9-double-entry, D4-fees, D4-fee-in-booking, D4-instant]', async () => {
  const { debtor, foreign } = bank().accounts;
  const { created, entries } = await booked('instant', { amount: '1234.56' });
  expect(entries).toEqual([
    [
      `${id(debtor)} -123456 NOK`,
      `${id(debtor)} -200 NOK`,
      'FEES 200 NOK',
      `${id(foreign)} 123456 NOK`,
    ].sort(),
  ]);
  expect(created).toMatchObject({
    transactionFeeIndicator: true,
    transactionFees: { amount: '2.00', currency: 'NOK' },
  });
});
