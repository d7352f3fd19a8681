import { constants, type KeyObject, sign } from 'node:crypto';
import { rsaKeys } from '../../support/keys.ts';
import { ISSUER, tpp } from './people.ts';
import { BODY, PAYMENT, type Row, several } from './row.ts';
import { base64, hex, joined, type Pair, putting, type Request, sha256 } from './signer.ts';

/** Two and three faults at once: what is said must be so; what can't be found is unknown. */

const lines =
  (line: (name: string, value: string) => string, joint = '\n') =>
  (all: readonly Pair[]) =>
    all.map(([name, value]) => line(name, value)).join(joint);
const change = (all: readonly Pair[], changes: Readonly<Record<string, (value: string) => string>>) =>
  all.map(([name, value]): Pair => [name, changes[name]?.(value) ?? value]);
const later = (seconds: number) => (value: string) =>
  new Date(Date.parse(value) + seconds * 1000).toUTCString();
const fresh = putting('X-Request-ID', '11111111-2222-4333-8444-555555555555');
const together =
  (body: string) =>
  (request: Request): Request => ({
    ...putting('Digest', `SHA-256=${base64(sha256(body))}`)(request),
    body: Buffer.from(body),
  });
const indented = JSON.stringify(PAYMENT, null, 2);
const edited = BODY.replace('1250.00', '1350.00');
const pss = (bytes: Buffer, key: KeyObject) =>
  sign('sha256', bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
const slash = () =>
  `SN=${hex(tpp.serial)},CA=/C=NO/O=Nordic Trust Services AS/CN=Nordic Trust Qualified Seal CA G2`;

export const SEVERAL: readonly Row[] = several({
  'signature-invalid/crlf|no-space': {
    'CRLF and no space': [
      { text: lines((n, v) => `${n}:${v}`, '\r\n') },
      { also: ['signature-invalid/crlf', 'signature-invalid/no-space'] },
    ],
  },
  'signature-invalid/original-case|trailing-newline': {
    'names as sent and a newline': [
      { text: (all) => `${joined(all.map(([n, v]) => [n.toUpperCase(), v]))}\n` },
      { also: ['signature-invalid/original-case', 'signature-invalid/trailing-newline'] },
    ],
  },
  'signature-invalid|signature-invalid-order/trailing-newline|sorted': {
    'sorted and a newline': [
      { lines: (all) => all.toSorted(([a], [b]) => (a < b ? -1 : 1)), text: (all) => `${joined(all)}\n` },
      { also: ['signature-invalid-order/sorted', 'signature-invalid/trailing-newline'] },
    ],
  },
  'signature-invalid/values-lowercased|crlf|trailing-newline': {
    'lower case, CRLF, a newline': [
      { text: (all) => `${joined(all).toLowerCase().replaceAll('\n', '\r\n')}\r\n` },
      {
        also: [
          'signature-invalid/values-lowercased',
          'signature-invalid/crlf',
          'signature-invalid/trailing-newline',
        ],
      },
    ],
  },
  'signature-invalid|signature-invalid-order/no-space|reversed': {
    'reversed and no space': [
      { lines: (all) => all.toReversed(), text: lines((n, v) => `${n}:${v}`) },
      { also: ['signature-invalid/no-space', 'signature-invalid-order/reversed'] },
    ],
  },
  'signature-invalid/unknown': {
    'X-Request-ID anew and a newline': [
      { text: (all) => `${joined(all)}\n`, onTheWay: fresh },
      { suspect: 'x-request-id' },
    ],
    'X-Request-ID anew and Date 3 s off': [
      { lines: (all) => change(all, { date: later(3) }), onTheWay: fresh },
      { suspect: 'x-request-id' },
    ],
    'body indented with its Digest, X-Request-ID anew': [
      { onTheWay: (request) => fresh(together(indented)(request)) },
      { suspect: 'x-request-id' },
    ],
    'body edited with its Digest, X-Request-ID anew': {
      onTheWay: (request) => fresh(together(edited)(request)),
    },
    'body edited with its Digest, CRLF': {
      text: lines((n, v) => `${n}: ${v}`, '\r\n'),
      onTheWay: together(edited),
    },
    'body edited with its Digest, Date 5 s off': {
      lines: (all) => change(all, { date: later(5) }),
      onTheWay: together(edited),
    },
  },
  'signature-invalid|signature-invalid-value|signature-invalid-order|signature-invalid-duplicate/replaced|trailing-newline|unknown':
    {
      'Date 3 s off and a newline': [
        { lines: (all) => change(all, { date: later(3) }), text: (all) => `${joined(all)}\n` },
        { also: ['signature-invalid/trailing-newline', 'signature-invalid-value/replaced'] },
      ],
    },
  'signature-invalid|signature-invalid-value|signature-invalid-order|signature-invalid-duplicate/replaced|crlf|unknown':
    {
      'Date 3 s off and CRLF': [
        { lines: (all) => change(all, { date: later(3) }), text: lines((n, v) => `${n}: ${v}`, '\r\n') },
        { also: ['signature-invalid/crlf', 'signature-invalid-value/replaced'] },
      ],
    },
  'signature-invalid|signature-invalid-value|signature-invalid-order|signature-invalid-duplicate/replaced|reencoded|unknown':
    {
      'Date 2 s off and redirect URI decoded': [
        { lines: (all) => change(all, { date: later(2), 'tpp-redirect-uri': decodeURIComponent }) },
        { also: ['signature-invalid-value/replaced', 'signature-invalid-value/reencoded'] },
      ],
    },
  'signature-invalid|signature-invalid-value|signature-invalid-order|signature-invalid-duplicate/case|unknown':
    {
      'two values in upper case': [
        {
          lines: (all) =>
            change(all, { 'psu-id': (v) => v.toUpperCase(), 'x-request-id': (v) => v.toUpperCase() }),
        },
        { also: ['signature-invalid-value/case'] },
      ],
    },
  'signature-invalid|signature-invalid-value|signature-invalid-order|signature-invalid-duplicate/case|untrimmed|unknown':
    {
      'PSU-ID untrimmed and X-Request-ID in upper case': [
        { lines: (all) => change(all, { 'psu-id': (v) => `${v} `, 'x-request-id': (v) => v.toUpperCase() }) },
        { also: ['signature-invalid-value/case', 'signature-invalid-value/untrimmed'] },
      ],
    },
  'signature-invalid|signature-invalid-value|signature-invalid-order|signature-invalid-duplicate/replaced|unknown':
    {
      'body indented with its Digest, Date 1 s off': [
        { lines: (all) => change(all, { date: later(1) }), onTheWay: together(indented) },
        { also: ['signature-invalid-value/replaced'] },
      ],
    },
  'digest-mismatch/reserialised': {
    'body indented after hashing and a newline signed': [
      {
        text: (all) => `${joined(all)}\n`,
        onTheWay: (request) => ({ ...request, body: Buffer.from(indented) }),
      },
      { also: ['signature-invalid/trailing-newline'] },
    ],
  },
  'date-skew-timezone': {
    'Date an hour off now and signed with a newline': [
      { text: (all) => `${joined(all)}\n` },
      { at: '2027-05-11T10:15:44Z', also: ['signature-invalid/trailing-newline'] },
    ],
  },
  'signature-invalid|signature-invalid-value|signature-invalid-order|signature-invalid-duplicate/line-left-out|reversed|unknown':
    {
      'a line left out and reversed': [
        { lines: (all) => all.toReversed().slice(1) },
        { also: ['signature-invalid/line-left-out', 'signature-invalid-order/reversed'] },
      ],
    },
  'signature-invalid/indented|crlf|leading-newline|trailing-newline|unknown': {
    'a template literal with CRLF': [
      { text: (all) => `\r\n        ${joined(all).replaceAll('\n', '\r\n        ')}\r\n` },
      { also: ['signature-invalid/crlf'] },
    ],
  },
});

/** The same, with the header or the signature itself among the faults. */
export const SEVERAL_MORE: readonly Row[] = several({
  'digest-mismatch/reserialised': {
    'body indented after hashing and PSS': [
      { sign: pss, onTheWay: (request) => ({ ...request, body: Buffer.from(indented) }) },
      { also: ['signature-padding'] },
    ],
  },
  'digest-mismatch/unknown': {
    'body edited after hashing and keyId with slashes': [
      { keyId: slash, onTheWay: (request) => ({ ...request, body: Buffer.from(edited) }) },
      { also: ['keyid-mismatch/slash', 'keyid-mismatch/unknown'] },
    ],
  },
  'algorithm-unexpected/java-name': {
    'PSS and SHA256withRSA': [{ sign: pss, algorithm: 'SHA256withRSA' }, { also: ['signature-padding'] }],
  },
  'signature-padding|key-mismatch': {
    'PSS and an odd string': [
      { sign: pss, text: lines((n, v) => `${n}:${v}`, '\r\n') },
      { also: ['signature-padding', 'key-mismatch', 'signature-invalid/no-space', 'signature-invalid/crlf'] },
    ],
  },
  'signature-hash/sha1': {
    'SHA-1 and no space': [
      { sign: (bytes, key) => sign('sha1', bytes, key), text: lines((n, v) => `${n}:${v}`) },
      { also: ['signature-invalid/no-space'] },
    ],
  },
  'signature-hash/sha512': {
    'SHA-512 and X-Request-ID anew': { sign: (bytes, key) => sign('sha512', bytes, key), onTheWay: fresh },
  },
  'signature-encoding/hex': {
    'hexadecimal and no space': [
      { encode: (s) => s.toString('hex'), text: lines((n, v) => `${n}:${v}`) },
      { also: ['signature-invalid/no-space'] },
    ],
  },
  'signature-encoding/base64url': {
    'base64url and X-Request-ID anew': { encode: (s) => s.toString('base64url'), onTheWay: fresh },
  },
  'signature-double-hash|signature-invalid/-|crlf|unknown': {
    'double hash and CRLF': [
      {
        sign: (bytes, key) => sign('sha256', sha256(bytes), key),
        text: lines((n, v) => `${n}: ${v}`, '\r\n'),
      },
      { also: ['signature-double-hash', 'signature-invalid/crlf'] },
    ],
  },
  'key-mismatch': {
    'another key and keyId in decimal': [
      {
        as: { ...tpp, key: rsaKeys('other').privateKey },
        target: '/v1/accounts',
        method: 'GET',
        keyId: () => `SN=${tpp.serial},CA=${ISSUER}`,
      },
      { also: ['keyid-mismatch/decimal-serial'] },
    ],
  },
  'headers-format/commas': {
    'names by commas and CRLF': [
      {
        written: (p) =>
          `keyId="${p.keyId}",algorithm="${p.algorithm}",headers="${p.headers.replaceAll(' ', ',')}",signature="${p.signature}"`,
        text: lines((n, v) => `${n}: ${v}`, '\r\n'),
      },
      { also: ['signature-invalid/crlf'] },
    ],
  },
  'required-header-not-signed': {
    'PSU-ID not listed and a newline': [
      { names: (usual) => usual.filter((name) => name !== 'psu-id'), text: (all) => `${joined(all)}\n` },
      { also: ['signature-invalid/trailing-newline'] },
    ],
  },
  'listed-header-absent': {
    'psu-corporate-id listed, absent, in the string as empty': [
      {
        names: (usual) => [...usual, 'psu-corporate-id'],
        lines: (all) => [...all, ['psu-corporate-id', '']],
      },
      { also: ['signature-invalid/line-added'] },
    ],
  },
  'signature-header-format/unquoted': {
    'unquoted and in lower case': [
      {
        written: (p) =>
          `keyId=${p.keyId},algorithm=${p.algorithm},headers=${p.headers},signature=${p.signature}`,
        text: (all) => joined(all).toLowerCase(),
      },
      { also: ['signature-invalid/values-lowercased'] },
    ],
  },
  'signature-invalid|signature-invalid-value|signature-invalid-order|signature-invalid-duplicate/port|charset|unknown':
    {
      'Host port and charset': [
        {
          names: (usual) => [...usual, 'host', 'content-type'],
          onTheWay: (request) =>
            putting(
              'Host',
              'api.bank.example.test:443',
            )(putting('Content-Type', 'application/json; charset=utf-8')(request)),
        },
        { also: ['signature-invalid-value/port', 'signature-invalid-value/charset'] },
      ],
    },
});
