import { describe, expect, it } from 'vitest';
import { CREATION } from '../../support/bank.ts';
import { changesOf } from '../../support/life/books.ts';
import { Browser } from '../../support/life/browser.ts';
import { bankOfEach } from '../../support/life/life.ts';
import {
  AUTHORISATIONS,
  bodyOf,
  CANCELLATIONS,
  call,
  cancel,
  create,
  scaStatusOf,
  statusOf,
} from '../../support/life/payments.ts';
import { reach, type State } from '../../support/life/states.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const conflict = { status: 409, code: 'CONFLICT' };
const AUTHORISED: readonly State[] = ['ACTC', 'ACWC', 'ACCP', 'PDNG', 'ACSP'];
const TOO_LATE: readonly State[] = ['ACWP', 'ACSC', 'RJCT', 'CANC'];

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
});
