import { describe, expect, it } from 'vitest';
import { stepsOf } from '../../support/life/books.ts';
import {
  at,
  FRIDAY,
  MONDAY,
  SATURDAY,
  SUNDAY,
  sleepUntil,
  THURSDAY,
  TUESDAY,
  WEDNESDAY,
} from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { actOn, approve } from '../../support/life/operator.ts';
import { call, type Payment, start, statusOf } from '../../support/life/payments.ts';
import { CREATIONS, createAs, initiation, type Kind, type ProductWish } from '../../support/life/products.ts';
import { sweep } from '../../support/sweep.ts';
import { expectRefusal, messages } from '../refusals/expectations.ts';

const bank = bankOfEach();
const explicit = { headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' } };
const warning = { category: 'WARNING', code: 'EXECUTION_DATE_INVALID', path: 'requestedExecutionDate' };
/** Those whose date can be moved; the domestic one is shown elsewhere. */
const MOVABLE = ['card', 'cross-border', 'bulk'] as const satisfies readonly Kind[];

async function dateOf(payment: Payment): Promise<string> {
  return (await call(bank(), payment, 'GET')).json.requestedExecutionDate;
}

interface Row {
  readonly made: readonly [day: string, time: string];
  readonly asked?: string;
  readonly status: 'ACTC' | 'ACWC';
  readonly inForce: string;
}

const rows: readonly Row[] = [
  { made: [WEDNESDAY, '10:00'], asked: WEDNESDAY, status: 'ACTC', inForce: WEDNESDAY },
  { made: [WEDNESDAY, '10:00'], asked: FRIDAY, status: 'ACTC', inForce: FRIDAY },
  { made: [WEDNESDAY, '10:00'], asked: SUNDAY, status: 'ACWC', inForce: MONDAY },
  { made: [WEDNESDAY, '10:00'], asked: '2026-12-24', status: 'ACWC', inForce: '2026-12-28' },
  { made: [WEDNESDAY, '15:30'], asked: WEDNESDAY, status: 'ACWC', inForce: THURSDAY },
  { made: [WEDNESDAY, '16:00'], status: 'ACTC', inForce: THURSDAY },
  { made: [SATURDAY, '12:00'], asked: SATURDAY, status: 'ACWC', inForce: MONDAY },
  { made: [SATURDAY, '12:00'], status: 'ACTC', inForce: SATURDAY },
];

/**
 * A date that stays, one that is moved, and one that nobody asked for. The calendar behind them is the domestic
 * payment's, for which test/bank/life/moved-dates.test.ts tries every row.
 */
function isFirstOfItsEnd(): (row: Pick<Row, 'asked' | 'status'>) => boolean {
  const seen = new Set<string>();
  return ({ asked, status }) => {
    const end = `${status} ${asked !== undefined}`;
    const isFirst = !seen.has(end);
    seen.add(end);
    return isFirst;
  };
}

const cases = MOVABLE.flatMap((kind) =>
  sweep(rows, isFirstOfItsEnd()).map(
    (row) => [`${kind}, on ${row.made.join(' ')} for ${row.asked ?? 'no day'}`, kind, row] as const,
  ),
);

describe('the date of a product [D4-date-moved, D4-date-absent, D4-acwc, D4-psu-message]', () => {
  it.each(cases)('is settled at creation: %s', async (_, kind, { made, asked, status, inForce }) => {
    bank().now = at(...made);
    const payment = await createAs(bank(), kind, asked === undefined ? {} : { date: asked });
    const { json } = payment.created;
    const dateMessages = messages(payment.created).filter(({ code }) => code === warning.code);
    expect(json.transactionStatus).toBe('RCVD');
    expect(dateMessages).toMatchObject(status === 'ACWC' ? [warning] : []);
    if (status === 'ACWC') expect(json.psuMessage).toMatch(/./);
    else expect(json).not.toHaveProperty('psuMessage');
    expect((await approve(bank(), payment)).transactionStatus).toBe(status);
    expect(await dateOf(payment)).toBe(inForce);
    if (made[0] !== inForce) {
      bank().now = at(inForce, '05:29');
      expect(await statusOf(bank(), payment)).toBe(status);
    }
    bank().now = at(inForce, '15:30');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });

  it('is never moved for an instant payment, and warns of nothing', async () => {
    for (const [day, time] of [
      [WEDNESDAY, '16:00'],
      [SATURDAY, '12:00'],
      ['2026-12-25', '12:00'],
    ] as const) {
      bank().now = at(day, time);
      const payment = await createAs(bank(), 'instant', { amount: '1.00' });
      expect(payment.created.json).not.toHaveProperty('tppMessages');
      expect(payment.created.json).not.toHaveProperty('psuMessage');
      expect((await approve(bank(), payment)).transactionStatus).toBe('ACSC');
      expect(await dateOf(payment)).toBe(day);
    }
  });

  it.each([
    SATURDAY,
    '2026-12-25',
    '2030-01-01',
  ])('is never moved for a periodic payment, from %s', async (date) => {
    sleepUntil(bank(), WEDNESDAY, '16:00');
    const payment = await createAs(bank(), 'periodic', { date });
    expect(payment.created.json).not.toHaveProperty('tppMessages');
    expect((await approve(bank(), payment)).transactionStatus).toBe('ACTC');
    const { json } = await call(bank(), payment, 'GET');
    expect(json.startDate).toBe(date);
    expect(json).not.toHaveProperty('requestedExecutionDate');
  });

  it('is the same to its logical duplicates after the approval of a periodic payment', async () => {
    const what = { path: CREATIONS.periodic, body: initiation(bank(), 'periodic', { date: SATURDAY }) };
    const { paymentId } = (await bank().send(what)).json;
    await approve(bank(), { paymentId } as Payment);
    expectRefusal(await bank().send(what), { status: 409, code: 'CONFLICT' });
  });
});

interface Later {
  readonly what: string;
  readonly wish: ProductWish;
  readonly approved: readonly [day: string, time: string];
  readonly status: 'ACTC' | 'ACWC';
  readonly inForce: string;
}

const later: readonly Later[] = [
  {
    what: 'before its day',
    wish: { date: MONDAY },
    approved: [FRIDAY, '20:00'],
    status: 'ACTC',
    inForce: MONDAY,
  },
  {
    what: 'on its day',
    wish: { date: THURSDAY },
    approved: [THURSDAY, '13:29'],
    status: 'ACTC',
    inForce: THURSDAY,
  },
  {
    what: 'on the evening of its day',
    wish: { date: THURSDAY },
    approved: [THURSDAY, '15:30'],
    status: 'ACWC',
    inForce: FRIDAY,
  },
  {
    what: 'on the evening of a day it was moved to',
    wish: { date: SATURDAY },
    approved: [MONDAY, '20:00'],
    status: 'ACWC',
    inForce: TUESDAY,
  },
  {
    what: 'on the evening of its creation',
    wish: {},
    approved: [WEDNESDAY, '20:00'],
    status: 'ACTC',
    inForce: THURSDAY,
  },
];
const laterCases = MOVABLE.flatMap((kind) =>
  sweep(later, isFirstOfItsEnd()).map((row) => [`${kind}, ${row.what}`, kind, row] as const),
);

describe('the approval of a product after its creation [D4-date-at-approval, D4-acwc]', () => {
  it.each(laterCases)('looks at the date again: %s', async (_, kind, row) => {
    const payment = await createAs(bank(), kind, { ...row.wish, ...explicit });
    bank().now = at(...row.approved);
    await start(bank(), payment);
    expect((await approve(bank(), payment)).transactionStatus).toBe(row.status);
    expect(await dateOf(payment)).toBe(row.inForce);
    bank().now = at(row.inForce, '15:30');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });

  it('books an instant payment on the day of the approval', async () => {
    sleepUntil(bank(), FRIDAY, '23:55');
    const payment = await createAs(bank(), 'instant');
    expect(await dateOf(payment)).toBe(FRIDAY);
    sleepUntil(bank(), SATURDAY, '00:05');
    expect((await approve(bank(), payment)).transactionStatus).toBe('ACSC');
    expect(await dateOf(payment)).toBe(SATURDAY);
    expect(stepsOf(bank(), payment).at(-1)?.at).toBe(at(SATURDAY, '00:05'));
  });

  it('books an instant payment that the bank held on the day of its release', async () => {
    const payment = await createAs(bank(), 'instant');
    await actOn(bank(), 'hold', payment);
    await approve(bank(), payment);
    sleepUntil(bank(), SATURDAY, '12:00');
    await actOn(bank(), 'release', payment);
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    expect(await dateOf(payment)).toBe(SATURDAY);
    expect(stepsOf(bank(), payment).at(-1)?.at).toBe(at(SATURDAY, '12:00'));
  });

  it('leaves a periodic payment its start', async () => {
    const payment = await createAs(bank(), 'periodic', { date: MONDAY, ...explicit });
    sleepUntil(bank(), MONDAY, '20:00');
    await start(bank(), payment);
    expect((await approve(bank(), payment)).transactionStatus).toBe('ACTC');
    expect((await call(bank(), payment, 'GET')).json.startDate).toBe(MONDAY);
  });
});
