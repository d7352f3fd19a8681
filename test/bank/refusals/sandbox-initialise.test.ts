import { describe, expect, it } from 'vitest';
import type { Send } from '../../support/bank.ts';
import { expectRefusal, type Refusal } from './expectations.ts';
import { otherBody, withoutHeader } from './messages.ts';
import { bankOf, malformed } from './rows.ts';

/** A sandbox operation asks for none of the headers of a payment. */
const ofPayments = {
  'x-accept-fix': null,
  'TPP-Session-ID': null,
  'TPP-Redirect-URI': null,
  'PSU-Context': null,
  'PSU-IP-Address': null,
};
const initialise: Send = { method: 'POST', path: '/v1/sandbox/initialize', headers: ofPayments, rawBody: '' };

describe('sandbox initialise [I-sandbox-initialise, D1-initialise, D3-required-sandbox, D8-initialise]', () => {
  const bank = bankOf();

  it('needs no body and no header of a payment', async () => {
    expect((await bank().send(initialise)).status).toBeOneOf([200, 201, 204]);
  });
});

describe('refusals of sandbox initialise [D3-required-sandbox-headers, D2-body-ignored]', () => {
  const bank = bankOf();

  it.each(['Date', 'TPP-Signature-Certificate', 'Signature'])('asks for %s', async (name) => {
    const answer = await bank().send({ ...initialise, afterSigning: withoutHeader(name) });
    expectRefusal(answer, { status: 400, code: 'HTTP_HEADER_REQUIRED', path: name });
  });

  it('asks for X-Request-ID', async () => {
    const answer = await bank().send({ ...initialise, headers: { ...ofPayments, 'X-Request-ID': null } });
    expectRefusal(answer, { status: 400, code: 'HTTP_HEADER_REQUIRED', path: 'X-Request-ID' });
  });

  it('checks a header it does not ask for', async () => {
    const answer = await bank().send({ ...initialise, headers: { ...ofPayments, 'PSU-ID': 'Kari' } });
    expectRefusal(answer, malformed('PSU-ID'));
  });

  const bodies: readonly (readonly [string, Send])[] = [
    ['JSON', { rawBody: '{"customers":[]}' }],
    ['no JSON', { rawBody: 'not JSON' }],
    [
      'another media type',
      { rawBody: '<a/>', headers: { ...ofPayments, 'Content-Type': 'application/xml' } },
    ],
  ];
  for (const [what, send] of bodies) {
    it(`ignores a body of ${what}`, async () => {
      expect((await bank().send({ ...initialise, ...send })).status).toBeOneOf([200, 201, 204]);
    });
  }

  it('refuses a body that is not the one its Digest was made of', async () => {
    const mismatch: Refusal = {
      status: 400,
      code: 'BAD_REQUEST',
      path: 'Digest',
      text: /^digest-mismatch\b/,
    };
    expectRefusal(await bank().send({ ...initialise, rawBody: '{}', afterSigning: otherBody }), mismatch);
  });
});
