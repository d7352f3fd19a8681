import { gunzipSync, gzipSync } from 'node:zlib';
import { writeDigest } from '../../src/signing/digest.ts';
import { writeHttpDate } from '../../src/signing/http-date.ts';
import { body, type Case, JSON_BODY, PRETTY, sha256 } from './broken.ts';
import { AT, BODY } from './tpp.ts';

export const contentCases: Case[] = [
  ['date-missing', undefined, { headers: { Date: undefined } }],
  ['date-format', 'iso', { headers: { Date: '2026-10-14T08:30:00Z' } }],
  ['date-format', 'offset', { headers: { Date: 'Wed, 14 Oct 2026 10:30:00 +0200' } }],
  ['date-format', 'offset', { headers: { Date: 'Wed, 14 Oct 2026 08:30:00 UTC' } }],
  ['date-format', 'weekday', { headers: { Date: 'Tue, 14 Oct 2026 08:30:00 GMT' } }],
  ['date-format', 'other', { headers: { Date: 'Wednesday, 14-Oct-26 08:30:00 GMT' } }],
  ['date-format', 'other', { headers: { Date: 'Fri, 30 Feb 2026 08:30:00 GMT' } }],
  ['date-skew', undefined, { headers: { Date: writeHttpDate(AT + 61_000) } }],
  ['date-skew', undefined, { headers: { Date: writeHttpDate(AT - 1_800_000) } }],
  ['date-skew-timezone', undefined, { headers: { Date: writeHttpDate(AT + 3_600_000) } }],
  [
    'listed-header-absent',
    undefined,
    { names: ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri', 'psu-corporate-id'] },
  ],
  ['required-header-not-signed', undefined, { names: ['date', 'digest', 'x-request-id', 'psu-id'] }],
  ['digest-missing', undefined, { headers: { Digest: undefined } }],
  ['digest-format', 'no-algorithm', { headers: { Digest: sha256(BODY).toString('base64') } }],
  ['digest-format', 'base64url', { headers: { Digest: `SHA-256=${sha256(BODY).toString('base64url')}` } }],
  [
    'digest-format',
    'wrong-label',
    { headers: { Digest: writeDigest(BODY, 'SHA-512').replace('512', '256') } },
  ],
  ['digest-format', 'wrong-label', { headers: { Digest: writeDigest(BODY).replace('SHA-256', 'SHA256') } }],
  [
    'digest-format',
    'structured-field',
    { headers: { Digest: `sha-256=:${sha256(BODY).toString('base64')}:` } },
  ],
  ['digest-format', 'lower-case', { headers: { Digest: writeDigest(BODY).replace('SHA', 'sha') } }],
  ['digest-format', undefined, { headers: { Digest: 'SHA-256=AAAA' } }],
  ['digest-format', undefined, { headers: { Digest: 'MD5=AAAA' } }],
  ['digest-mismatch', 'reserialised', body(JSON.stringify(JSON.parse(JSON_BODY)), JSON_BODY)],
  [
    'digest-mismatch',
    'reserialised',
    body(JSON_BODY, JSON_BODY.replaceAll(',"', ', "').replaceAll('":', '": ')),
  ],
  ['digest-mismatch', 'reserialised', body(PRETTY, JSON.stringify(JSON.parse(JSON_BODY)))],
  ['digest-mismatch', 'trailing-newline', body(JSON_BODY, `${JSON_BODY}\n`)],
  ['digest-mismatch', 'missing-newline', body(`${JSON_BODY}\n`, JSON_BODY)],
  ['digest-mismatch', 'missing-newline', body(`${JSON_BODY}\r\n`, JSON_BODY)],
  ['digest-mismatch', 'crlf', body(PRETTY, PRETTY.replaceAll('\n', '\r\n'))],
  ['digest-mismatch', 'crlf', body(PRETTY.replaceAll('\n', '\r\n'), PRETTY)],
  ['digest-mismatch', 'latin1', body(JSON_BODY, Buffer.from(JSON_BODY, 'latin1'))],
  ['digest-mismatch', 'latin1', body(Buffer.from(JSON_BODY, 'latin1'), JSON_BODY)],
  ['digest-mismatch', 'bom', body(`\ufeff${JSON_BODY}`, JSON_BODY)],
  [
    'digest-mismatch',
    'ascii-escaped',
    body(JSON_BODY, JSON_BODY.replace('å', '\\u00e5').replace('Æ', '\\u00C6')),
  ],
  [
    'digest-mismatch',
    'ascii-escaped',
    body(JSON_BODY.replace('å', '\\u00e5').replace('Æ', '\\u00c6'), JSON_BODY),
  ],
  ['digest-mismatch', 'key-order', body('{"b":{"y":1,"x":2.0},"a":3}', '{"a":3,"b":{"x":2.0,"y":1}}')],
  ['digest-mismatch', 'key-order', body('{"a":1,"b":2}', '{\n  "b": 2,\n  "a": 1\n}')],
  [
    'digest-mismatch',
    'content-encoding',
    {
      ...body(JSON_BODY, gzipSync(JSON_BODY)),
      headers: { Digest: writeDigest(BODY), 'Content-Encoding': 'gzip' },
    },
    {
      recovery: { hashedBytes: 5e8, milliseconds: 100, bytes: 1e6, decompress: (bytes) => gunzipSync(bytes) },
    },
  ],
  [
    'digest-mismatch',
    'content-encoding',
    body(JSON_BODY, gzipSync(JSON_BODY)),
    {
      recovery: { hashedBytes: 5e8, milliseconds: 100, bytes: 1e6, decompress: (bytes) => gunzipSync(bytes) },
    },
  ],
  ['digest-mismatch', 'hex', { headers: { Digest: `SHA-256=${sha256(BODY).toString('hex')}` } }],
  [
    'digest-mismatch',
    'base64-of-hex',
    { headers: { Digest: `SHA-256=${Buffer.from(sha256(BODY).toString('hex')).toString('base64')}` } },
  ],
  [
    'digest-mismatch',
    'empty-object',
    { ...body('{}', ''), headers: { Digest: writeDigest(Buffer.from('{}')) } },
  ],
  ['digest-mismatch', 'encoded', body(BODY.toString('base64'), JSON_BODY)],
  ['digest-mismatch', 'encoded', body(JSON_BODY, encodeURIComponent(JSON_BODY))],
  ['digest-mismatch', 'body-lost', { ...body(JSON_BODY, ''), headers: { Digest: writeDigest(BODY) } }],
  ['digest-mismatch', 'unknown', body('something else', JSON_BODY)],
  ['digest-mismatch', 'not-searched', body('something else', JSON_BODY), { recovery: false }],
];
