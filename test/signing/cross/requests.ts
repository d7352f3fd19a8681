import fc from 'fast-check';
import type { Header, HttpRequest } from '../../../src/message.ts';

/** Any request that Node can send and that both sides of a cross-check have words for. */

const path = fc.stringMatching(/^[A-Za-z0-9_~.-]{1,12}$/).filter((text) => !/^\.+$/.test(text));
const query = fc.stringMatching(/^[a-z]{1,5}=[A-Za-z0-9%20_-]{0,10}$/);
const target = fc
  .tuple(fc.array(path, { minLength: 1, maxLength: 4 }), fc.option(query))
  .map(([parts, rest]) => `/v1/payments/${parts.join('/')}${rest === null ? '' : `?${rest}`}`);

/** Visible ASCII with blanks and commas inside. */
const value = fc.stringMatching(/^[!-~]([ -~]{0,40}[!-~])?$/);

const headers = fc
  .record({
    'X-Request-ID': fc.uuid(),
    'PSU-ID': fc.option(value),
    'TPP-Redirect-URI': fc.option(value),
  })
  .map((given) => Object.entries(given).filter((header): header is [string, string] => header[1] !== null));

export const anyRequest: fc.Arbitrary<HttpRequest> = fc
  .record({
    method: fc.constantFrom('POST', 'PUT'),
    target,
    headers: headers as fc.Arbitrary<Header[]>,
    body: fc.uint8Array({ minLength: 1, maxLength: 200 }),
  })
  .map((request) => ({ ...request, body: Buffer.from(request.body) }));
