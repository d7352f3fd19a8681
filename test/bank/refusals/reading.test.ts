import { beforeAll, describe, expect, it } from 'vitest';
import { expectErrorBody, expectRefusal, faults, NO_PRODUCT, type Refusal } from './expectations.ts';
import { bankOf } from './rows.ts';

const product = '/v1/payments/norwegian-domestic-credit-transfers';
const notThere: Refusal = { status: 404, code: 'RESOURCE_UNKNOWN' };

describe('reading a domestic payment before it is approved [D4-domestic-read, D1-read-other-product, I-known-issue]', () => {
  const bank = bankOf();
  let id: string;
  beforeAll(async () => {
    id = (await bank().send({ body: bank().payment() })).json.paymentId;
  });
  const get = (path: string) => bank().send({ method: 'GET', path });

  for (const what of ['', '/status']) {
    const name = what === '' ? 'details' : 'status';

    it(`does not tell its ${name}`, async () => {
      expectRefusal(await get(`${product}/${id}${what}`), notThere);
    });

    it(`answers for its ${name} as for an id that nobody has`, async () => {
      const [known, unknown] = [
        await get(`${product}/${id}${what}`),
        await get(`${product}/AAAAAAAAAAAAAAAAAAAAAA${what}`),
      ];
      expect([unknown.status, faults(unknown)]).toEqual([known.status, faults(known)]);
      expectErrorBody(unknown);
    });

    it.each([
      'x',
      'AAAAAAAAAAAAAAAAAAAAA',
      'A%41AAAAAAAAAAAAAAAAAAAA',
      '%3Cscript%3E',
    ])(`answers for the ${name} of an id of another form, %s, the same`, async (other) => {
      expectRefusal(await get(`${product}/${other}${what}`), notThere);
    });

    it(`knows no ${name} under another product than its own`, async () => {
      expectRefusal(await get(`/v1/payments/norwegian-cross-border-credit-transfers/${id}${what}`), notThere);
    });

    it(`names a product that does not exist when asked for ${name}`, async () => {
      expectRefusal(await get(`/v1/payments/no-credit-transfers/${id}${what}`), NO_PRODUCT);
    });
  }
});
