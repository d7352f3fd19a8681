import fc from 'fast-check';
import type { Header, HttpRequest } from '../../src/message.ts';

/** Octets of values: anything but line ends and NUL, blanks inside and around. */
const valueOctet = fc.oneof(
  fc.integer({ min: 0x20, max: 0x7e }),
  fc.constantFrom(...[...'\'"\\$`!;:@%{}[]*?~#& \t'].map((character) => character.charCodeAt(0))),
  fc.integer({ min: 0x80, max: 0xff }),
  fc.integer({ min: 0x01, max: 0x1f }).filter((code) => code !== 0x0a && code !== 0x0d),
);
const value = fc.oneof(
  fc.array(valueOctet, { maxLength: 40 }).map((codes) => String.fromCharCode(...codes)),
  fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .map((text) => Buffer.from(text.replaceAll(/[\0\r\n]/g, ''), 'utf8').toString('latin1')),
);
const name = fc.constantFrom(
  ...'PSU-ID psu-id Date Digest Signature X-Request-ID TPP-Redirect-URI Accept User-Agent'.split(' '),
  ...['Content-Type', 'Cookie', 'Authorization', 'Referer', "X-!#$%&'*+.^_`|~"],
);
const text = fc
  .string({ unit: 'grapheme', maxLength: 60 })
  .map((given) => new Uint8Array(Buffer.from(given)));
const awkward = fc
  .constantFrom('@file', '@-', "it's", '$(x) `y` $z', '{"a":"\\n"}\n', '\r\n', '!', '\\', "'", '-', '=')
  .map((given) => new Uint8Array(Buffer.from(given)));

/** With Host in front, as curl sends it, and each body. */
export const httpRequest: fc.Arbitrary<HttpRequest> = fc.record({
  method: fc.constantFrom('POST', 'GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'get'),
  target: fc
    .array(fc.constantFrom(...`/ v1 .. . %2e %20 ? & a=b [0] {x} ' " \\ $x å # |`.split(' ')), {
      maxLength: 8,
    })
    .map((parts) => Buffer.from(`/${parts.join('')}`).toString('latin1')),
  headers: fc
    .array(fc.tuple(name, value) as fc.Arbitrary<Header>, { maxLength: 8 })
    .map((headers): Header[] => [['Host', 'bank.test'], ...headers]),
  body: fc.oneof(fc.constant(new Uint8Array()), fc.uint8Array({ maxLength: 60 }), text, awkward),
});
