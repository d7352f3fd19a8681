import { describe, expect, it } from 'vitest';
import {
  at,
  FRIDAY,
  MONDAY,
  SATURDAY,
  sleepUntil,
  THURSDAY,
  TUESDAY,
  WEDNESDAY,
} from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve } from '../../support/life/operator.ts';
import { call, create, type Payment, start, statusOf, type Wish } from '../../support/life/payments.ts';
import { CONFLICT, expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const explicit = { headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' } };
const warning = { category: 'WARNING', code: 'EXECUTION_DATE_INVALID', path: 'requestedExecutionDate' };

async function dateOf(payment: Payment): Promise<string> {
  return (await call(bank(), payment, 'GET')).json.requestedExecutionDate;
}

type Instant = readonly [day: string, time: string];

/** A date that is not asked for is the bank's; the status is that after the approval. */
type Row = readonly [
  what: string,
  made: Instant,
  asked: string | undefined,
  status: 'ACTC' | 'ACWC',
  inForce: string,
];

const EVE = '2026-12-24';

/** Made and approved at once. @see D4-date-absent, D4-date-moved, D4-date-at-approval */
const atOnce: readonly Row[] = [
  ['today, after the last run', [WEDNESDAY, '16:00'], WEDNESDAY, 'ACWC', THURSDAY],
  ['no date, after the last run', [WEDNESDAY, '16:00'], undefined, 'ACTC', THURSDAY],
  ['Friday after the last run', [FRIDAY, '15:31'], FRIDAY, 'ACWC', MONDAY],
  ['no date, Friday after the last run', [FRIDAY, '15:31'], undefined, 'ACTC', SATURDAY],
  ['Christmas Eve', [WEDNESDAY, '10:00'], EVE, 'ACWC', '2026-12-28'],
];

it.each(
  atOnce,
)('the date in force is settled at creation: %s [D4-date-moved, D4-date-absent, D4-acwc]', async (_, made, asked, status, inForce) => {
  bank().now = at(...made);
  const payment = await create(bank(), asked === undefined ? {} : { date: asked });
  expect(payment.created.json.transactionStatus).toBe('RCVD');
  const messages = payment.created.json.tppMessages ?? [];
  expect(messages).toMatchObject(status === 'ACWC' ? [warning] : []);
  expect((await approve(bank(), payment)).transactionStatus).toBe(status);
  expect(await dateOf(payment)).toBe(inForce);
  bank().now = at(inForce, '05:29');
  if (made[0] !== inForce) expect(await statusOf(bank(), payment)).toBe(status);
  bank().now = at(inForce, '15:30');
  expect(await statusOf(bank(), payment)).toBe('ACSC');
});

/** Approved so much later that the date is another one. */
const later: readonly (readonly [...Row, approved: Instant])[] = [
  ['with a date', [WEDNESDAY, '15:25'], WEDNESDAY, 'ACWC', THURSDAY, [WEDNESDAY, '15:31']],
  ['without a date', [WEDNESDAY, '15:25'], undefined, 'ACTC', THURSDAY, [WEDNESDAY, '15:31']],
  ['into its own day', [WEDNESDAY, '23:55'], THURSDAY, 'ACTC', THURSDAY, [THURSDAY, '00:05']],
  ['into Saturday, moved already', [FRIDAY, '23:55'], FRIDAY, 'ACWC', MONDAY, [SATURDAY, '00:05']],
];

describe('an approval some time after the creation [D4-date-at-approval, D4-acwc]', () => {
  it.each(later)('looks at the date again: %s', async (_, made, asked, status, inForce, approved) => {
    bank().now = at(...made);
    const payment = await create(bank(), asked === undefined ? {} : { date: asked });
    bank().now = at(...approved);
    expect((await approve(bank(), payment)).transactionStatus).toBe(status);
    expect(await dateOf(payment)).toBe(inForce);
    bank().now = at(inForce, '15:30');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });
  it.each<readonly [string, Wish, string, string, string]>([
    ['days later, before its day', { date: MONDAY }, FRIDAY, 'ACTC', MONDAY],
    ['on the evening of its day', { date: THURSDAY }, THURSDAY, 'ACWC', FRIDAY],
    ['on the evening of a day it was moved to', { date: SATURDAY }, MONDAY, 'ACWC', TUESDAY],
    ['on the evening of the day it was made', {}, WEDNESDAY, 'ACTC', THURSDAY],
  ])('of an SCA started by itself: %s', async (_, wish, day, status, inForce) => {
    const payment = await create(bank(), { ...wish, ...explicit });
    sleepUntil(bank(), day, '20:00');
    await start(bank(), payment);
    expect((await approve(bank(), payment)).transactionStatus).toBe(status);
    expect(await dateOf(payment)).toBe(inForce);
  });
});

it('a payment whose date was moved at its approval is a logical duplicate on its new day [D4-duplicate, D4-date-at-approval]', async () => {
  bank().now = at(WEDNESDAY, '15:25');
  const body = bank().payment();
  const payment = await create(bank(), { body: { ...body, requestedExecutionDate: WEDNESDAY } });
  bank().now = at(WEDNESDAY, '15:31');
  expect((await approve(bank(), payment)).transactionStatus).toBe('ACWC');
  expectRefusal(await bank().send({ body: { ...body, requestedExecutionDate: THURSDAY } }), CONFLICT);
  const another = await bank().send({ body: { ...body, requestedExecutionDate: FRIDAY } });
  expect(another.status, another.text).toBe(201);
});
