import { describe, expect, it } from 'vitest';
import { CROSS_BORDER } from '../../../src/values/products.ts';
import { signerOf } from '../../support/bank.ts';
import { sleepUntil, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { actOn, approve } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  CANCELLATIONS,
  call,
  OLA,
  type Payment,
  readStatus,
} from '../../support/life/payments.ts';
import { approvedAs, CREATIONS, createAs, initiation } from '../../support/life/products.ts';
import { TOO_MUCH } from '../../support/life/states.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
/** One of its payments is paid, one short. */
const MIXED = { amounts: ['10.00', TOO_MUCH] };

/** The payments of a bulk, as its TPP reads each. */
async function itemsOf(bulk: Payment): Promise<Payment[]> {
  const { json } = await readStatus(bank(), bulk);
  return json.payments.map(({ paymentId }: { paymentId: string }) => ({
    ...bulk,
    paymentId,
    path: `${CREATIONS.domestic}/${paymentId}`,
  }));
}

describe('a bulk that is read [D4-bulk-payments, D4-bulk-status, D4-rejection-reason]', () => {
  it('tells how each of its payments stands, before it is approved too', async () => {
    const bulk = await createAs(bank(), 'bulk', MIXED);
    const standing = async (below: string) => {
      const { json } = await call(bank(), bulk, 'GET', below);
      return json.payments.map(({ transactionStatus, fundsAvailable }: Record<string, unknown>) => [
        transactionStatus,
        fundsAvailable,
      ]);
    };
    const received = ['RCVD', undefined];
    for (const below of ['', 'status']) expect(await standing(below)).toEqual([received, received]);
    await approve(bank(), bulk);
    sleepUntil(bank(), WEDNESDAY, '11:30');
    for (const below of ['', 'status']) {
      expect(await standing(below)).toEqual([
        ['ACSC', undefined],
        ['ACCP', false],
      ]);
    }
  });

  it('in PART tells which were rejected, and why', async () => {
    const bulk = await approvedAs(bank(), 'bulk', MIXED);
    sleepUntil(bank(), WEDNESDAY, '15:30');
    expect((await readStatus(bank(), bulk)).json).toMatchObject({
      transactionStatus: 'PART',
      payments: [{ transactionStatus: 'ACSC' }, { transactionStatus: 'RJCT', fundsAvailable: false }],
      tppMessages: [{ category: 'ERROR', code: 'PAYMENT_FAILED', path: 'payments[1]' }],
      psuMessage: 'Some of the payments were rejected.',
    });
  });

  it('in PART has no reason when what is not paid was cancelled', async () => {
    const bulk = await approvedAs(bank(), 'bulk', MIXED);
    sleepUntil(bank(), WEDNESDAY, '11:30');
    await call(bank(), bulk, 'POST', CANCELLATIONS);
    await approve(bank(), bulk);
    const { json } = await readStatus(bank(), bulk);
    expect(json.transactionStatus).toBe('PART');
    expect(json).not.toHaveProperty('tppMessages');
    expect(json).not.toHaveProperty('psuMessage');
  });
});

describe('a payment of a bulk [D1-bulk-items, D4-read-body, D2-links]', () => {
  it('is read as a payment of its product: as it was sent, with the bulk’s debtor and day', async () => {
    const body = initiation(bank(), 'bulk', MIXED) as { debtorAccount: object; payments: object[] };
    const bulk = await createAs(bank(), 'bulk', { body });
    for (const [place, item] of (await itemsOf(bulk)).entries()) {
      const { status, json } = await call(bank(), item, 'GET');
      expect(status).toBe(200);
      expect(json).toEqual({
        ...body.payments[place],
        debtorAccount: body.debtorAccount,
        paymentId: item.paymentId,
        requestedExecutionDate: WEDNESDAY,
        transactionStatus: 'RCVD',
        _links: {
          self: { href: item.path, verbs: ['GET'] },
          status: { href: `${item.path}/status`, verbs: ['GET'] },
        },
      });
    }
  });

  it('has a status and a reason of its own', async () => {
    const bulk = await approvedAs(bank(), 'bulk', MIXED);
    sleepUntil(bank(), WEDNESDAY, '11:30');
    await actOn(bank(), 'reject', bulk);
    const [paid, rejected] = await itemsOf(bulk);
    expect((await readStatus(bank(), paid!)).json).toMatchObject({ transactionStatus: 'ACSC' });
    expect((await readStatus(bank(), rejected!)).json).toMatchObject({
      transactionStatus: 'RJCT',
      tppMessages: [{ code: 'BAD_REQUEST' }],
    });
  });

  it('is authorised and cancelled with the bulk alone, which is named', async () => {
    const bulk = await createAs(bank(), 'bulk', MIXED);
    const [item] = await itemsOf(bulk);
    const below = [
      ['DELETE', ''],
      ...[AUTHORISATIONS, CANCELLATIONS].flatMap((kind) => [
        ['POST', kind],
        ['GET', kind],
        ['GET', `${kind}/${bulk.authorisationId}`],
      ]),
    ] as const;
    for (const [method = '', path = ''] of below) {
      const answer = await call(bank(), item!, method, path);
      expectRefusal(answer, { status: 409, code: 'CONFLICT' });
      expect(answer.text).toContain(bulk.paymentId);
    }
    expect((await readStatus(bank(), bulk)).json.transactionStatus).toBe('RCVD');
  });

  it('is not there under another service or product, for another PSU or TPP', async () => {
    const bulk = await createAs(bank(), 'bulk', { ...MIXED, psu: OLA });
    const [item] = await itemsOf(bulk);
    const elsewhere = [CREATIONS.bulk, CREATIONS.periodic, `/v1/payments/${CROSS_BORDER}`];
    const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };
    for (const path of elsewhere) {
      expectRefusal(await call(bank(), { ...item!, path: `${path}/${item!.paymentId}` }, 'GET'), unknown);
    }
    expectRefusal(await call(bank(), { ...item!, psu: '15813963008' }, 'GET'), unknown);
    expectRefusal(await call(bank(), { ...item!, as: signerOf('PSDNO-FSA-39999991') }, 'GET'), unknown);
    expectRefusal(
      await call(bank(), { ...item!, path: `${CREATIONS.domestic}/${bulk.paymentId}` }, 'GET'),
      unknown,
    );
  });
});
