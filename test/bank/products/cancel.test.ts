import { describe, expect, it } from 'vitest';
import { bookedOn, minorOn } from '../../support/life/books.ts';
import { Browser } from '../../support/life/browser.ts';
import { DAY, MINUTE, sleepUntil, TUESDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, decline, runBatch } from '../../support/life/operator.ts';
import {
  CANCELLATIONS,
  call,
  cancel,
  KARI,
  OLA,
  type Payment,
  scaStatusOf,
  start,
  statusOf,
} from '../../support/life/payments.ts';
import { reachAs, statesOf } from '../../support/life/product-states.ts';
import { approvedAs, CREATIONS, cardOf, createAs, KINDS, type Kind } from '../../support/life/products.ts';
import type { State } from '../../support/life/states.ts';
import { parametersOf, walk } from '../../support/life/walk.ts';
import { sweep } from '../../support/sweep.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const conflict = { status: 409, code: 'CONFLICT' };
/** All but the domestic one, which is shown elsewhere. */
const OTHERS = KINDS.filter((kind) => kind !== 'domestic');
const AUTHORISED: readonly State[] = ['ACTC', 'ACWC', 'ACCP', 'PDNG', 'ACSP'];
const TOO_LATE: readonly State[] = ['ACWP', 'ACSC', 'RJCT', 'CANC'];

/**
 * Each kind in the first of the states that it knows, and where money of its own kind is reserved, awaited or owed. For
 * a domestic payment all states are tried by test/bank/life/cancel.test.ts.
 */
function casesOf(states: readonly State[]): readonly [Kind, State][] {
  return OTHERS.flatMap((kind) => {
    const known = statesOf(kind).filter((state) => states.includes(state));
    const kept = sweep(known, (state, place) => place === 0 || ['ACCP', 'ACSP', 'ACWP'].includes(state));
    return kept.map((state): [Kind, State] => [kind, state]);
  });
}

/** Cancels what is authorised, with the SCA that this takes. */
async function cancelled(payment: Payment): Promise<void> {
  expect((await cancel(bank(), payment)).status).toBe(202);
  await start(bank(), payment, CANCELLATIONS);
  expect(await approve(bank(), payment)).toMatchObject({
    scaStatus: 'FINALISED',
    transactionStatus: 'CANC',
  });
}

describe('cancelling a product before it is authorised [D4-cancel, D1-cancel]', () => {
  it.each(OTHERS)('answers 204, and nothing becomes of it any more: %s', async (kind) => {
    const payment = await createAs(bank(), kind);
    const answer = await cancel(bank(), payment);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await statusOf(bank(), payment)).toBe('CANC');
    expect(await scaStatusOf(bank(), payment)).toBe('FAILED');
    const page = await new Browser(bank()).open(payment.link);
    expect(page.forms).toEqual([]);
    bank().now += 20 * MINUTE;
    await runBatch(bank());
    expect(await statusOf(bank(), payment)).toBe('CANC');
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(250_000);
  });

  it.each(OTHERS)('needs no SCA when the TPP has not started one yet: %s', async (kind) => {
    const headers = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
    const payment = await createAs(bank(), kind, { headers });
    expect((await cancel(bank(), payment)).status).toBe(204);
    bank().now += 2 * DAY;
    expect(await statusOf(bank(), payment)).toBe('CANC');
  });
});

