import { describe, expect, it } from 'vitest';
import { digestOf, firstOf, JSON_BODY, type Line, sha256, TARGET, type Unseen } from './stack.ts';
import { capital, colon, joined, lines, pick, reordered, whole } from './unseen-string.ts';

const BUILT: readonly Unseen[] = [
  ['println after every line', 'signature-invalid trailing-newline', joined('\n', '\n')],
  ['a final CRLF', 'signature-invalid trailing-newline', joined('\n', '\r\n')],
  ['two final LF', 'signature-invalid trailing-newline', joined('\n', '\n\n')],
  ['System.lineSeparator of Windows', 'signature-invalid crlf', joined('\r\n')],
  ['AppendLine of .NET on Windows', 'signature-invalid crlf', joined('\r\n', '\r\n')],
  ['CR alone', 'signature-invalid crlf', joined('\r')],
  ['no blank behind the colon', 'signature-invalid no-space', colon(':')],
  ['the blank before the colon', 'signature-invalid no-space', colon(' :')],
  [
    'names as Go writes them',
    'signature-invalid original-case',
    lines((name, text) => `${capital(name)}: ${text}`),
  ],
  [
    'names as they were sent',
    'signature-invalid original-case',
    lines(
      (name, text) =>
        `${{ date: 'Date', digest: 'Digest', 'x-request-id': 'X-Request-ID', 'psu-id': 'PSU-ID' }[name] ?? 'TPP-Redirect-URI'}: ${text}`,
    ),
  ],
  [
    'names in upper case',
    'signature-invalid original-case',
    lines((name, text) => `${name.toUpperCase()}: ${text}`),
  ],
  [
    'Date alone with its capital',
    'signature-invalid original-case',
    lines((name, text) => `${name === 'date' ? 'Date' : name}: ${text}`),
  ],
  [
    'X-Request-ID alone with its capitals',
    'signature-invalid original-case',
    lines((name, text) => `${name === 'x-request-id' ? 'X-Request-ID' : name}: ${text}`),
  ],
  [
    'toLowerCase on the whole string',
    'signature-invalid values-lowercased',
    whole((text) => text.toLowerCase()),
  ],
  ['values alone', 'signature-invalid values-only', lines((_, text) => text)],
  ['values without anything between them', 'signature-invalid values-only', lines((_, text) => text, '')],
  ['values with bars between them', 'signature-invalid values-only', lines((_, text) => text, '|')],
  ['backslash and n in single quotes of PHP or a shell', 'signature-invalid escaped-newline', joined('\\n')],
  ['the same for CRLF', 'signature-invalid escaped-newline', joined('\\r\\n')],
  ['JSON.stringify of the string', 'signature-invalid encoded', whole((text) => JSON.stringify(text))],
  ['%0A', 'signature-invalid escaped-newline', joined('%0A')],
  ['blanks between the lines', 'signature-invalid joined', joined(' ')],
  ['commas between the lines', 'signature-invalid joined', joined(', ')],
  ['nothing between the lines', 'signature-invalid joined', joined('')],
  [
    'UTF-16, as Encoding.Unicode of .NET',
    'signature-invalid encoded',
    whole((text) => Buffer.from(text, 'utf16le')),
  ],
  ['its Base64', 'signature-invalid encoded', whole((text) => Buffer.from(text).toString('base64'))],
  ['the body', 'signature-invalid body-only', { string: () => JSON_BODY }],
  ['nothing', 'signature-invalid line-left-out', { string: () => '' }],
  ['the value of Digest', 'signature-invalid body-only', { string: () => digestOf(JSON_BODY) }],
  [
    'the hash of the body without its name',
    'signature-invalid body-only',
    { string: () => sha256(JSON_BODY).toString('base64') },
  ],
];

const ORDERED: readonly Unseen[] = [
  ['sorted by name', 'signature-invalid-order sorted', reordered((all) => all.toSorted())],
  ['reversed', 'signature-invalid-order reversed', reordered((all) => all.toReversed())],
  [
    'as the request has them',
    'signature-invalid-order request-order',
    reordered((all) =>
      ['x-request-id', 'tpp-redirect-uri', 'psu-id', 'date', 'digest'].flatMap((name) => pick(all, name)),
    ),
  ],
  [
    'a map of random order',
    'signature-invalid-order other',
    reordered((all) =>
      ['psu-id', 'date', 'tpp-redirect-uri', 'digest', 'x-request-id'].flatMap((name) => pick(all, name)),
    ),
  ],
  ['a line left out', 'signature-invalid line-left-out', reordered((all) => all.slice(0, 4))],
  [
    'date alone, the default of the draft',
    'signature-invalid line-left-out',
    reordered((all) => pick(all, 'date')),
  ],
  ['date and digest alone', 'signature-invalid line-left-out', reordered((all) => all.slice(0, 2))],
  [
    '(request-target) signed and not listed',
    'signature-invalid line-added',
    reordered((all) => [['(request-target)', `post ${TARGET}`], ...all]),
  ],
  [
    'Host signed and not listed',
    'signature-invalid line-added',
    reordered((all) => [...all, ['host', 'bank.example.test']]),
  ],
  [
    'Content-Type signed and not listed',
    'signature-invalid line-added',
    reordered((all) => [all[0], ['content-type', 'application/json'], ...all.slice(1)] as Line[]),
  ],
  [
    'an absent header signed as an empty line',
    'signature-invalid line-added',
    reordered((all) => [...all.slice(0, 4), ['psu-corporate-id', ''], ...all.slice(4)]),
  ],
  [
    'an absent header signed as null',
    'signature-invalid line-added',
    reordered((all) => [...all.slice(0, 4), ['psu-corporate-id', 'null'], ...all.slice(4)]),
  ],
];

const all: readonly Unseen[] = [...BUILT, ...ORDERED];

describe('signing strings as the programs of TPPs build them [G4-unseen-string]', () => {
  it.each(all.map((one) => [one[0], one] as const))('%s', (_, [, expected, parts, options]) => {
    expect(firstOf(parts, options)).toBe(expected);
  });
});
