import { beforeAll, describe, expect, it } from 'vitest';
import { expectErrorBody, expectRefusal, faults, type Refusal } from './expectations.ts';
import { withoutHeader } from './messages.ts';
import { bankOf, malformed } from './rows.ts';

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
      expectRefusal(await get(`/v1/payments/no-credit-transfers/${id}${what}`), {
        status: 404,
        code: 'PRODUCT_UNKNOWN',
      });
    });
  }
});

describe('headers of reading a payment [D3-required-reading, D3-optional-reading]', () => {
  const bank = bankOf();
  const paths = [`${product}/AAAAAAAAAAAAAAAAAAAAAA`, `${product}/AAAAAAAAAAAAAAAAAAAAAA/status`];

  for (const path of paths) {
    it.each(['Date', 'TPP-Signature-Certificate', 'Signature'])(`asks for %s at ${path}`, async (name) => {
      const answer = await bank().send({ method: 'GET', path, afterSigning: withoutHeader(name) });
      expectRefusal(answer, { status: 400, code: 'HTTP_HEADER_REQUIRED', path: name });
    });

    it.each([
      'x-accept-fix',
      'X-Request-ID',
      'TPP-Session-ID',
      'TPP-Redirect-URI',
    ])(`asks for %s at ${path}`, async (name) => {
      const answer = await bank().send({ method: 'GET', path, headers: { [name]: null } });
      expectRefusal(answer, { status: 400, code: 'HTTP_HEADER_REQUIRED', path: name });
    });

    it.each([
      'Digest',
      'PSU-IP-Address',
      'PSU-ID',
      'PSU-Context',
      'Content-Type',
      'Accept',
    ])(`does not ask for %s at ${path}`, async (name) => {
      expectRefusal(await bank().send({ method: 'GET', path, headers: { [name]: null } }), notThere);
    });
  }

  it.each([
    ['TPP-Session-ID', 'two words'],
    ['TPP-Redirect-URI', '/cb'],
    ['PSU-ID', 'Kari'],
    ['PSU-IP-Address', 'localhost'],
    ['PSU-Device-ID', 'phone'],
  ])('checks %s when it is sent', async (name, value) => {
    const answer = await bank().send({
      method: 'GET',
      path: `${product}/AAAAAAAAAAAAAAAAAAAAAA`,
      headers: { [name]: value },
    });
    expectRefusal(answer, malformed(name));
  });
});
