import { describe, expect, it } from 'vitest';
import { storedPayments } from '../../support/stored.ts';
import { expectRefusal } from './expectations.ts';
import { instantFee } from './fee-information.ts';
import { domestic, feeInformation, instantAlias } from './kinds.ts';
import { bankOf, knownPsu } from './rows.ts';

const { path } = feeInformation;
const alias = `${instantAlias.path}/fee-information`;
describe('fee information [D4-fee-information, D1-fee-information]', () => {
  const bank = bankOf();
  const send = (at = path, headers: Record<string, string> = {}) =>
    bank().send({ path: at, headers, body: feeInformation.body(bank()) });

  it('is the fee and that there is one, under both names of the product', async () => {
    for (const at of [path, alias]) {
      for (const headers of [{}, knownPsu]) {
        const answer = await send(at, headers);
        expect({ status: answer.status, json: answer.json }).toEqual({ status: 200, json: instantFee });
        expect(answer.header('Content-Type')).toMatch(/^application\/json\b/);
      }
    }
  });

  it('makes nothing: no payment, no authorisation, no place', async () => {
    const answer = await send();
    expect(answer.status).toBe(200);
    expect(answer.header('Location')).toBeUndefined();
    expect(storedPayments(bank().path)).toEqual([]);
  });

  it('is told again, and of something else, under the same X-Request-ID', async () => {
    const headers = { 'X-Request-ID': 'fees-1' };
    expect((await send(path, headers)).status).toBe(200);
    expect((await send(path, headers)).status).toBe(200);
    const body = { ...feeInformation.body(bank()), amount: { amount: '7', currency: 'JPY' } };
    expect((await bank().send({ path, headers, body })).status).toBe(200);
  });

  it('leaves its X-Request-ID to a creation', async () => {
    const headers = { 'X-Request-ID': 'fees-2' };
    expect((await send(path, headers)).status).toBe(200);
    expect((await bank().send({ path: instantAlias.path, headers, body: bank().payment() })).status).toBe(
      201,
    );
  });

  it('is not told to a PSU whom nobody knows', async () => {
    expectRefusal(await send(path, { 'X-PSU-IDENTITY': '15813963009' }), {
      status: 401,
      code: 'PSU_CREDENTIALS_INVALID',
    });
  });

  it('is asked for by POST alone', async () => {
    for (const method of ['PUT', 'PATCH']) {
      const answer = await bank().send({ method, path, body: feeInformation.body(bank()) });
      expect(answer.status).toBe(405);
      expect(answer.header('Allow')).toMatch(/\bPOST\b/);
    }
  });
});

describe('the product of fee information [D1-fee-information, D1-product-unknown]', () => {
  const bank = bankOf();
  const products: readonly (readonly [string, number, string])[] = [
    ['instant-norwegian-credit-transfers-target2', 404, 'PRODUCT_UNKNOWN'],
    ['instant-norwegian-credit-transfers-STRAKS', 404, 'PRODUCT_UNKNOWN'],
    ['instant-norwegian-credit-transfers-', 404, 'PRODUCT_UNKNOWN'],
    ['instant-norwegian-credit-transfers', 404, 'PRODUCT_UNKNOWN'],
    ['sepa-credit-transfers', 403, 'PRODUCT_INVALID'],
    ['no-credit-transfers', 404, 'PRODUCT_UNKNOWN'],
    ['norwegian-domestic-credit-transfers', 403, 'PRODUCT_INVALID'],
    ['norwegian-cross-border-credit-transfers', 403, 'PRODUCT_INVALID'],
  ];

  it.each(products)('is the instant one and not %s', async (product, status, code) => {
    const at = `/v1/payments/${product}/fee-information`;
    const answer = await bank().send({ path: at, body: feeInformation.body(bank()) });
    expectRefusal(answer, { status, code });
  });

  it('is of a single payment', async () => {
    for (const service of ['bulk-payments', 'periodic-payments']) {
      const at = path.replace('/payments/', `/${service}/`);
      const answer = await bank().send({ path: at, body: feeInformation.body(bank()) });
      expect(answer.status).toBe(405);
      expect(answer.header('Allow')).not.toMatch(/POST/);
    }
  });

  it('is looked at before anything else', async () => {
    const at = `${domestic.path}/fee-information`;
    const answer = await bank().send({ path: at, headers: { 'TPP-Session-ID': null }, rawBody: '' });
    expectRefusal(answer, { status: 403, code: 'PRODUCT_INVALID' });
  });
});
