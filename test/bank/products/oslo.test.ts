import { describe, expect, it } from 'vitest';
import { changesOf } from '../../support/life/books.ts';
import { at, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve } from '../../support/life/operator.ts';
import { call, statusOf } from '../../support/life/payments.ts';
import { BATCHED, createAs, KINDS, type Kind, sendAs } from '../../support/life/products.ts';
import { sweep } from '../../support/sweep.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();

/** What names the day of each kind; an instant payment has none. */
const MEMBERS: Readonly<Record<Exclude<Kind, 'instant'>, string>> = {
  domestic: 'requestedExecutionDate',
  card: 'requestedExecutionDate',
  'cross-border': 'requestedExecutionDate',
  bulk: 'requestedExecutionDate',
  periodic: 'startDate',
};
const dated = Object.entries(MEMBERS) as [Exclude<Kind, 'instant'>, string][];

/** Half past eleven in the evening at Greenwich, and later still in Oslo. */
const nights: readonly (readonly [string, string, string])[] = [
  ['2026-11-18T23:30:00Z', WEDNESDAY, THURSDAY],
  ['2027-07-14T22:30:00Z', '2027-07-14', '2027-07-15'],
];

describe('the day in Oslo, at 23:30 UTC, for each product [D4-date-oslo, D4-date-range, D4-oslo-time]', () => {
  for (const [place, [now, yesterday, today]] of nights.entries()) {
    // Of summer time one kind of each way shows enough.
    const some = <T>(kinds: readonly T[]) => sweep(kinds, (_, kind) => place === 0 || kind === 0);

    it.each(some(dated))(`is tomorrow already at ${now}: %s`, async (kind, member) => {
      bank().now = Date.parse(now);
      expectRefusal(await sendAs(bank(), kind, { date: yesterday }), {
        status: 400,
        code: 'EXECUTION_DATE_INVALID',
        path: member,
      });
      const payment = await createAs(bank(), kind, { date: today });
      await approve(bank(), payment);
      expect(await statusOf(bank(), payment)).toBe('ACTC');
      expect((await call(bank(), payment, 'GET')).json[member]).toBe(today);
    });

    it.each(some(BATCHED))(`is when a payment without a date is executed at ${now}: %s`, async (kind) => {
      bank().now = Date.parse(now);
      const payment = await createAs(bank(), kind);
      await approve(bank(), payment);
      expect((await call(bank(), payment, 'GET')).json.requestedExecutionDate).toBe(today);
    });

    it(`is when an instant payment is executed at ${now}`, async () => {
      bank().now = Date.parse(now);
      const payment = await createAs(bank(), 'instant');
      await approve(bank(), payment);
      const { json } = await call(bank(), payment, 'GET');
      expect(json).toMatchObject({ requestedExecutionDate: today, transactionStatus: 'ACSC' });
    });
  }

  it.each(BATCHED)('begins the runs of the day: %s', async (kind) => {
    bank().now = Date.parse('2026-11-18T23:30:00Z');
    const payment = await createAs(bank(), kind, { date: THURSDAY });
    await approve(bank(), payment);
    bank().now = at(THURSDAY, '05:30') - 1;
    expect(await statusOf(bank(), payment)).toBe('ACTC');
    bank().now += 1;
    expect(await statusOf(bank(), payment)).toBe(kind === 'cross-border' ? 'ACWP' : 'ACSC');
  });

  it.each(KINDS)('ends the time of what nobody authorises: %s', async (kind) => {
    bank().now = Date.parse('2026-11-18T22:30:00Z');
    const headers = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
    const payment = await createAs(bank(), kind, {
      headers,
      ...(kind === 'periodic' ? { date: WEDNESDAY } : {}),
    });
    const last = kind === 'periodic' || kind === 'instant' ? WEDNESDAY : THURSDAY;
    bank().now = at(last, '23:59:59.999');
    expect(await statusOf(bank(), payment)).toBe('RCVD');
    bank().now += 1;
    expect(await statusOf(bank(), payment)).toBe('RJCT');
    if (kind !== 'bulk') expect(changesOf(bank(), payment)).toEqual(['RCVD→RJCT']);
  });
});
