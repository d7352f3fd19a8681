import { sign } from 'node:crypto';
import { rsaKeys } from '../../support/keys.ts';
import { ISSUER, tpp } from './people.ts';
import { type Row, several } from './row.ts';
import { ANY, edited, fresh, INVALID, indented, lines, MISMATCH, pss, slash } from './several.ts';
import { joined, putting, sha256 } from './signer.ts';

/** The same, with the header or the signature itself among the faults. */
export const SEVERAL_MORE: readonly Row[] = [
  several(
    'body indented after hashing and PSS',
    { sign: pss, onTheWay: (request) => ({ ...request, body: Buffer.from(indented) }) },
    MISMATCH,
    'reserialised',
    { also: ['signature-padding'] },
  ),
  several(
    'body edited after hashing and keyId with slashes',
    { keyId: slash, onTheWay: (request) => ({ ...request, body: Buffer.from(edited) }) },
    MISMATCH,
    'unknown',
    { also: ['keyid-mismatch/slash', 'keyid-mismatch/unknown'] },
  ),
  several(
    'PSS and SHA256withRSA',
    { sign: pss, algorithm: 'SHA256withRSA' },
    'algorithm-unexpected',
    'java-name',
    { also: ['signature-padding'] },
  ),
  several(
    'PSS and an odd string',
    { sign: pss, text: lines((n, v) => `${n}:${v}`, '\r\n') },
    ['signature-padding', 'key-mismatch'],
    undefined,
    { also: ['signature-padding', 'key-mismatch', 'signature-invalid/no-space', 'signature-invalid/crlf'] },
  ),
  several(
    'SHA-1 and no space',
    { sign: (bytes, key) => sign('sha1', bytes, key), text: lines((n, v) => `${n}:${v}`) },
    'signature-hash',
    'sha1',
    { also: ['signature-invalid/no-space'] },
  ),
  several(
    'SHA-512 and X-Request-ID anew',
    { sign: (bytes, key) => sign('sha512', bytes, key), onTheWay: fresh },
    'signature-hash',
    'sha512',
  ),
  several(
    'hexadecimal and no space',
    { encode: (s) => s.toString('hex'), text: lines((n, v) => `${n}:${v}`) },
    'signature-encoding',
    'hex',
    { also: ['signature-invalid/no-space'] },
  ),
  several(
    'base64url and X-Request-ID anew',
    { encode: (s) => s.toString('base64url'), onTheWay: fresh },
    'signature-encoding',
    'base64url',
  ),
  several(
    'double hash and CRLF',
    { sign: (bytes, key) => sign('sha256', sha256(bytes), key), text: lines((n, v) => `${n}: ${v}`, '\r\n') },
    ['signature-double-hash', INVALID],
    [undefined, 'crlf', 'unknown'],
    { also: ['signature-double-hash', 'signature-invalid/crlf'] },
  ),
  several(
    'another key and keyId in decimal',
    {
      as: { ...tpp, key: rsaKeys('other').privateKey },
      target: '/v1/accounts',
      method: 'GET',
      keyId: () => `SN=${tpp.serial},CA=${ISSUER}`,
    },
    'key-mismatch',
    undefined,
    { also: ['keyid-mismatch/decimal-serial'] },
  ),
  several(
    'names by commas and CRLF',
    {
      written: (p) =>
        `keyId="${p.keyId}",algorithm="${p.algorithm}",headers="${p.headers.replaceAll(' ', ',')}",signature="${p.signature}"`,
      text: lines((n, v) => `${n}: ${v}`, '\r\n'),
    },
    'headers-format',
    'commas',
    { also: ['signature-invalid/crlf'] },
  ),
  several(
    'PSU-ID not listed and a newline',
    { names: (usual) => usual.filter((name) => name !== 'psu-id'), text: (all) => `${joined(all)}\n` },
    'required-header-not-signed',
    undefined,
    { also: ['signature-invalid/trailing-newline'] },
  ),
  several(
    'psu-corporate-id listed, absent, in the string as empty',
    { names: (usual) => [...usual, 'psu-corporate-id'], lines: (all) => [...all, ['psu-corporate-id', '']] },
    'listed-header-absent',
    undefined,
    { also: ['signature-invalid/line-added'] },
  ),
  several(
    'unquoted and in lower case',
    {
      written: (p) =>
        `keyId=${p.keyId},algorithm=${p.algorithm},headers=${p.headers},signature=${p.signature}`,
      text: (all) => joined(all).toLowerCase(),
    },
    'signature-header-format',
    'unquoted',
    { also: ['signature-invalid/values-lowercased'] },
  ),
  several(
    'Host port and charset',
    {
      names: (usual) => [...usual, 'host', 'content-type'],
      onTheWay: (request) =>
        putting(
          'Host',
          'api.bank.example.test:443',
        )(putting('Content-Type', 'application/json; charset=utf-8')(request)),
    },
    ANY,
    ['port', 'charset', 'unknown'],
    { also: ['signature-invalid-value/port', 'signature-invalid-value/charset'] },
  ),
];
