import { describe, expect, it } from 'vitest';
import { THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve } from '../../support/life/operator.ts';
import { call, statusOf } from '../../support/life/payments.ts';
import { createAs, type Kind, sendAs } from '../../support/life/products.ts';
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
  }
});
