import { describe, expect, it } from 'vitest';
import { CREATION } from '../../support/bank.ts';
import { bookedOn, changesOf } from '../../support/life/books.ts';
import { Browser } from '../../support/life/browser.ts';
import { MINUTE, sleepUntil, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, play } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  bodyOf,
  CANCELLATIONS,
  call,
  cancel,
  create,
  KARI,
  type Payment,
  scaStatusOf,
  start,
  statusOf,
} from '../../support/life/payments.ts';
import { reach, type State } from '../../support/life/states.ts';
import { parametersOf, walk } from '../../support/life/walk.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const conflict = { status: 409, code: 'CONFLICT' };
const AUTHORISED: readonly State[] = ['ACTC', 'ACWC', 'ACCP', 'PDNG', 'ACSP'];
const TOO_LATE: readonly State[] = ['ACWP', 'ACSC', 'RJCT', 'CANC'];

/** A payment in a state, with the authorisation of its cancellation started. */
async function cancelling(state: State): Promise<{ payment: Payment; id: string; link: string }> {
  const payment = await reach(bank(), state);
  expect((await cancel(bank(), payment)).status).toBe(202);
  const { authorisationId, link } = await start(bank(), payment, CANCELLATIONS);
  return { payment, id: authorisationId, link };
}

const scaOf = (payment: Payment, id: string) => scaStatusOf(bank(), payment, id, CANCELLATIONS);

describe('cancelling a payment before it is authorised [D4-cancel, D1-cancel]', () => {
  it('answers 204 with nothing in it, and the payment is cancelled', async () => {
    const payment = await create(bank());
    const answer = await cancel(bank(), payment);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(answer.header('Content-Type')).toBeUndefined();
    expect(await statusOf(bank(), payment)).toBe('CANC');
    expect(changesOf(bank(), payment)).toEqual(['RCVD→CANC']);
  });

  it('ends its open authorisation: the link approves nothing more', async () => {
    const payment = await create(bank());
    await cancel(bank(), payment);
    expect(await scaStatusOf(bank(), payment)).toBe('FAILED');
    const browser = new Browser(bank());
    const page = await browser.open(payment.link);
    expect(page.forms).toEqual([]);
    expect(page.leavesTo ?? '').not.toContain('psu-id');
    expect(await statusOf(bank(), payment)).toBe('CANC');
  });

  it('frees its place: the same payment can be made again', async () => {
    const body = bodyOf(bank(), {});
    const { paymentId } = (await bank().send({ body })).json;
    expectRefusal(await bank().send({ body }), conflict);
    const path = `${CREATION}/${paymentId}`;
    await bank().send({ method: 'DELETE', path });
    expect((await bank().send({ body })).status).toBe(201);
  });
});

describe('cancelling a payment after it is authorised [D4-cancel, D4-cancel-sca, D4-start-authorisation, D9-released]', () => {
  it.each(AUTHORISED)('answers 202 in %s and changes nothing yet', async (state) => {
    const payment = await reach(bank(), state);
    const answer = await cancel(bank(), payment);
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({
      transactionStatus: state,
      _links: {
        startAuthorisation: { href: `${payment.path}/${CANCELLATIONS}`, verbs: ['POST'] },
        self: { href: payment.path, verbs: expect.arrayContaining(['GET']) },
        status: { href: `${payment.path}/status`, verbs: ['GET'] },
      },
    });
    expect(await statusOf(bank(), payment)).toBe(state);
    expect((await cancel(bank(), payment)).status).toBe(202);
  });

  it.each(TOO_LATE)('answers 409 in %s, as does each start of an SCA', async (state) => {
    const payment = await reach(bank(), state);
    expectRefusal(await cancel(bank(), payment), conflict);
    for (const kind of [AUTHORISATIONS, CANCELLATIONS]) {
      expectRefusal(await call(bank(), payment, 'POST', kind), conflict);
    }
    expect(await statusOf(bank(), payment)).toBe(state);
  });

  it.each(
    AUTHORISED,
  )('takes an SCA of its own from %s: approved, the payment is cancelled', async (state) => {
    const { payment, id, link } = await cancelling(state);
    const redirect = await walk(bank(), link, { number: KARI }, 'confirm');
    expect(Object.keys(parametersOf(redirect)).sort()).toEqual(['context', 'psu-id', 'tpp-session-id']);
    expect(await scaOf(payment, id)).toBe('FINALISED');
    expect(await statusOf(bank(), payment)).toBe('CANC');
    expect(changesOf(bank(), payment).at(-1)).toBe(`${state}→CANC`);
  });
  it.each<readonly [string, (payment: Payment, link: string) => Promise<unknown>]>([
    ['declined', (_, link) => walk(bank(), link, { number: KARI }, 'decline')],
    ['expired', (payment) => play(bank(), 'expire', payment.paymentId)],
    ['failed', (payment) => play(bank(), 'fail', payment.paymentId)],
    [
      'out of time',
      async () => {
        bank().now += 15 * MINUTE;
      },
    ],
  ])('takes an SCA of its own: %s, the payment stays as it is', async (_, fail) => {
    const { payment, id, link } = await cancelling('ACTC');
    await fail(payment, link);
    expect(await scaOf(payment, id)).toBe('FAILED');
    expect(await statusOf(bank(), payment)).toBe('ACTC');
    sleepUntil(bank(), WEDNESDAY, '11:30');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });

  it('books nothing at the runs that follow, and frees what was reserved', async () => {
    const { payment } = await cancelling('ACSP');
    const before = await bookedOn(bank(), bank().accounts.debtor);
    const all = await create(bank(), { amount: '250000.00' });
    await approve(bank(), all);
    const { link } = await start(bank(), payment, CANCELLATIONS);
    await walk(bank(), link, { number: KARI }, 'confirm');
    sleepUntil(bank(), WEDNESDAY, '13:30');
    expect(await statusOf(bank(), payment)).toBe('CANC');
    expect(await statusOf(bank(), all)).toBe('ACSC');
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(before - 250_000);
  });
});

it('a cancellation that comes too late fails, because the payment was booked meanwhile [D4-cancel-sca]', async () => {
  const tooLate = { status: '409', code: 'CONFLICT', message: expect.stringMatching(/./) };
  sleepUntil(bank(), WEDNESDAY, '11:20');
  const { payment, id, link } = await cancelling('ACTC');
  sleepUntil(bank(), WEDNESDAY, '11:31');
  expect(parametersOf(await walk(bank(), link, { number: KARI }, 'confirm'))).toEqual(tooLate);
  expect(await scaOf(payment, id)).toBe('FAILED');
  expect(await statusOf(bank(), payment)).toBe('ACSC');
});
