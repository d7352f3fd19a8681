import { sign } from 'node:crypto';
import { rsaKeys } from '../../support/keys.ts';
import { ISSUER, tpp } from './people.ts';
import { type Row, several } from './row.ts';
import { edited, fresh, indented, lines, pss, slash } from './several.ts';
import { joined, putting, sha256 } from './signer.ts';

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
