import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { firstOf, JSON_BODY, type Unseen } from './stack.ts';
import { EURO, hashed, mark, recovery, utf16, utf16be, windows1252 } from './unseen-digest.ts';

const ENCODED: readonly Unseen[] = [
  ['ISO 8859-1 sent', 'digest-mismatch latin1', hashed(JSON_BODY, Buffer.from(JSON_BODY, 'latin1'))],
  ['windows-1252 hashed', 'digest-mismatch latin1', hashed(windows1252(EURO), EURO)],
  [
    'UTF-16 with its mark, as PowerShell writes files',
    'digest-mismatch latin1',
    hashed(utf16(mark + JSON_BODY)),
  ],
  [
    'big-endian UTF-16 with its mark, as getBytes("UTF-16") of Java',
    'digest-mismatch latin1',
    hashed(utf16be(mark + JSON_BODY)),
  ],
  ['UTF-16 sent', 'digest-mismatch latin1', hashed(JSON_BODY, utf16(JSON_BODY))],
  [
    'replacement characters sent for what could not be decoded',
    'digest-mismatch latin1',
    hashed(
      Buffer.from('{"name":"Kåre"}', 'latin1').toString('utf8'),
      Buffer.from('{"name":"Kåre"}', 'latin1'),
    ),
  ],
];

const ENDED: readonly Unseen[] = [
  ['a final CRLF sent', 'digest-mismatch trailing-newline', hashed(JSON_BODY, `${JSON_BODY}\r\n`)],
  ['two final LF sent', 'digest-mismatch trailing-newline', hashed(JSON_BODY, `${JSON_BODY}\n\n`)],
  [
    'the blank and CRLF of echo in cmd.exe sent',
    'digest-mismatch trailing-newline',
    hashed(JSON_BODY, `${JSON_BODY} \r\n`),
  ],
  ['two final LF hashed', 'digest-mismatch missing-newline', hashed(`${JSON_BODY}\n\n`)],
  [
    'the blank and CRLF of echo in cmd.exe hashed',
    'digest-mismatch missing-newline',
    hashed(`${JSON_BODY} \r\n`),
  ],
  [
    'a mark and a final CRLF hashed, as Set-Content of PowerShell writes',
    'digest-mismatch missing-newline',
    hashed(`${mark}${JSON_BODY}\r\n`),
  ],
];

const CODED: readonly Unseen[] = [
  [
    'gzip sent and not declared',
    'digest-mismatch content-encoding',
    hashed(JSON_BODY, gzipSync(JSON_BODY)),
    { recovery },
  ],
  [
    'deflate sent, the text hashed',
    'digest-mismatch content-encoding',
    { ...hashed(JSON_BODY, deflateSync(JSON_BODY)), headers: { 'Content-Encoding': 'deflate' } },
    { recovery },
  ],
  [
    'br sent, the text hashed',
    'digest-mismatch content-encoding',
    { ...hashed(JSON_BODY, brotliCompressSync(JSON_BODY)), headers: { 'Content-Encoding': 'br' } },
    { recovery },
  ],
  [
    'gzip sent where nobody can undo it',
    'digest-mismatch not-searched',
    { ...hashed(JSON_BODY, gzipSync(JSON_BODY)), headers: { 'Content-Encoding': 'gzip' } },
  ],
  [
    'percent-encoding sent, as a form',
    'digest-mismatch encoded',
    hashed(JSON_BODY, new URLSearchParams([['', JSON_BODY]]).toString().slice(1)),
  ],
  ['null hashed for no body', 'digest-mismatch empty-object', hashed('null', '')],
  ['"" hashed for no body', 'digest-mismatch empty-object', hashed('""', '')],
  ['{} hashed for a body', 'digest-mismatch empty-object', hashed('{}')],
];

const all: readonly Unseen[] = [...ENCODED, ...ENDED, ...CODED];

describe('bodies in other octets than were hashed [G4-unseen-digest]', () => {
  it.each(all.map((one) => [one[0], one] as const))('%s', (_, [, expected, parts, options]) => {
    expect(firstOf(parts, options)).toBe(expected);
  });
});
