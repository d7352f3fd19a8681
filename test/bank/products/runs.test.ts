import { describe, expect, it } from 'vitest';
import { bookedOn, bookingTimes, changesOf, stepsOf } from '../../support/life/books.ts';
import { at, FRIDAY, SATURDAY, sleepUntil, THURSDAY, TUESDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch } from '../../support/life/operator.ts';
import { statusOf } from '../../support/life/payments.ts';
import { approvedAs, createAs } from '../../support/life/products.ts';
import { readStored } from '../../support/stored.ts';

const bank = bankOfEach();

describe('the two runs of a cross-border payment [D4-cross-border-runs, D9-reserved]', () => {
  it('are one that leads to ACWP, and the next, which books it', async () => {
    const { debtor } = bank().accounts;
    const payment = await approvedAs(bank(), 'cross-border', { amount: '1000.00' });
    sleepUntil(bank(), WEDNESDAY, '13:29');
    expect(await statusOf(bank(), payment)).toBe('ACWP');
    expect(await bookedOn(bank(), debtor)).toBe(250_000);
    const reserved = 'SELECT amount_minor FROM reservations';
    expect(readStored(bank().path, reserved)).toEqual([{ amount_minor: 106_500 }]);
    sleepUntil(bank(), WEDNESDAY, '13:30');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    expect(await bookedOn(bank(), debtor)).toBe(250_000 - 1065);
    expect(readStored(bank().path, reserved)).toEqual([]);
    expect(stepsOf(bank(), payment).slice(1)).toEqual([
      { change: 'ACTC→ACCP', at: at(WEDNESDAY, '11:30') },
      { change: 'ACCP→ACSP', at: at(WEDNESDAY, '11:30') },
      { change: 'ACSP→ACWP', at: at(WEDNESDAY, '11:30') },
      { change: 'ACWP→ACSC', at: at(WEDNESDAY, '13:30') },
    ]);
    expect([...new Set(bookingTimes(bank()))]).toEqual([at(WEDNESDAY, '13:30')]);
  });

  const nights: readonly (readonly [string, string, string])[] = [
    [WEDNESDAY, '15:00', THURSDAY],
    [FRIDAY, '15:00', SATURDAY],
    ['2026-12-23', '15:00', '2026-12-24'],
  ];
  it.each(nights)('may have a night between them: %s at %s', async (day, time, next) => {
    bank().now = at(day, time);
    const payment = await approvedAs(bank(), 'cross-border');
    sleepUntil(bank(), day, '15:30');
    expect(await statusOf(bank(), payment)).toBe('ACWP');
    bank().now = at(next, '05:30') - 1;
    expect(await statusOf(bank(), payment)).toBe('ACWP');
    bank().now += 1;
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });
});

describe('an instant payment and the runs [D4-instant]', () => {
  const instants: readonly (readonly [string, string])[] = [
    [WEDNESDAY, '10:00'],
    [WEDNESDAY, '11:30'],
    [WEDNESDAY, '23:59'],
    [SATURDAY, '03:00'],
    ['2026-12-25', '12:00'],
    ['2027-01-01', '00:00'],
  ];
  it.each(instants)('is booked at its approval on %s at %s', async (day, time) => {
    bank().now = at(day, time);
    const payment = await createAs(bank(), 'instant', { amount: '10.00' });
    bank().now += 1234;
    expect((await approve(bank(), payment)).transactionStatus).toBe('ACSC');
    expect(stepsOf(bank(), payment)).toEqual(
      ['RCVD→ACTC', 'ACTC→ACCP', 'ACCP→ACSP', 'ACSP→ACSC'].map((change) => ({ change, at: bank().now })),
    );
    expect([...new Set(bookingTimes(bank()))]).toEqual([bank().now]);
    expect(payment.created.json).not.toHaveProperty('tppMessages');
  });
});

describe('a periodic payment and the runs [D4-periodic-rests]', () => {
  it.each(['2026-11-18', '2026-11-19', '2026-12-01'])('stays in ACTC, begun on %s', async (date) => {
    const before = await bookedOn(bank(), bank().accounts.debtor);
    const payment = await approvedAs(bank(), 'periodic', { date });
    expect(await runBatch(bank())).toMatchObject({ settled: 0, waiting: 0, rejected: 0 });
    for (const day of [WEDNESDAY, THURSDAY, TUESDAY, '2026-12-02', '2027-02-01']) {
      sleepUntil(bank(), day, '16:00');
      expect(await statusOf(bank(), payment)).toBe('ACTC');
    }
    expect(changesOf(bank(), payment)).toEqual(['RCVD→ACTC']);
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(before);
  });
});
