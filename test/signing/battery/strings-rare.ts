import { BODY, type Row, rare, reading } from './row.ts';
import { base64, joined, sha256 } from './signer.ts';
import { adding, around, bodyOf, by, INVALID, lines, ORDER } from './strings.ts';

/** The same, as few send them. */
export const RARE_STRINGS: readonly Row[] = [
  rare('tabs after the colon', { text: lines((name, value) => `${name}:\t${value}`) }, INVALID, [
    'no-space',
    'unknown',
    'joined',
    'indented',
  ]),
  rare(
    'two blanks after the colon',
    { text: lines((name, value) => `${name}:  ${value}`) },
    [INVALID, 'signature-invalid-value'],
    [undefined, 'no-space', 'unknown', 'indented', 'untrimmed'],
  ),
  rare('a blank before the colon', { text: lines((name, value) => `${name} : ${value}`) }, INVALID, [
    undefined,
    'no-space',
    'unknown',
    'indented',
    'joined',
  ]),
  rare('equals signs for colons', { text: lines((name, value) => `${name}=${value}`) }, INVALID, [
    'no-space',
    'unknown',
    'joined',
  ]),
  rare('lines joined by a bar', by('|'), INVALID, 'joined'),
  rare('lines joined by semicolon', by('; '), INVALID, 'joined'),
  rare('a byte order mark before the string', { text: (all) => `\ufeff${joined(all)}` }, INVALID, [
    'encoded',
    'unknown',
    'leading-newline',
  ]),
  rare('UTF-16 of a .NET Encoding.Unicode', { text: (all) => Buffer.from(joined(all), 'utf16le') }, INVALID, [
    'encoded',
    'unknown',
  ]),
  rare('the string as JSON', { text: (all) => JSON.stringify(joined(all)) }, INVALID, [
    'encoded',
    'escaped-newline',
    'unknown',
  ]),
  rare('hexadecimal of the string', { text: (all) => Buffer.from(joined(all)).toString('hex') }, INVALID, [
    'encoded',
    'unknown',
  ]),
  rare(
    'form-encoded string',
    { text: (all) => new URLSearchParams({ a: joined(all) }).toString().slice(2) },
    INVALID,
    'encoded',
  ),
  rare('PHP double escapes: backslash r backslash n', by('\\r\\n'), INVALID, ['escaped-newline', 'joined']),
  rare(
    'three lines reordered at random',
    { lines: (all) => [all[3]!, all[1]!, all[4]!, all[0]!, all[2]!] },
    ORDER,
    'other',
  ),
  rare(
    'only the digest value was signed',
    { text: (all) => all.find(([name]) => name === 'digest')?.[1] ?? '' },
    INVALID,
    ['values-only', 'line-left-out', 'unknown', 'body-only'],
  ),
  rare('the SHA-256 of the body in Base64 was signed', { text: () => base64(sha256(bodyOf())) }, INVALID, [
    'body-only',
    'encoded',
    'unknown',
    'values-only',
    'line-left-out',
  ]),
  rare('Accept signed in the middle, not listed', adding('accept', 2), INVALID, 'line-added', {
    header: 'accept',
  }),
  rare(
    'Host and (request-target) signed, not listed',
    { lines: (all, v) => [['(request-target)', v('(request-target)')], ['host', v('host')], ...all] },
    INVALID,
    ['line-added', 'unknown'],
  ),
  rare('(created) signed, not listed', adding('(created)', 0, '1810026942'), INVALID, [
    'line-added',
    'unknown',
  ]),
  rare(
    'string of another request altogether',
    { text: () => 'date: Mon, 10 May 2027 08:00:00 GMT\nx-request-id: 1\npsu-id: 2' },
    INVALID,
    ['unknown', 'not-searched'],
  ),
  rare('nothing was signed: an unset variable', { text: () => '' }, INVALID, [
    'line-left-out',
    'unknown',
    'body-only',
    'values-only',
  ]),
  rare('a newline and indentation on the last line only', around('', '\n    '), INVALID, [
    'trailing-newline',
    'indented',
  ]),
  rare(
    'a name twice',
    { lines: (all) => [all[0]!, ...all] },
    [INVALID, 'signature-invalid-duplicate'],
    ['line-added', 'unknown', undefined],
  ),
  rare(
    'the word undefined for PSU-ID',
    { lines: (all) => all.map(([n, v]) => [n, n === 'psu-id' ? 'undefined' : v] as const) },
    [INVALID, 'signature-invalid-value'],
    ['unknown', 'replaced'],
  ),
  rare(
    'PSU-ID empty when signed',
    { lines: (all) => all.map(([n, v]) => [n, n === 'psu-id' ? '' : v] as const) },
    [INVALID, 'signature-invalid-value'],
    ['unknown', 'replaced', 'line-left-out', 'reencoded'],
  ),
  rare(
    'reading: an empty digest line signed though not sent',
    reading({ lines: (all) => [all[0]!, ['digest', `SHA-256=${base64(sha256(''))}`], ...all.slice(1)] }),
    INVALID,
    ['line-added', 'unknown'],
  ),
  rare('the body behind the lines', { text: (all) => `${joined(all)}\n\n${BODY}` }, INVALID, 'line-added'),
  rare('a NUL behind the string', around('', '\0'), INVALID, undefined),
];
