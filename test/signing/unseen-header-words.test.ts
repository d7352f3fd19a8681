import { describe, expect, it } from 'vitest';
import { firstOf, type Unseen } from './stack.ts';
import { sent, value, word } from './unseen-header.ts';

const PRESENT: readonly Unseen[] = [
  ['no Signature', 'signature-missing', sent((headers) => headers.filter(([name]) => name !== 'Signature'))],
  ['an empty Signature', 'signature-missing', value(() => '')],
  [
    'X-Signature for Signature',
    'signature-missing',
    sent((headers) => headers.map(([name, text]) => [name === 'Signature' ? 'X-Signature' : name, text])),
  ],
  [
    'Authorization: Signature, as http-signature',
    'signature-missing in-authorization-header',
    sent((headers) =>
      headers.map(([name, text]) =>
        name === 'Signature' ? ['Authorization', `Signature ${text}`] : [name, text],
      ),
    ),
  ],
  [
    'the same with two blanks and in lower case',
    'signature-missing in-authorization-header',
    sent((headers) =>
      headers.map(([name, text]) =>
        name === 'Signature' ? ['authorization', `signature  ${text}`] : [name, text],
      ),
    ),
  ],
  [
    'a bearer token in Authorization',
    'signature-missing',
    sent((headers) =>
      headers.map(([name, text]) => (name === 'Signature' ? ['Authorization', 'Bearer x'] : [name, text])),
    ),
  ],
];

const WORDS: readonly Unseen[] = [
  ['one word though all is ASCII', 'valid', value((text) => word(text))],
  ['UTF8 for the charset', 'valid', value((text) => word(text, 'UTF8'))],
  ['a language behind the charset', 'valid', value((text) => word(text, 'utf-8*no'))],
  [
    'words of 75 characters with folds taken out',
    'valid',
    value((text) => (text.match(/.{1,45}/g) ?? []).map((part) => word(part)).join(' ')),
  ],
  [
    'words without blanks between them',
    'valid',
    value((text) => (text.match(/.{1,45}/g) ?? []).map((part) => word(part)).join('')),
  ],
  [
    'Q encoding',
    'encoded-word-format',
    value(
      (text) =>
        `=?utf-8?Q?${text.replaceAll(/[^A-Za-z0-9]/g, (one) => `=${one.charCodeAt(0).toString(16).toUpperCase()}`)}?=`,
    ),
  ],
  [
    'only keyId encoded',
    'encoded-word-format inner',
    value((text) => text.replace(/keyId="([^"]*)"/, (_, id: string) => `keyId="${word(id)}"`)),
  ],
  [
    'only the issuer encoded',
    'encoded-word-format inner',
    value((text) => text.replace(/CA=([^"]*)"/, (_, id: string) => `CA=${word(id)}"`)),
  ],
  ['encoded twice', 'encoded-word-format twice', value((text) => word(word(text)))],
  [
    'base64url',
    'encoded-word-format base64url',
    value((text) => `=?utf-8?B?${Buffer.from(`${text},x="???>>>"`).toString('base64url')}?=`),
  ],
  [
    'Base64 without padding',
    'encoded-word-format base64url',
    value((text) => word(text.padEnd(Math.ceil(text.length / 3) * 3 + 1)).replaceAll(/=+(?=\?=)/g, '')),
  ],
  ['the end lost', 'encoded-word-format unterminated', value((text) => word(text).slice(0, -2))],
  ['the last character lost', 'encoded-word-format unterminated', value((text) => word(text).slice(0, -1))],
  ['windows-1252', 'encoded-word-format charset', value((text) => word(text, 'windows-1252'))],
  ['no charset', 'encoded-word-format charset', value((text) => word(text, ''))],
  [
    'UTF-8 named ISO 8859-1',
    'encoded-word-format charset',
    value((text) => word(`${text},note="ø"`, 'iso-8859-1')),
  ],
  ['an unknown encoding', 'encoded-word-format', value((text) => word(text).replace('?B?', '?base64?'))],
  [
    'lines inside the payload',
    'encoded-word-format',
    value((text) => word(text).replaceAll(/.{76}/g, '$& ')),
  ],
  [
    'Base64 without the wrapper',
    'encoded-word-format',
    value((text) => Buffer.from(text).toString('base64')),
  ],
  [
    'octets of UTF-8',
    'encoded-word-format raw',
    value((text) => Buffer.from(`${text},note="ø"`).toString('latin1')),
  ],
  ['octets of ISO 8859-1', 'encoded-word-format raw', value((text) => `${text},note="\xf8"`)],
];

const all: readonly Unseen[] = [...PRESENT, ...WORDS];

describe('the Signature header as it is sent and encoded [G4-unseen-header]', () => {
  it.each(all.map((one) => [one[0], one] as const))('%s', (_, [, expected, parts, options]) => {
    expect(firstOf(parts, options)).toBe(expected);
  });
});
