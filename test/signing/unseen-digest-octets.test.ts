import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { firstOf, JSON_BODY, type Unseen } from './stack.ts';
import {
  by,
  dotnet,
  EURO,
  hashed,
  mark,
  nonAscii,
  php,
  pretty,
  recovery,
  upper,
  utf16,
  utf16be,
  windows1252,
} from './unseen-digest.ts';

const ENCODED: readonly Unseen[] = [
  ['ISO 8859-1 hashed', 'digest-mismatch latin1', hashed(Buffer.from(JSON_BODY, 'latin1'))],
  ['ISO 8859-1 sent', 'digest-mismatch latin1', hashed(JSON_BODY, Buffer.from(JSON_BODY, 'latin1'))],
  ['windows-1252 hashed', 'digest-mismatch latin1', hashed(windows1252(EURO), EURO)],
  ['windows-1252 sent', 'digest-mismatch latin1', hashed(EURO, windows1252(EURO))],
  [
    'UTF-8 encoded again in what was sent',
    'digest-mismatch latin1',
    hashed(JSON_BODY, Buffer.from(JSON_BODY, 'utf8').toString('latin1')),
  ],
  [
    'US-ASCII with question marks hashed',
    'digest-mismatch latin1',
    hashed(JSON_BODY.replaceAll(/[^ -~]/g, '?')),
  ],
  ['UTF-16 hashed, as Encoding.Unicode of .NET', 'digest-mismatch latin1', hashed(utf16(JSON_BODY))],
  ['UTF-16 of ASCII alone', 'digest-mismatch latin1', hashed(utf16('{"a":1}'), '{"a":1}')],
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
  ['a byte order mark sent', 'digest-mismatch bom', hashed(JSON_BODY, mark + JSON_BODY)],
  ['a byte order mark hashed', 'digest-mismatch bom', hashed(mark + JSON_BODY)],
  ['json_encode of PHP hashed', 'digest-mismatch ascii-escaped', hashed(php(JSON_BODY))],
  ['json_encode of PHP sent', 'digest-mismatch ascii-escaped', hashed(JSON_BODY, php(JSON_BODY))],
  ['ensure_ascii of Python sent', 'digest-mismatch ascii-escaped', hashed(by('compact utf8'), by('compact'))],
  ['ESCAPE_NON_ASCII of Jackson hashed', 'digest-mismatch ascii-escaped', hashed(nonAscii(JSON_BODY, upper))],
  ['System.Text.Json of .NET hashed', 'digest-mismatch ascii-escaped', hashed(dotnet(JSON_BODY))],
  ['System.Text.Json of .NET sent', 'digest-mismatch ascii-escaped', hashed(JSON_BODY, dotnet(JSON_BODY))],
  [
    'a character beyond 16 bits',
    'digest-mismatch ascii-escaped',
    hashed('{"a":"\\ud834\\udd1e"}', '{"a":"𝄞"}'),
  ],
];

const ENDED: readonly Unseen[] = [
  [
    'a final LF sent, as by curl --data-binary @file',
    'digest-mismatch trailing-newline',
    hashed(JSON_BODY, `${JSON_BODY}\n`),
  ],
  ['a final CRLF sent', 'digest-mismatch trailing-newline', hashed(JSON_BODY, `${JSON_BODY}\r\n`)],
  ['two final LF sent', 'digest-mismatch trailing-newline', hashed(JSON_BODY, `${JSON_BODY}\n\n`)],
  [
    'the blank and CRLF of echo in cmd.exe sent',
    'digest-mismatch trailing-newline',
    hashed(JSON_BODY, `${JSON_BODY} \r\n`),
  ],
  ['a final LF hashed, as by echo | openssl', 'digest-mismatch missing-newline', hashed(`${JSON_BODY}\n`)],
  ['a final CRLF hashed', 'digest-mismatch missing-newline', hashed(`${JSON_BODY}\r\n`)],
  ['two final LF hashed', 'digest-mismatch missing-newline', hashed(`${JSON_BODY}\n\n`)],
  [
    'the blank and CRLF of echo in cmd.exe hashed',
    'digest-mismatch missing-newline',
    hashed(`${JSON_BODY} \r\n`),
  ],
  ['LF sent inside, CRLF hashed', 'digest-mismatch crlf', hashed(pretty.replaceAll('\n', '\r\n'), pretty)],
  ['CRLF sent inside, LF hashed', 'digest-mismatch crlf', hashed(pretty, pretty.replaceAll('\n', '\r\n'))],
  [
    'all line ends removed by curl -d @file',
    'digest-mismatch reserialised',
    hashed(pretty, pretty.replaceAll('\n', '')),
  ],
  ['CRLF of a text that is no JSON', 'digest-mismatch crlf', hashed('a\r\nb\r\n', 'a\nb\n')],
  [
    'a mark and a final CRLF hashed, as Set-Content of PowerShell writes',
    'digest-mismatch missing-newline',
    hashed(`${mark}${JSON_BODY}\r\n`),
  ],
];

const CODED: readonly Unseen[] = [
  [
    'gzip sent, the text hashed',
    'digest-mismatch content-encoding',
    { ...hashed(JSON_BODY, gzipSync(JSON_BODY)), headers: { 'Content-Encoding': 'gzip' } },
    { recovery },
  ],
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
    'a gateway undid gzip and left the header',
    'digest-mismatch content-encoding',
    { ...hashed(gzipSync(JSON_BODY)), headers: { 'Content-Encoding': 'gzip' } },
    { recovery },
  ],
  ['Base64 of the body hashed', 'digest-mismatch encoded', hashed(Buffer.from(JSON_BODY).toString('base64'))],
  [
    'Base64 of the body sent',
    'digest-mismatch encoded',
    hashed(JSON_BODY, Buffer.from(JSON_BODY).toString('base64')),
  ],
  ['percent-encoding hashed', 'digest-mismatch encoded', hashed(encodeURIComponent(JSON_BODY))],
  [
    'percent-encoding sent, as a form',
    'digest-mismatch encoded',
    hashed(JSON_BODY, new URLSearchParams([['', JSON_BODY]]).toString().slice(1)),
  ],
  ['{} hashed for no body', 'digest-mismatch empty-object', hashed('{}', '')],
  ['null hashed for no body', 'digest-mismatch empty-object', hashed('null', '')],
  ['"" hashed for no body', 'digest-mismatch empty-object', hashed('""', '')],
  ['nothing hashed for {}', 'digest-mismatch empty-object', hashed('', '{}')],
  ['nothing hashed for a body', 'digest-mismatch empty-object', hashed('')],
  ['{} hashed for a body', 'digest-mismatch empty-object', hashed('{}')],
];

const all: readonly Unseen[] = [...ENCODED, ...ENDED, ...CODED];

describe('bodies in other octets than were hashed [G4-unseen-digest]', () => {
  it.each(all.map((one) => [one[0], one] as const))('%s', (_, [, expected, parts, options]) => {
    expect(firstOf(parts, options)).toBe(expected);
  });
});
