import { createHash } from 'node:crypto';
import { type Case, der, keyId, sent, sha256, tpp, wrap, wrapped } from './broken.ts';
import { sentWith } from './tpp.ts';

/** Detached, with RS256. */
const JWS = `${Buffer.from('{"alg":"RS256","b64":false}').toString('base64url')}..${'A'.repeat(342)}`;

export const headerCases: Case[] = [
  ['signature-missing', undefined, sent(sentWith('Signature', undefined))],
  ['signature-missing', undefined, wrap(() => ' ')],
  [
    'signature-missing',
    'in-authorization-header',
    sent((request) => ({
      ...request,
      headers: request.headers.map(([name, value]) =>
        name === 'Signature' ? ['Authorization', `Signature ${value}`] : [name, value],
      ),
    })),
  ],
  ['encoded-word-format', 'inner', { encode: (bytes) => wrapped(bytes.toString('base64')) }],
  ['encoded-word-format', 'inner', { parameters: { keyId: wrapped(tpp.keyId) } }],
  ['encoded-word-format', 'twice', wrap((value) => wrapped(wrapped(value)))],
  [
    'encoded-word-format',
    'base64url',
    wrap((value) => `=?utf-8?B?${Buffer.from(value).toString('base64url')}?=`),
  ],
  ['encoded-word-format', 'unterminated', wrap((value) => wrapped(value).slice(0, -2))],
  ['encoded-word-format', 'charset', wrap((value) => wrapped(value).replace('utf-8', 'utf-7'))],
  ['encoded-word-format', 'raw', wrap((value) => value.replace('keyId=', 'keyId=').concat(',note="\u00f8"'))],
  ['encoded-word-format', undefined, wrap((value) => wrapped(value).replace('?B?', '?X?'))],
  ['signature-header-format', 'unquoted', wrap((value) => value.replaceAll('"', ''))],
  ['signature-header-format', 'unquoted', wrap((value) => value.replaceAll('"', "'"))],
  ['signature-header-format', 'backslash-quotes', wrap((value) => value.replaceAll('"', '\\"'))],
  ['signature-header-format', 'scheme-prefix', wrap((value) => `Signature ${value}`)],
  ['signature-header-format', 'duplicate-parameter', wrap((value) => `${value},algorithm="rsa-sha256"`)],
  [
    'signature-header-format',
    'duplicate-parameter',
    sent((request) => ({ ...request, headers: [...request.headers, ['signature', 'keyId="SN=1,CA=CN=x"']] })),
  ],
  ['signature-header-format', undefined, wrap((value) => value.replace(/,signature=.*/, ''))],
  ['signature-header-format', undefined, wrap(() => '???')],
  [
    'signature-header-format',
    'smart-quotes',
    wrap((value) => value.replaceAll(/"([^"]*)"/g, '\u201c$1\u201d')),
  ],
  ['signature-header-format', 'jws', wrap(() => JWS)],
  ['signature-header-format', 'rfc9421', wrap((value) => `sig1=:${/signature="([^"]*)"/.exec(value)?.[1]}:`)],
  ['signature-header-format', 'cut-short', wrap((value) => value.slice(0, 200))],
  ['headers-missing', undefined, wrap((value) => value.replace(/,headers="[^"]*"/, ''))],
  [
    'headers-format',
    'commas',
    { parameters: { headers: 'date,digest,x-request-id,psu-id,tpp-redirect-uri' } },
  ],
  [
    'headers-format',
    'commas',
    { parameters: { headers: 'date, digest, x-request-id, psu-id, tpp-redirect-uri' } },
  ],
  [
    'headers-format',
    'upper-case',
    { parameters: { headers: 'Date Digest X-Request-ID PSU-ID TPP-Redirect-URI' } },
  ],
  ['headers-format', undefined, { parameters: { headers: '' } }],
  ['keyid-format', 'identifier', keyId('my-key')],
  ['keyid-format', undefined, keyId(tpp.keyId.replace('SN=', 'sn='))],
  ['keyid-format', undefined, keyId('SN=XYZ,CA=CN=Test Issuing CA')],
  ['keyid-format', 'order', keyId('CA=CN=Test Issuing CA,SN=AB12CD3')],
  ['keyid-format', 'fingerprint', keyId(createHash('sha1').update(der).digest('hex'))],
  [
    'keyid-format',
    'fingerprint',
    keyId(
      sha256(der)
        .toString('hex')
        .toUpperCase()
        .replaceAll(/..(?!$)/g, '$&:'),
    ),
  ],
  ['keyid-format', 'fingerprint', keyId(sha256(der).toString('base64'))],
  ['algorithm-missing', undefined, wrap((value) => value.replace(/,algorithm="[^"]*"/, ''))],
  ['algorithm-unexpected', 'java-name', { parameters: { algorithm: 'SHA256withRSA' } }],
  ['algorithm-unexpected', 'hs2019', { parameters: { algorithm: 'hs2019' } }],
  ['algorithm-unexpected', 'rsa-sha512', { parameters: { algorithm: 'rsa-sha512' } }],
  ['algorithm-unexpected', 'other', { parameters: { algorithm: 'RSA-SHA256' } }],
];
