import { describe, expect, it } from 'vitest';
import { verifySoon } from './soon.ts';
import { handmade, makeTpp } from './tpp.ts';

const tpp = makeTpp();
/** Just below what is read of a Signature header. */
const LONG = 60_000;
const long = (text: string, length = LONG) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const REST = 'algorithm="rsa-sha256",headers="date",signature="AAAA"';
const keyId = (text: string) => `keyId="${text}",${REST}`;
const issuer = (text: string) => keyId(`SN=1,CA=${text}`);
const parameters = (headers: string, signature: string) =>
  `keyId="${tpp.keyId}",algorithm="rsa-sha256",headers="${headers}",signature="${signature}"`;

function nested(levels: number): string {
  let text = keyId(tpp.keyId);
  for (let level = 0; level < levels; level += 1)
    text = `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
  return text;
}

/** Shapes in which a regular expression would go back and forth, or a list grow. */
const VALUES: Readonly<Record<string, string>> = {
  'blanks after a quote in keyId': `keyId="SN=1,CA=CN=a"${long(' ')}x,${REST}`,
  'blanks after many quotes in keyId': `keyId="SN=1,CA=CN=a${long(`"${' '.repeat(200)}`)}x,${REST}`,
  'quotes and commas in keyId': issuer(`CN=a${long('",')}x`),
  'quotes and names in keyId': issuer(`CN=a${long('",a')}x`),
  'quoted attributes in keyId': issuer(`CN=a${long('",OU="')}x`),
  'blanks before an equals sign': `keyId${long('\t')}`,
  'blanks after the scheme': `Signature${long(' ')}`,
  'letters after the scheme': `Signature: ${long('a')}`,
  'commas and blanks without quotes': `keyId=${long(', ')}`,
  'names without quotes': `keyId=${long(',keyId')}`,
  'thousands of parameters': long('a="b",'),
  'thousands of equals signs': long('a='),
  'a serial of 60,000 digits': keyId(`SN=${long('F')},CA=CN=a`),
  'a serial of colons': keyId(`SN=${long('A:', 250)}G,CA=CN=a`),
  'a serial of zeros': keyId(`SN=${long('0', 250)},CA=CN=a`),
  'a fingerprint that is none': keyId(long('AA:', 127)),
  'many values in one part': issuer(`${long('C=a+', 8000)}C=a`),
  'many parts': issuer(`${long('C=a,', 8000)}C=a`),
  'many parts with slashes': issuer(long('/C=a', 8000)),
  'slashes alone': issuer(long('/a', 8000)),
  'percent signs': issuer(`CN=${long('%41')}`),
  'percent signs that are no UTF-8': issuer(`CN=${long('%c3')}`),
  backslashes: issuer(`CN=${long('\\', 8000)}`),
  'escaped quotes': issuer(`CN=${long('\\"', 8000)}`),
  'backslashes after an escaped quote': `keyId=\\"${long('\\')}a`,
  'blanks after a single quote': `keyId='${long(' ')}x`,
  'blanks after a typographic quote': `keyId = \u201c${long(' ')}x`,
  'hexadecimal of no end': issuer(`CN=#${long('0c', 8000)}`),
  'blanks around equals signs': issuer(long('CN = a , ', 8000)),
  'a signature of 60,000 characters': parameters('date', long('A')),
  'a signature of hexadecimal': parameters('date', long('ab')),
  'a signature of blanks': parameters('date', long('A ')),
  'a signature of escaped line ends': parameters('date', long('\\r\\n')),
  'thousands of names': parameters(long('a '), 'AAAA'),
  'a MiB of names': parameters(long('date ', 1024 * 1024), 'AAAA'),
  'names of blanks': parameters(long(' '), 'AAAA'),
  'names of commas': parameters(long(',;'), 'AAAA'),
  'names of hyphens': parameters(`${long('a-')}!`, 'AAAA'),
  'names of parentheses': parameters(long('(a'), 'AAAA'),
  'thousands of encoded-words': long('=?utf-8?B?QUFB?= '),
  'thousands of Q words': long('=?utf-8?Q?=41?= '),
  'a charset for each word': Array.from({ length: 3000 }, (_, count) => `=?c${count}?B?QUFB?=`).join(''),
  'encoded-words inside': `x${long('=?utf-8?B?QUFB?= ')}`,
  'encoded-words in encoded-words': nested(18),
  'an encoded-word without an end': `=?utf-8?B?${long('QUFB')}`,
  'beginnings of encoded-words': long('=?'),
  'beginnings with a charset': `x${long('=?a')}`,
  'beginnings with an encoding': `x${long('=?a?b?')}`,
  'one Q word': `=?utf-8?Q?${long('=41')}?=`,
  'one broken Q word': `=?utf-8?Q?${long('=4')}?=`,
  'folded lines': long('\r\n '),
  'octets that are no UTF-8': long('\xff\xc3'),
  'halves of surrogate pairs': long('\ud800'),
  'a MiB of quotes': long('"', 1024 * 1024),
};

describe('a hostile Signature header [G2-hostile-headers]', () => {
  it.each(Object.entries(VALUES))('gets findings soon: %s', (_, value) => {
    const request = handmade(tpp, { wrap: () => value });
    const { valid, findings } = verifySoon(request, { recovery: false });
    expect(valid).toBe(false);
    expect(findings.length).toBeLessThan(40);
    expect(verifySoon(request).valid).toBe(false);
  });

  it.each([
    [64 * 1024, false],
    [64 * 1024 + 1, true],
  ])('is not read where it is longer than 64 KiB: %i characters, %s', (length, isTooLong) => {
    const value = `${parameters('date', 'AAAA')},rest="`;
    const request = handmade(tpp, { wrap: () => `${value}${'a'.repeat(length - value.length - 1)}"` });
    const messages = verifySoon(request, { recovery: false }).findings.map(({ message }) => message);
    expect(messages.some((text) => text.includes("It's longer than 65536 characters."))).toBe(isTooLong);
  });
});
