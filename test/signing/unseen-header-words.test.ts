import { describe, expect, it } from 'vitest';
import { firstOf, type Unseen } from './stack.ts';
import { sent, value, word } from './unseen-header.ts';

const PRESENT: readonly Unseen[] = [
  ['an empty Signature', 'signature-missing', value(() => '')],
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
  [
    'UTF-8 named ISO 8859-1',
    'encoded-word-format charset',
    value((text) => word(`${text},note="ø"`, 'iso-8859-1')),
  ],
  ['an unknown encoding', 'encoded-word-format', value((text) => word(text).replace('?B?', '?base64?'))],
];

const all: readonly Unseen[] = [...PRESENT, ...WORDS];

describe('the Signature header as it is sent and encoded [G4-unseen-header]', () => {
  it.each(all.map((one) => [one[0], one] as const))('%s', (_, [, expected, parts, options]) => {
    expect(firstOf(parts, options)).toBe(expected);
  });
});
