import { constants, type KeyObject, sign } from 'node:crypto';
import { tpp } from './people.ts';
import { BODY, PAYMENT, type Row, several } from './row.ts';
import { base64, hex, joined, type Pair, putting, type Request, sha256 } from './signer.ts';

/** Two and three faults at once: what is said must be so; what can't be found is unknown. */

export const INVALID = 'signature-invalid';
const VALUE = 'signature-invalid-value';
const ORDER = 'signature-invalid-order';
export const ANY = [INVALID, VALUE, ORDER, 'signature-invalid-duplicate'];
export const lines =
  (line: (name: string, value: string) => string, joint = '\n') =>
  (all: readonly Pair[]) =>
    all.map(([name, value]) => line(name, value)).join(joint);
const change = (all: readonly Pair[], changes: Readonly<Record<string, (value: string) => string>>) =>
  all.map(([name, value]): Pair => [name, changes[name]?.(value) ?? value]);
const later = (seconds: number) => (value: string) =>
  new Date(Date.parse(value) + seconds * 1000).toUTCString();
export const fresh = putting('X-Request-ID', '11111111-2222-4333-8444-555555555555');
const together =
  (body: string) =>
  (request: Request): Request => ({
    ...putting('Digest', `SHA-256=${base64(sha256(body))}`)(request),
    body: Buffer.from(body),
  });
