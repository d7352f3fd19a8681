import { constants, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { VERIFY_SEARCH } from '../../src/signing/budget.ts';
import { writeDigest } from '../../src/signing/digest.ts';
import { writeHttpDate } from '../../src/signing/http-date.ts';
import {
  type Case,
  hashed,
  issuer,
  joined,
  keyId,
  lines,
  ordered,
  other,
  PRETTY,
  sent,
  sha256,
  signedValue,
  targeted,
  tpp,
} from './broken.ts';
import { AT, BODY, type Handmade, paymentRequest } from './tpp.ts';

const stringOf = (all: readonly (readonly [string, string])[]) =>
  all.map(([name, value]) => `${name}: ${value}`).join('\n');
/** One of the headers that need not be signed. */
const signedToo = (header: string, change: (value: string) => string): Handmade => ({
  ...signedValue(header, change),
  headers: { 'Content-Type': 'application/json' },
  names: ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri', header],
});

const ellipticKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

export const signatureCases: Case[] = [
  ['signature-encoding', 'base64url', { encode: (bytes) => bytes.toString('base64url') }],
  ['signature-encoding', 'hex', { encode: (bytes) => bytes.toString('hex') }],
  [
    'signature-encoding',
    'line-wrapped',
    { encode: (bytes) => bytes.toString('base64').replaceAll(/.{76}/g, '$& ') },
  ],
  [
    'signature-encoding',
    'line-wrapped',
    { encode: (bytes) => bytes.toString('base64').replaceAll(/.{64}/g, '$&\\n') },
  ],
  [
    'signature-encoding',
    'double-base64',
    { encode: (bytes) => Buffer.from(bytes.toString('base64')).toString('base64') },
  ],
  ['signature-encoding', undefined, { encode: () => '!!!' }],
  ['signature-length', undefined, { encode: (bytes) => bytes.subarray(0, 128).toString('base64') }],
  ['signature-length', 'empty', { encode: () => '' }],
  ['signature-length', 'cut-short', { encode: (bytes) => bytes.subarray(0, 200).toString('base64') }],
  ['signature-length', 'hash', { encode: (bytes) => sha256(bytes).toString('base64') }],
  [
    'signature-length',
    'ecdsa',
    {
      signature: (bytes) => signBytes('sha256', bytes, ellipticKey),
      encode: (bytes) => bytes.toString('base64'),
    },
  ],
  ['signature-length', 'mangled', { encode: (bytes) => Buffer.from(bytes.toString()).toString('base64') }],
  ['key-mismatch', undefined, { signature: (bytes) => signBytes('sha256', bytes, other.privateKey) }],
  ['key-mismatch', undefined, { signature: () => Buffer.alloc(256, 0xff) }],
  [
    'signature-padding',
    undefined,
    {
      signature: (bytes) =>
        signBytes('sha256', bytes, { key: tpp.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }),
    },
  ],
  [
    'signature-padding',
    undefined,
    {
      signature: () =>
        signBytes('sha256', Buffer.from('else'), {
          key: tpp.privateKey,
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength: 32,
        }),
    },
  ],
  [
    'signature-double-hash',
    undefined,
    { build: (all) => sha256(all.map(([name, value]) => `${name}: ${value}`).join('\n')) },
  ],
  [
    'signature-double-hash',
    undefined,
    { build: (all) => sha256(all.map(([name, value]) => `${name}: ${value}`).join('\n')).toString('hex') },
  ],
  ['signature-hash', 'sha1', hashed('sha1')],
  ['signature-hash', 'sha512', hashed('sha512')],
  ['signature-hash', undefined, hashed('sha384')],
  ['signature-invalid', 'trailing-newline', joined('\n', '\n')],
  ['signature-invalid', 'crlf', joined('\r\n')],
  ['signature-invalid', 'crlf', joined('\r\n', '\r\n')],
  ['signature-invalid', 'no-space', lines((name, value) => `${name}:${value}`)],
  [
    'signature-invalid',
    'original-case',
    lines(
      (name, value) =>
        `${name.replace('psu', 'PSU').replace('tpp', 'TPP').replace('id', 'ID').replace('uri', 'URI').replace('x-r', 'X-R').replace('-r', '-R').replace(/^d/, 'D')}: ${value}`,
    ),
  ],
  ['signature-invalid', 'values-lowercased', lines((name, value) => `${name}: ${value.toLowerCase()}`)],
  ['signature-invalid', 'values-only', lines((_, value) => value)],
  ['signature-invalid', 'escaped-newline', joined('\\n')],
  [
    'signature-invalid',
    'unknown',
    { request: paymentRequest({ headers: [] }), build: () => 'something else' },
    { recovery: VERIFY_SEARCH },
  ],
  ['signature-invalid', 'leading-newline', { build: (all) => `\n${stringOf(all)}` }],
  ['signature-invalid', 'indented', joined('\n    ', '\n')],
  ['signature-invalid', 'joined', joined('&')],
  ['signature-invalid', 'line-left-out', ordered((all) => all.slice(1))],
  ['signature-invalid', 'line-added', ordered((all) => [...all, ['host', 'bank.example.test']])],
  ['signature-invalid', 'body-only', { build: () => BODY }],
  ['signature-invalid', 'encoded', { build: (all) => Buffer.from(stringOf(all)).toString('hex') }],
  ['signature-invalid', 'not-searched', joined('\r\n'), { recovery: false }],
  ['signature-invalid-order', 'sorted', ordered((all) => all.toSorted())],
  ['signature-invalid-order', 'reversed', ordered((all) => all.toReversed())],
  ['signature-invalid-order', 'request-order', ordered((all) => [all[2], all[4], all[3], all[0], all[1]])],
  ['signature-invalid-order', 'other', ordered((all) => [all[3], all[0], all[1], all[4], all[2]])],
  [
    'signature-invalid-target',
    'absolute',
    targeted((target) => target.replace(' ', ' https://bank.example.test')),
  ],
  ['signature-invalid-target', 'no-query', targeted((target) => target.replace(/\?.*/, ''))],
  ['signature-invalid-target', 'upper-method', targeted((target) => target.replace('post', 'POST'))],
  ['signature-invalid-target', 'prefix', targeted((target) => target.replace(' ', ' /api-sandbox'))],
  ['signature-invalid-target', 'prefix', targeted((target) => target.replace('/v1', ''))],
  ['signature-invalid-target', 'no-space', targeted((target) => target.replace(' ', ''))],
  [
    'signature-invalid-target',
    'percent',
    {
      ...targeted((target) => target.replace('%C3%A6', 'æ')),
      request: paymentRequest({ target: '/v1/payments/x?y=%C3%A6' }),
    },
  ],
  ['signature-invalid-value', 'case', signedValue('psu-id', (value) => value.toUpperCase())],
  ['signature-invalid-value', 'port', signedToo('host', () => 'bank.example.test:8443')],
  ['signature-invalid-value', 'charset', signedToo('content-type', (value) => `${value};charset=UTF-8`)],
  ['signature-invalid-value', 'untrimmed', signedValue('psu-id', (value) => ` ${value}`)],
  [
    'signature-invalid-value',
    'reencoded',
    signedValue('tpp-redirect-uri', (value) => value.replace('%20', '+')),
  ],
  ['signature-invalid-value', 'reencoded', signedValue('tpp-redirect-uri', encodeURIComponent)],
  ['signature-invalid-value', 'reencoded', signedValue('date', (value) => value.replace('GMT', '+0000'))],
  ['signature-invalid-value', 'replaced', signedValue('date', () => writeHttpDate(AT - 7000))],
  [
    'signature-invalid-value',
    'replaced',
    signedValue('digest', () => writeDigest(Buffer.from(PRETTY))),
    { recovery: VERIFY_SEARCH },
  ],
  ['signature-invalid-value', 'replaced', signedValue('x-request-id', () => '')],
  [
    'signature-invalid-duplicate',
    undefined,
    sent((request) => ({ ...request, headers: [...request.headers, ['psu-id', 'again']] })),
  ],
];

const NAME = 'CN=Test Issuing CA';
export const keyIdCases: Case[] = [
  ['keyid-mismatch', 'decimal-serial', keyId(`SN=${0x0ab12cd3},CA=${NAME}`)],
  [
    'keyid-mismatch',
    'subject',
    issuer('CN=Test TPP Seal,2.5.4.97=#0c105053444e4f2d4653412d313233343536,O=Test TPP AS,C=NO'),
  ],
  ['keyid-mismatch', 'slash', issuer('/CN=Test Issuing CA')],
  ['keyid-mismatch', 'ca-serial', keyId(`SN=77ABC,CA=${NAME}`), { authorities: [tpp.ca] }],
  ['keyid-mismatch', 'other-certificate', keyId(`SN=1234,CA=${NAME}`)],
  ['keyid-mismatch', 'unknown', issuer('CN=Another CA')],
  [
    'keyid-style',
    'lowercase',
    keyId(tpp.keyId.toLowerCase().replace('sn=', 'SN=').replace('ca=cn=test issuing ca', `CA=${NAME}`)),
  ],
  ['keyid-style', 'colons', keyId(`SN=AB:12:CD:3,CA=${NAME}`)],
  ['keyid-style', 'leading-zero', keyId(`SN=0AB12CD3,CA=${NAME}`)],
  ['keyid-style', '0x', keyId(`SN=0xAB12CD3,CA=${NAME}`)],
  ['keyid-style', 'comma-space', keyId(`SN=AB12CD3, CA=${NAME}`)],
  ['keyid-style', 'percent', issuer('CN=Test%20Issuing%20CA')],
  ['keyid-style', undefined, issuer('OID.2.5.4.3=Test Issuing CA')],
];
