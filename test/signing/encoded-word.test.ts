import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHeaderText, writeHeaderText } from '../../src/signing/encoded-word.ts';

interface Vectors {
  readonly decoded: Readonly<Record<string, string>>;
  readonly accept: readonly { name: string; value: string; decodesTo: string }[];
  readonly reject: readonly { name: string; value: string }[];
}

const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../vectors/rfc2047.json', import.meta.url), 'utf8'),
);
const isRefused = (value: string) => readHeaderText(value).problems.some(({ tolerated }) => !tolerated);

describe('RFC 2047 around the Signature value [I-authentication-3-encoded-word, G1-encoded-word, G2-encoded-words]', () => {
  it.each(vectors.accept)('reads $name', ({ value, decodesTo }) => {
    expect(readHeaderText(value).text).toBe(vectors.decoded[decodesTo]);
    expect(isRefused(value)).toBe(false);
  });

  it.each(vectors.reject)('refuses $name', ({ value }) => {
    expect(isRefused(value)).toBe(true);
  });

  it('warns of Q encoding and of raw octets, and of nothing else it takes', () => {
    const noted = vectors.accept.filter(({ value }) => readHeaderText(value).problems.length > 0);
    expect(noted.map(({ name }) => name)).toEqual(['iso-8859-1-q', 'raw-utf8-bytes-seen-as-latin1']);
  });

  it('reads raw octets as ISO-8859-1 where they are no UTF-8, and text beyond octets as it is', () => {
    expect(readHeaderText('Gr\u00f8n CA').text).toBe('Grøn CA');
    expect(readHeaderText('Gr\u00f8n \u20ac').text).toBe('Grøn €');
    expect(readHeaderText('Gr\u00f8n').problems[0]).toMatchObject({ cause: 'raw', tolerated: true });
  });

  it('joins words before it decodes a character split between them', () => {
    const [left, right] = [Buffer.from('aø').subarray(0, 2), Buffer.from('aø').subarray(2)];
    const value = `=?utf-8?B?${left.toString('base64')}?= =?UTF-8?b?${right.toString('base64')}?=`;
    expect(readHeaderText(value)).toEqual({ text: 'aø', problems: [] });
  });

  it('takes us-ascii, and refuses what is not in it', () => {
    expect(readHeaderText('=?us-ascii?Q?a_b=3D?=').text).toBe('a b=');
    expect(readHeaderText('=?us-ascii?B?w7g=?=').problems[0]).toMatchObject({
      cause: 'charset',
      tolerated: false,
    });
  });

  it('still decodes what it refuses, so that the other checks can run', () => {
    const twice = writeHeaderText(writeHeaderText('date', 'always'), 'always');
    expect(readHeaderText(twice).text).toBe('date');
    expect(readHeaderText('=?koi8?B?ZGF0ZQ==?=').text).toBe('date');
    const utf16 = Buffer.from('\ufeffdate', 'utf16le');
    for (const bytes of [utf16.subarray(2), utf16, Buffer.from(utf16).swap16()])
      expect(readHeaderText(`=?utf-16?B?${bytes.toString('base64')}?=`).text).toBe('date');
  });

  it('writes one word for what is not pure ASCII, and plain text else', () => {
    expect(writeHeaderText('CN=Grøn CA', 'auto')).toMatch(/^=\?utf-8\?B\?[A-Za-z0-9+/=]+\?=$/);
    expect(writeHeaderText('CN=Green CA', 'auto')).toBe('CN=Green CA');
    expect(writeHeaderText('CN=Green CA', 'always')).toBe('=?utf-8?B?Q049R3JlZW4gQ0E=?=');
    expect(writeHeaderText('CN=Grøn CA', 'never')).toBe('CN=Gr\u00c3\u00b8n CA');
    expect(writeHeaderText('CN=a\nb', 'auto')).not.toContain('\n');
  });

  it.each(['auto', 'always', 'never'] as const)('reads back any value written with %s', (mode) => {
    const printable = fc.string({ unit: 'grapheme' }).filter((text) => !/[\p{Cc}]|=\?/u.test(text));
    fc.assert(fc.property(printable, (text) => readHeaderText(writeHeaderText(text, mode)).text === text));
  });
});
