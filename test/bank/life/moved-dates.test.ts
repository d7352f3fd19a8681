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
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const explicit = { headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' } };
const warning = { category: 'WARNING', code: 'EXECUTION_DATE_INVALID', path: 'requestedExecutionDate' };

async function dateOf(payment: Payment): Promise<string> {
  return (await call(bank(), payment, 'GET')).json.requestedExecutionDate;
}

interface Row {
  readonly made: readonly [day: string, time: string];
  /** Absent: none is asked for. */
  readonly asked?: string;
  readonly status: 'ACTC' | 'ACWC';
  readonly inForce: string;
}

const CHRISTMAS_EVE = '2026-12-24';

/** Made and approved at once. @see D4-date-absent, D4-date-moved, D4-date-at-approval */
const atOnce: readonly (readonly [string, Row])[] = [
  [
    'today, after the last run',
    { made: [WEDNESDAY, '16:00'], asked: WEDNESDAY, status: 'ACWC', inForce: THURSDAY },
  ],
  ['no date, after the last run', { made: [WEDNESDAY, '16:00'], status: 'ACTC', inForce: THURSDAY }],
  ['Friday after the last run', { made: [FRIDAY, '15:31'], asked: FRIDAY, status: 'ACWC', inForce: MONDAY }],
  ['no date, Friday after the last run', { made: [FRIDAY, '15:31'], status: 'ACTC', inForce: SATURDAY }],
  [
    'Christmas Eve',
    { made: [WEDNESDAY, '10:00'], asked: CHRISTMAS_EVE, status: 'ACWC', inForce: '2026-12-28' },
  ],
];

describe('the date in force [D4-date-moved, D4-date-absent, D4-acwc]', () => {
  it.each(atOnce)('is settled at creation: %s', async (_, { made, asked, status, inForce }) => {
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
});

interface Later extends Omit<Row, 'made'> {
  readonly made: readonly [day: string, time: string];
  readonly approved: readonly [day: string, time: string];
}

/** Approved so much later that the date is another one. */
const later: readonly (readonly [string, Later])[] = [
  [
    'over the last run, with a date',
    {
      made: [WEDNESDAY, '15:25'],
      asked: WEDNESDAY,
      approved: [WEDNESDAY, '15:31'],
      status: 'ACWC',
      inForce: THURSDAY,
    },
  ],
  [
    'over the last run, without a date',
    { made: [WEDNESDAY, '15:25'], approved: [WEDNESDAY, '15:31'], status: 'ACTC', inForce: THURSDAY },
  ],
  [
    'over midnight into its own day',
    {
      made: [WEDNESDAY, '23:55'],
      asked: THURSDAY,
      approved: [THURSDAY, '00:05'],
      status: 'ACTC',
      inForce: THURSDAY,
    },
  ],
  [
    'over midnight into Saturday, moved already',
    {
      made: [FRIDAY, '23:55'],
      asked: FRIDAY,
      approved: [SATURDAY, '00:05'],
      status: 'ACWC',
      inForce: MONDAY,
    },
  ],
];

describe('an approval some time after the creation [D4-date-at-approval, D4-acwc]', () => {
  it.each(later)('looks at the date again: %s', async (_, { made, asked, approved, status, inForce }) => {
    bank().now = at(...made);
    const payment = await create(bank(), asked === undefined ? {} : { date: asked });
    bank().now = at(...approved);
    expect((await approve(bank(), payment)).transactionStatus).toBe(status);
    expect(await dateOf(payment)).toBe(inForce);
    bank().now = at(inForce, '15:30');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });

  const days: readonly (readonly [string, Wish, string, string, string])[] = [
    ['days later, before its day', { date: MONDAY }, FRIDAY, 'ACTC', MONDAY],
    ['on the evening of its day', { date: THURSDAY }, THURSDAY, 'ACWC', FRIDAY],
    ['on the evening of a day it was moved to', { date: SATURDAY }, MONDAY, 'ACWC', TUESDAY],
    ['on the evening of the day it was made', {}, WEDNESDAY, 'ACTC', THURSDAY],
  ];
  it.each(days)('of an SCA started by itself: %s', async (_, wish, day, status, inForce) => {
    const payment = await create(bank(), { ...wish, ...explicit });
    sleepUntil(bank(), day, '20:00');
    await start(bank(), payment);
    expect((await approve(bank(), payment)).transactionStatus).toBe(status);
    expect(await dateOf(payment)).toBe(inForce);
  });
});

describe('a payment whose date was moved at its approval [D4-duplicate, D4-date-at-approval]', () => {
  it('is a logical duplicate on its new day', async () => {
    bank().now = at(WEDNESDAY, '15:25');
    const body = bank().payment();
    const payment = await create(bank(), { body: { ...body, requestedExecutionDate: WEDNESDAY } });
    bank().now = at(WEDNESDAY, '15:31');
    expect((await approve(bank(), payment)).transactionStatus).toBe('ACWC');
    expectRefusal(await bank().send({ body: { ...body, requestedExecutionDate: THURSDAY } }), {
      status: 409,
      code: 'CONFLICT',
    });
    const another = await bank().send({ body: { ...body, requestedExecutionDate: FRIDAY } });
    expect(another.status, another.text).toBe(201);
  });
});
