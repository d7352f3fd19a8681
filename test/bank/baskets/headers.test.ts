import { describe, expect, it } from 'vitest';
import type { Send } from '../../support/bank.ts';
import { BASKETS } from '../../support/life/baskets.ts';
import { AUTHORISATIONS, KARI } from '../../support/life/payments.ts';
import { expectRefusal } from '../refusals/expectations.ts';
import { malformedHeaders, OF_PAYMENTS, requiredHeaders } from '../refusals/payment-headers.ts';
import { bankOf, knownPsu } from '../refusals/rows.ts';

const bank = bankOf();
const nobody = 'AAAAAAAAAAAAAAAAAAAAAA';

/** Each basket operation: method, path, body. */
const operations: readonly (readonly [string, string, string, object | null])[] = [
  ['create basket', 'POST', '', { paymentIds: [nobody] }],
  ['read basket', 'GET', `/${nobody}`, null],
  ['read basket status', 'GET', `/${nobody}/status`, null],
  ['delete basket', 'DELETE', `/${nobody}`, null],
  ['start basket authorisation', 'POST', `/${nobody}/${AUTHORISATIONS}`, null],
  ['list basket authorisations', 'GET', `/${nobody}/${AUTHORISATIONS}`, null],
  ['read basket authorisation', 'GET', `/${nobody}/${AUTHORISATIONS}/${nobody}`, null],
];

describe.each(
  operations,
)('the headers of: %s [D3-basket-operations, I-headers, I-basket-authorisation-headers]', (name, method, below, body) => {
  /** What is answered when no header is wrong: the payment, or the basket, is not there. */
  const unknown = body
    ? { status: 400, code: 'RESOURCE_UNKNOWN', path: 'paymentIds[0]' }
    : { status: 404, code: 'RESOURCE_UNKNOWN' };
  const needsId = name === 'start basket authorisation';
  const ask = ({ headers, ...rest }: Send = {}) =>
    bank().send({
      method,
      path: `${BASKETS}${below}`,
      ...(body ? { body } : {}),
      ...rest,
      headers: { 'PSU-Context': null, ...(needsId ? knownPsu : {}), ...headers },
    });

  for (const required of requiredHeaders(method)) {
    it(`must have ${required}`, async () => {
      const answer = await ask({ headers: { [required]: null } });
      expectRefusal(answer, { status: 400, code: 'HTTP_HEADER_REQUIRED', path: required });
    });
  }

  it('name everything that is missing at once', async () => {
    const missing = requiredHeaders(method).filter(
      (required) => OF_PAYMENTS.includes(required) || required.startsWith('PSU'),
    );
    const answer = await ask({ headers: Object.fromEntries(missing.map((one) => [one, null])) });
    expect(answer.json.tppMessages.map(({ path }: { path: string }) => path)).toEqual(missing);
  });

  if (needsId) {
    it('must have PSU-ID, whatever else names the PSU [D3-basket-authorisation-psu]', async () => {
      const headers = { 'PSU-ID': null, 'X-PSU-IDENTITY': KARI, 'PSU-Context': 'PRIVATE' };
      const missing = { status: 400, code: 'HTTP_HEADER_REQUIRED', path: 'PSU-ID' };
      expectRefusal(await ask({ headers }), missing);
    });
  } else {
    it('need no PSU', async () => {
      expectRefusal(await ask(), unknown);
    });
  }

  it('need no Digest, and have it checked when it is there', async () => {
    const bytes = Buffer.from(body ? JSON.stringify(body) : '');
    const bare = await ask({ rawBody: '', afterSigning: (request) => ({ ...request, body: bytes }) });
    expectRefusal(bare, unknown);
    const wrong = { Digest: `SHA-256=${Buffer.alloc(32).toString('base64')}` };
    expectRefusal(await ask({ headers: wrong }), { status: 400, code: 'BAD_REQUEST', path: 'Digest' });
  });

  it.each(malformedHeaders)('must be well-formed: %s: %s', async (header, value) => {
    const answer = await ask({ headers: { [header]: value } });
    expectRefusal(answer, { status: 400, code: 'FORMAT_ERROR', path: header });
  });
});
