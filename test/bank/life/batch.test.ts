import { describe, expect, it, onTestFinished } from 'vitest';
import { openBank } from '../../../src/library.ts';
import { openTestBank, productionPolicy } from '../../support/bank.ts';
import { bookingTimes, changesOf, stepsOf } from '../../support/life/books.ts';
import { at, FRIDAY, MONDAY, SATURDAY, sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch, showClock } from '../../support/life/operator.ts';
import { create, type Payment, readStatus, statusOf, type Wish } from '../../support/life/payments.ts';
import { approvedAs } from '../../support/life/products.ts';
import { TOO_MUCH } from '../../support/life/states.ts';

const bank = bankOfEach();

async function approved(wish: Wish = {}): Promise<Payment> {
  const payment = await create(bank(), wish);
  await approve(bank(), payment);
  return payment;
}

const NOTHING = { settled: 0, sent: 0, waiting: 0, rejected: 0, held: 0 };

const days: readonly (readonly [string, string, string])[] = [
  [WEDNESDAY, '00:01', WEDNESDAY],
  [WEDNESDAY, '10:00', WEDNESDAY],
  [WEDNESDAY, '15:29', WEDNESDAY],
  [WEDNESDAY, '15:30', THURSDAY],
  [WEDNESDAY, '20:00', THURSDAY],
  [FRIDAY, '15:31', SATURDAY],
  [SATURDAY, '12:00', SATURDAY],
  ['2026-12-23', '16:00', '2026-12-24'],
  ['2026-12-25', '12:00', '2026-12-25'],
];

describe('running the batch now [D11-batch, D11-operator, C-batch-run]', () => {
  it.each(days)('is the next scheduled run: on %s at %s that of %s', async (day, time, bankDay) => {
    bank().now = at(day, time);
    expect(await runBatch(bank())).toEqual({ bankDay, ...NOTHING });
  });

  it("books an approved payment at once, with the bank's present time", async () => {
    bank().now += 1000;
    const payment = await approved();
    expect(await runBatch(bank())).toEqual({ bankDay: WEDNESDAY, ...NOTHING, settled: 1 });
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    expect(stepsOf(bank(), payment).at(-1)).toEqual({ change: 'ACSP→ACSC', at: bank().now });
    expect([...new Set(bookingTimes(bank()))]).toEqual([bank().now]);
  });

  it('counts what is on its way by itself, not with what waits for money', async () => {
    await approvedAs(bank(), 'cross-border');
    expect(await runBatch(bank())).toEqual({ bankDay: WEDNESDAY, ...NOTHING, sent: 1 });
    expect(await runBatch(bank())).toEqual({ bankDay: WEDNESDAY, ...NOTHING, settled: 1 });
  });

  it("is never the day's last: what lacks funds waits", async () => {
    sleepUntil(bank(), WEDNESDAY, '14:00');
    const [short, fine] = [await approved({ amount: TOO_MUCH }), await approved()];
    expect(await runBatch(bank())).toEqual({ bankDay: WEDNESDAY, ...NOTHING, settled: 1, waiting: 1 });
    expect((await readStatus(bank(), short)).json).toMatchObject({
      transactionStatus: 'ACCP',
      fundsAvailable: false,
    });
    expect(await runBatch(bank())).toMatchObject({ settled: 0, waiting: 1, rejected: 0 });
    expect(await statusOf(bank(), fine)).toBe('ACSC');
    sleepUntil(bank(), WEDNESDAY, '15:30');
    expect(await statusOf(bank(), short)).toBe('RJCT');
    expect(changesOf(bank(), short)).toEqual(['RCVD→ACTC', 'ACTC→ACCP', 'ACCP→RJCT']);
  });
});

describe('the calendar of a bank with the production policy [D4-runs, D4-date-absent, D11-batch]', () => {
  it('has bank days: the next run after a Saturday is on Monday, and a payment without a date is of it', async () => {
    const strict = await openTestBank({
      now: at(SATURDAY, '12:00'),
      open: (given) => openBank({ ...given, ...productionPolicy() }),
    });
    onTestFinished(() => strict.close());
    const payment = await create(strict);
    await approve(strict, payment);
    expect(await showClock(strict)).toMatchObject({ calendar: 'bank-days' });
    sleepUntil(strict, '2026-11-22', '23:00');
    expect(await statusOf(strict, payment)).toBe('ACTC');
    expect(await runBatch(strict)).toMatchObject({ bankDay: MONDAY, settled: 1 });
    expect(strict.unexpected).toEqual([]);
  });
});
