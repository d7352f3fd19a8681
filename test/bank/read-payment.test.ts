import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Signer } from '../../src/signing/sign.ts';
import { CREATION, openTestBank, type Send, signerOf, type TestBank } from '../support/bank.ts';
import { changeStore } from '../support/store-work.ts';
import { expectRefusal } from './refusals/expectations.ts';

const psu = { 'X-PSU-IDENTITY': '15813963008' };
const noPsu = { 'PSU-Context': null };
let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank();
});
afterAll(() => bank.close());

/** A payment as it stands once its PSU has approved it. */
async function approved(body = bank.payment(), headers: Send['headers'] = {}): Promise<string> {
  const created = await bank.send({ body, headers });
  expect(created.status, created.text).toBe(201);
  const { paymentId } = created.json;
  await changeStore(bank.path, `UPDATE payments SET status = 'ACTC' WHERE id = ?`, paymentId);
  return paymentId;
}

function details(paymentId: string, what: Send = {}) {
  return bank.send({ method: 'GET', path: `${CREATION}/${paymentId}`, ...what });
}

function status(paymentId: string, what: Send = {}) {
  return details(paymentId, { ...what, path: `${CREATION}/${paymentId}/status` });
}

it('details of a payment can be read with every status but RCVD [D4-read-body, D2-links]', async () => {
  const paymentId = await approved();
  for (const code of ['ACWC', 'ACCP', 'ACSP', 'ACSC', 'PDNG', 'RJCT', 'CANC']) {
    await changeStore(bank.path, 'UPDATE payments SET status = ? WHERE id = ?', code, paymentId);
    expect((await details(paymentId)).json.transactionStatus).toBe(code);
    expect((await status(paymentId)).json.transactionStatus).toBe(code);
  }
  await changeStore(bank.path, `UPDATE payments SET status = 'RCVD' WHERE id = ?`, paymentId);
  expectRefusal(await details(paymentId), { status: 404, code: 'RESOURCE_UNKNOWN' });
});

describe('the status of a payment [D4-status-body, I-funds-available]', () => {
  it.each([
    [1, true],
    [0, false],
  ])('says whether funds are available once that was checked (%i)', async (stored, fundsAvailable) => {
    const paymentId = await approved();
    await changeStore(bank.path, 'UPDATE payments SET funds_available = ? WHERE id = ?', stored, paymentId);
    const answer = await status(paymentId);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ transactionStatus: 'ACTC', paymentId, fundsAvailable });
  });

  it('says nothing of funds before', async () => {
    const paymentId = await approved();
    expect((await status(paymentId)).json).toEqual({
      transactionStatus: 'ACTC',
      paymentId,
      _links: {
        self: { href: `${CREATION}/${paymentId}`, verbs: expect.arrayContaining(['GET']) },
        status: { href: `${CREATION}/${paymentId}/status`, verbs: ['GET'] },
      },
    });
  });
});

describe('who may read a payment [D2-resource-unknown, D3-psu-of-payment]', () => {
  const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };
  let stranger: Signer;
  let paymentId: string;
  beforeAll(async () => {
    stranger = signerOf('PSDNO-FSA-39999991');
    paymentId = await approved(bank.payment(), { ...noPsu, ...psu });
  });

  it('is the TPP that made it: another gets the answer to an id that nobody has', async () => {
    for (const read of [details, status]) {
      const refused = await read(paymentId, { as: stranger, headers: psu });
      const nobody = await read('AAAAAAAAAAAAAAAAAAAAAA', { as: stranger, headers: psu });
      expectRefusal(refused, unknown);
      expect(refused.text).toBe(nobody.text);
      expect(refused.headers.map(([name]) => name)).toEqual(nobody.headers.map(([name]) => name));
    }
  });
});