describe('cancelling a product after it is authorised [D4-cancel, D4-cancel-sca]', () => {
  const cases = casesOf(AUTHORISED);

  it.each(cases)('takes an SCA of its own: %s in %s', async (kind, state) => {
    const payment = await reachAs(bank(), kind, state);
    const answer = await cancel(bank(), payment);
    expect(answer.status, answer.text).toBe(202);
    const href = `${payment.path}/${CANCELLATIONS}`;
    expect(answer.json).toMatchObject({
      transactionStatus: state,
      _links: { startAuthorisation: { href, verbs: ['POST'] } },
    });
    expect(await statusOf(bank(), payment)).toBe(state);
    const { authorisationId, link } = await start(bank(), payment, CANCELLATIONS);
    const redirect = await walk(bank(), link, { number: KARI }, 'confirm');
    expect(Object.keys(parametersOf(redirect)).sort()).toEqual(['context', 'psu-id', 'tpp-session-id']);
    expect(await scaStatusOf(bank(), payment, authorisationId, CANCELLATIONS)).toBe('FINALISED');
    expect(await statusOf(bank(), payment)).toBe('CANC');
    const card = cardOf(bank()).id;
    const before = [await bookedOn(bank(), bank().accounts.debtor), minorOn(bank(), card)];
    sleepUntil(bank(), TUESDAY, '16:00');
    expect(await statusOf(bank(), payment)).toBe('CANC');
    expect([await bookedOn(bank(), bank().accounts.debtor), minorOn(bank(), card)]).toEqual(before);
  });

  it.each(cases)('leaves it as it is when that SCA is declined: %s in %s', async (kind, state) => {
    const payment = await reachAs(bank(), kind, state);
    const { authorisationId } = await start(bank(), payment, CANCELLATIONS);
    await decline(bank(), payment);
    expect(await scaStatusOf(bank(), payment, authorisationId, CANCELLATIONS)).toBe('FAILED');
    expect(await statusOf(bank(), payment)).toBe(state);
    await cancelled(payment);
  });

  it.each(OTHERS.filter((kind) => kind !== 'instant'))('is for its own PSU alone: %s', async (kind) => {
    const payment = await approvedAs(bank(), kind);
    const { link } = await start(bank(), payment, CANCELLATIONS);
    const redirect = await walk(bank(), link, { number: OLA }, 'confirm').catch(() => undefined);
    expect(redirect?.searchParams.has('psu-id') ?? false).toBe(false);
    expect(await statusOf(bank(), payment)).toBe('ACTC');
  });
});

describe('cancelling a product that is final, or nearly [D4-cancel]', () => {
  it.each(casesOf(TOO_LATE))('is refused: %s in %s', async (kind, state) => {
    const payment = await reachAs(bank(), kind, state);
    expectRefusal(await cancel(bank(), payment), conflict);
    expectRefusal(await call(bank(), payment, 'POST', CANCELLATIONS), conflict);
    expect(await statusOf(bank(), payment)).toBe(state);
  });

  it.each([
    'card',
    'cross-border',
    'bulk',
  ] as const)('fails at its SCA when it was taken meanwhile: %s', async (kind) => {
    sleepUntil(bank(), WEDNESDAY, '11:20');
    const payment = await approvedAs(bank(), kind);
    const { authorisationId, link } = await start(bank(), payment, CANCELLATIONS);
    sleepUntil(bank(), WEDNESDAY, '11:31');
    const redirect = await walk(bank(), link, { number: KARI }, 'confirm');
    expect(parametersOf(redirect)).toMatchObject({ status: '409', code: 'CONFLICT' });
    expect(await scaStatusOf(bank(), payment, authorisationId, CANCELLATIONS)).toBe('FAILED');
    sleepUntil(bank(), WEDNESDAY, '13:30');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });

  it.each(OTHERS)('is not known under another service or product than its own: %s', async (kind) => {
    const payment = await createAs(bank(), kind);
    const others = Object.values(CREATIONS).filter((path) => path !== CREATIONS[kind]);
    for (const path of others) {
      const elsewhere = { ...payment, path: `${path}/${payment.paymentId}` };
      expectRefusal(await cancel(bank(), elsewhere), { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
    expect(await statusOf(bank(), payment)).toBe('RCVD');
  });
});

describe('cancelling a bulk [D4-bulk-cancel]', () => {
  it('cancels every item that can be, and leaves the booked ones: PART', async () => {
    const payment = await approvedAs(bank(), 'bulk', { amounts: ['1000.00', '400000.00', '300000.00'] });
    sleepUntil(bank(), WEDNESDAY, '11:30');
    expect(await statusOf(bank(), payment)).toBe('ACCP');
    await start(bank(), payment, CANCELLATIONS);
    expect(await approve(bank(), payment)).toMatchObject({
      scaStatus: 'FINALISED',
      transactionStatus: 'PART',
    });
    expect(await statusOf(bank(), payment)).toBe('PART');
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(249_000);
    expectRefusal(await cancel(bank(), payment), conflict);
    sleepUntil(bank(), TUESDAY, '16:00');
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(249_000);
    expect(await statusOf(bank(), payment)).toBe('PART');
  });

  it('cancels all its items before it is authorised', async () => {
    const payment = await createAs(bank(), 'bulk', { amounts: ['1.00', '2.00', '3.00'] });
    expect((await cancel(bank(), payment)).status).toBe(204);
    sleepUntil(bank(), TUESDAY, '16:00');
    expect(await statusOf(bank(), payment)).toBe('CANC');
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(250_000);
  });
});
