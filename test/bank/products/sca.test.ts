import { describe, expect, it } from 'vitest';
import { at, FRIDAY, MINUTE, SATURDAY, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { type Act, approve, decline, play, runBatch } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  call,
  listed,
  type Payment,
  readStatus,
  scaStatusOf,
  start,
  statusOf,
} from '../../support/life/payments.ts';
import { createAs, KINDS, type Kind } from '../../support/life/products.ts';
import { sweep } from '../../support/sweep.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const explicit = { headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' } };
const conflict = { status: 409, code: 'CONFLICT' };
/** All but the domestic one, which is shown elsewhere. */
const OTHERS = KINDS.filter((kind) => kind !== 'domestic');
/** An SCA ends in one way for all kinds, but what ends with it is executed at once, or of several payments. */
const ENDING_OTHERWISE = sweep(OTHERS, (kind) => kind === 'instant' || kind === 'bulk');

/** What each is once its PSU said yes. */
function approvedStatus(kind: Kind): string {
  return kind === 'instant' ? 'ACSC' : 'ACTC';
}

async function expectRejected(payment: Payment): Promise<void> {
  const { json } = await readStatus(bank(), payment);
  expect(json.transactionStatus).toBe('RJCT');
  expect(json).not.toHaveProperty('fundsAvailable');
  await runBatch(bank());
  expect(await statusOf(bank(), payment)).toBe('RJCT');
}

const ends: readonly Act[] = ['decline', 'expire', 'fail'];

describe.each(
  ENDING_OTHERWISE,
)('the SCA of a product: %s [D4-fifteen-minutes, D4-start-authorisation, D6-abandoned]', (kind) => {
  it.each(ends)('rejects the payment when it ends so: %s', async (act) => {
    const payment = await createAs(bank(), kind);
    await play(bank(), act, payment.paymentId);
    expect(await scaStatusOf(bank(), payment)).toBe('FAILED');
    await expectRejected(payment);
  });

  it('rejects the payment a quarter of an hour after it was abandoned or never opened', async () => {
    const [abandoned, untouched] = [await createAs(bank(), kind), await createAs(bank(), kind)];
    await play(bank(), 'abandon', abandoned.paymentId);
    bank().now += 15 * MINUTE - 1;
    expect(await statusOf(bank(), abandoned)).toBe('RCVD');
    expect(await statusOf(bank(), untouched)).toBe('RCVD');
    bank().now += 1;
    for (const payment of [abandoned, untouched]) {
      expect(await scaStatusOf(bank(), payment)).toBe('FAILED');
      await expectRejected(payment);
    }
  });

  it('ends without harm when another is started, which then counts', async () => {
    const payment = await createAs(bank(), kind);
    const { authorisationId } = await start(bank(), payment);
    expect(await scaStatusOf(bank(), payment)).toBe('FAILED');
    expect(await statusOf(bank(), payment)).toBe('RCVD');
    expect((await approve(bank(), payment)).transactionStatus).toBe(approvedStatus(kind));
    expect(await scaStatusOf(bank(), payment, authorisationId)).toBe('FINALISED');
  });

  it('can not be started again once the payment is approved or final', async () => {
    const [approved, declined] = [await createAs(bank(), kind), await createAs(bank(), kind)];
    await approve(bank(), approved);
    await decline(bank(), declined);
    for (const payment of [approved, declined]) {
      expectRefusal(await call(bank(), payment, 'POST', AUTHORISATIONS), conflict);
    }
  });

  it('is left to the TPP when it prefers so', async () => {
    const payment = await createAs(bank(), kind, explicit);
    expect(Object.keys(payment.created.json._links).sort()).toEqual(['self', 'startAuthorisation', 'status']);
    expect(await listed(bank(), payment)).toEqual([]);
    bank().now += 20 * MINUTE;
    expect(await statusOf(bank(), payment)).toBe('RCVD');
    await start(bank(), payment);
    expect((await approve(bank(), payment)).transactionStatus).toBe(approvedStatus(kind));
  });
});

/** [kind, the day asked for, the last day on which it can be approved, the day after it] */
const lapses: readonly (readonly [Kind, string | undefined, string, string])[] = [
  ['card', undefined, WEDNESDAY, THURSDAY],
  ['cross-border', THURSDAY, THURSDAY, FRIDAY],
  ['cross-border', SATURDAY, '2026-11-23', '2026-11-24'],
  ['bulk', THURSDAY, THURSDAY, FRIDAY],
  ['bulk', SATURDAY, '2026-11-23', '2026-11-24'],
  ['instant', undefined, WEDNESDAY, THURSDAY],
  ['periodic', WEDNESDAY, WEDNESDAY, THURSDAY],
  ['periodic', SATURDAY, SATURDAY, '2026-11-22'],
];

describe('a product that nobody authorises [D4-explicit]', () => {
  it.each(
    lapses,
  )('is rejected at the end of its execution day: %s for %s', async (kind, date, last, next) => {
    const payment = await createAs(bank(), kind, { ...explicit, ...(date === undefined ? {} : { date }) });
    bank().now = at(last, '23:59:59.999');
    expect(await statusOf(bank(), payment)).toBe('RCVD');
    bank().now = at(next, '00:00');
    await expectRejected(payment);
    expectRefusal(await call(bank(), payment, 'POST', AUTHORISATIONS), conflict);
  });
});