export const indented = JSON.stringify(PAYMENT, null, 2);
export const edited = BODY.replace('1250.00', '1350.00');
export const pss = (bytes: Buffer, key: KeyObject) =>
  sign('sha256', bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
const causes = (...given: readonly (string | undefined)[]) => [...given, 'unknown'];
export const slash = () =>
  `SN=${hex(tpp.serial)},CA=/C=NO/O=Nordic Trust Services AS/CN=Nordic Trust Qualified Seal CA G2`;
export const MISMATCH = 'digest-mismatch';

export const SEVERAL: readonly Row[] = [
  several(
    'CRLF and no space',
    { text: lines((n, v) => `${n}:${v}`, '\r\n') },
    INVALID,
    ['crlf', 'no-space'],
    { also: ['signature-invalid/crlf', 'signature-invalid/no-space'] },
  ),
  several(
    'names as sent and a newline',
    { text: (all) => `${joined(all.map(([n, v]) => [n.toUpperCase(), v]))}\n` },
    INVALID,
    ['original-case', 'trailing-newline'],
    { also: ['signature-invalid/original-case', 'signature-invalid/trailing-newline'] },
  ),
  several(
    'sorted and a newline',
    { lines: (all) => all.toSorted(([a], [b]) => (a < b ? -1 : 1)), text: (all) => `${joined(all)}\n` },
    [INVALID, ORDER],
    ['trailing-newline', 'sorted'],
    { also: ['signature-invalid-order/sorted', 'signature-invalid/trailing-newline'] },
  ),
  several(
    'lower case, CRLF, a newline',
    { text: (all) => `${joined(all).toLowerCase().replaceAll('\n', '\r\n')}\r\n` },
    INVALID,
    ['values-lowercased', 'crlf', 'trailing-newline'],
    {
      also: [
        'signature-invalid/values-lowercased',
        'signature-invalid/crlf',
        'signature-invalid/trailing-newline',
      ],
    },
  ),
  several(
    'reversed and no space',
    { lines: (all) => all.toReversed(), text: lines((n, v) => `${n}:${v}`) },
    [INVALID, ORDER],
    ['no-space', 'reversed'],
    { also: ['signature-invalid/no-space', 'signature-invalid-order/reversed'] },
  ),
  several(
    'X-Request-ID anew and a newline',
    { text: (all) => `${joined(all)}\n`, onTheWay: fresh },
    INVALID,
    'unknown',
    { suspect: 'x-request-id' },
  ),
  several(
    'X-Request-ID anew and Date 3 s off',
    { lines: (all) => change(all, { date: later(3) }), onTheWay: fresh },
    INVALID,
    'unknown',
    { suspect: 'x-request-id' },
  ),
  several(
    'Date 3 s off and a newline',
    { lines: (all) => change(all, { date: later(3) }), text: (all) => `${joined(all)}\n` },
    ANY,
    ['replaced', 'trailing-newline', 'unknown'],
    { also: ['signature-invalid/trailing-newline', 'signature-invalid-value/replaced'] },
  ),
  several(
    'Date 3 s off and CRLF',
    { lines: (all) => change(all, { date: later(3) }), text: lines((n, v) => `${n}: ${v}`, '\r\n') },
    ANY,
    ['replaced', 'crlf', 'unknown'],
    { also: ['signature-invalid/crlf', 'signature-invalid-value/replaced'] },
  ),
  several(
    'Date 2 s off and redirect URI decoded',
    { lines: (all) => change(all, { date: later(2), 'tpp-redirect-uri': decodeURIComponent }) },
    ANY,
    ['replaced', 'reencoded', 'unknown'],
    { also: ['signature-invalid-value/replaced', 'signature-invalid-value/reencoded'] },
  ),
  several(
    'two values in upper case',
    {
      lines: (all) =>
        change(all, { 'psu-id': (v) => v.toUpperCase(), 'x-request-id': (v) => v.toUpperCase() }),
    },
    ANY,
    ['case', 'unknown'],
    { also: ['signature-invalid-value/case'] },
  ),
  several(
    'PSU-ID untrimmed and X-Request-ID in upper case',
    { lines: (all) => change(all, { 'psu-id': (v) => `${v} `, 'x-request-id': (v) => v.toUpperCase() }) },
    ANY,
    ['case', 'untrimmed', 'unknown'],
    { also: ['signature-invalid-value/case', 'signature-invalid-value/untrimmed'] },
  ),
  several(
    'body indented with its Digest, Date 1 s off',
    { lines: (all) => change(all, { date: later(1) }), onTheWay: together(indented) },
    ANY,
    causes('replaced'),
    { also: ['signature-invalid-value/replaced'] },
  ),
  several(
    'body indented with its Digest, X-Request-ID anew',
    { onTheWay: (request) => fresh(together(indented)(request)) },
    INVALID,
    'unknown',
    { suspect: 'x-request-id' },
  ),
  several(
    'body edited with its Digest, X-Request-ID anew',
    { onTheWay: (request) => fresh(together(edited)(request)) },
    INVALID,
    'unknown',
  ),
  several(
    'body edited with its Digest, CRLF',
    { text: lines((n, v) => `${n}: ${v}`, '\r\n'), onTheWay: together(edited) },
    INVALID,
    'unknown',
  ),
  several(
    'body edited with its Digest, Date 5 s off',
    { lines: (all) => change(all, { date: later(5) }), onTheWay: together(edited) },
    INVALID,
    'unknown',
  ),
  several(
    'body indented after hashing and a newline signed',
    {
      text: (all) => `${joined(all)}\n`,
      onTheWay: (request) => ({ ...request, body: Buffer.from(indented) }),
    },
    MISMATCH,
    'reserialised',
    { also: ['signature-invalid/trailing-newline'] },
  ),
  several(
    'Date an hour off now and signed with a newline',
    { text: (all) => `${joined(all)}\n` },
    'date-skew-timezone',
    undefined,
    { at: '2027-05-11T10:15:44Z', also: ['signature-invalid/trailing-newline'] },
  ),
  several(
    'a line left out and reversed',
    { lines: (all) => all.toReversed().slice(1) },
    ANY,
    ['line-left-out', 'reversed', 'unknown'],
    { also: ['signature-invalid/line-left-out', 'signature-invalid-order/reversed'] },
  ),
  several(
    'a template literal with CRLF',
    { text: (all) => `\r\n        ${joined(all).replaceAll('\n', '\r\n        ')}\r\n` },
    INVALID,
    ['indented', 'crlf', 'leading-newline', 'trailing-newline', 'unknown'],
    { also: ['signature-invalid/crlf'] },
  ),
];
