import {
  constants,
  createHash,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  privateEncrypt,
  sign,
} from 'node:crypto';
import { curveKeys } from './people.ts';
import { paying, type Row, rare, usual } from './row.ts';
import { base64, DATE, type Parameters, send, sha256, written } from './signer.ts';

/** The signature's own octets, the algorithm's name, Date. */

const ENCODING = 'signature-encoding';
const LENGTH = 'signature-length';
const PADDING = 'signature-padding';

/** One signature in 200 has no plus sign: the request is another one until its signature has. */
function idWithPlus(): Record<string, string> {
  for (let count = 1000; ; count += 1) {
    const id = { 'PSU-ID': `3d9e6f21-70ab-4c18-b5d4-6a2c1f0e${count}` };
    let hasPlus = false;
    const encode = (bytes: Buffer) => {
      hasPlus = base64(bytes).includes('+');
      return base64(bytes);
    };
    send(paying({ with: id, encode }));
    if (hasPlus) return id;
  }
}

const encoded = (change: (signature: Buffer) => string) => ({ encode: change });
const wrapped = (signature: Buffer, width: number, by: string) =>
  (base64(signature).match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(by);
const pss = (saltLength: number) => ({
  sign: (bytes: Buffer, key: KeyObject) =>
    sign('sha256', bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }),
});
const raw = (of: (bytes: Buffer) => Buffer) => ({
  sign: (bytes: Buffer, key: KeyObject) => privateEncrypt(key, of(bytes)),
});
const hashing = (hash: string) => ({ sign: (bytes: Buffer, key: KeyObject) => sign(hash, bytes, key) });
const twice = (of: (hash: Buffer) => string | Buffer) => ({
  sign: (bytes: Buffer, key: KeyObject) => sign('sha256', Buffer.from(of(sha256(bytes)) as Buffer), key),
});
const hmac = (hash: string) => ({
  sign: (bytes: Buffer) => createHmac(hash, 'shared secret').update(bytes).digest(),
});
const dated = (date: string | undefined) => ({ with: { Date: date } });
const utc = (seconds: number) => dated(new Date(Date.parse(DATE) + seconds * 1000).toUTCString());
const named = (algorithm: string) => ({ algorithm });

export const SIGNATURES: readonly Row[] = [
  usual(
    'base64url',
    encoded((s) => s.toString('base64url')),
    ENCODING,
    'base64url',
  ),
  usual(
    'padding taken away',
    encoded((s) => base64(s).replace(/=+$/, '')),
    ENCODING,
    'base64url',
  ),
  usual(
    'hexadecimal',
    encoded((s) => s.toString('hex')),
    ENCODING,
    'hex',
  ),
  usual(
    'hexadecimal in upper case',
    encoded((s) => s.toString('hex').toUpperCase()),
    ENCODING,
    'hex',
  ),
  usual(
    'lines of 64 with blanks',
    encoded((s) => wrapped(s, 64, ' ')),
    ENCODING,
    'line-wrapped',
  ),
  usual(
    'lines of 76 with blanks',
    encoded((s) => wrapped(s, 76, ' ')),
    ENCODING,
    'line-wrapped',
  ),
  usual(
    'a blank at the end',
    encoded((s) => `${base64(s)} `),
    ENCODING,
    'line-wrapped',
  ),
  usual(
    'Base64 of Base64',
    encoded((s) => base64(base64(s))),
    ENCODING,
    'double-base64',
  ),
  usual(
    'percent-encoded',
    encoded((s) => encodeURIComponent(base64(s))),
    ENCODING,
    undefined,
  ),
  usual(
    'Python bytes literal',
    encoded((s) => `b'${base64(s)}'`),
    ENCODING,
    undefined,
  ),
  usual(
    'backslash n at the end',
    encoded((s) => `${base64(s)}\\n`),
    ENCODING,
    [undefined, 'line-wrapped'],
  ),
  usual(
    'empty',
    encoded(() => ''),
    LENGTH,
    'empty',
  ),
  usual(
    'cut short by 40 characters',
    encoded((s) => base64(s).slice(0, -40)),
    LENGTH,
    'cut-short',
  ),
  usual(
    'cut at 100 characters',
    encoded((s) => base64(s).slice(0, 100)),
    LENGTH,
    'cut-short',
  ),
  usual('HMAC with SHA-256', hmac('sha256'), LENGTH, 'hash'),
  usual('HMAC with SHA-512', hmac('sha512'), LENGTH, ['hash', 'ecdsa']),
  usual('hash of the string, not signed', { sign: (bytes) => sha256(bytes) }, LENGTH, 'hash'),
  usual('ECDSA, DER', { sign: (bytes) => sign('sha256', bytes, curveKeys().privateKey) }, LENGTH, 'ecdsa'),
  usual(
    'through UTF-8 text',
    encoded((s) => base64(Buffer.from(s.toString('utf8')))),
    LENGTH,
    'mangled',
  ),
  usual(
    'through Latin-1 to UTF-8',
    encoded((s) => base64(Buffer.from(s.toString('latin1'), 'utf8'))),
    LENGTH,
    'mangled',
  ),
  usual('PSS, salt of 32 (Python, Go default)', pss(32), PADDING, undefined),
  usual('PSS, salt of 20 (Java default)', pss(20), PADDING, undefined),
  usual('PSS, salt of 0', pss(0), PADDING, undefined),
  usual(
    'PSS, the longest salt (openssl default)',
    pss(constants.RSA_PSS_SALTLEN_MAX_SIGN),
    PADDING,
    undefined,
  ),
  usual('NONEwithRSA of the hash', raw(sha256), PADDING, undefined),
  usual(
    'hash signed again',
    twice((hash) => hash),
    'signature-double-hash',
    undefined,
  ),
  usual(
    'hexadecimal hash signed again',
    twice((hash) => hash.toString('hex')),
    'signature-double-hash',
    undefined,
  ),
  usual('Base64 hash signed again', twice(base64), 'signature-double-hash', undefined),
  usual('SHA-1', hashing('sha1'), 'signature-hash', 'sha1'),
  usual('SHA-512', hashing('sha512'), 'signature-hash', 'sha512'),
  usual('SHA-384', hashing('sha384'), 'signature-hash', undefined),
  usual(
    'no algorithm',
    { written: (p: Parameters) => written(p).replace(`algorithm="${p.algorithm}",`, '') },
    'algorithm-missing',
    undefined,
  ),
  usual('SHA256withRSA', named('SHA256withRSA'), 'algorithm-unexpected', 'java-name'),
  usual('hs2019', named('hs2019'), 'algorithm-unexpected', 'hs2019'),
  usual(
    'rsa-sha512',
    { ...named('rsa-sha512'), ...hashing('sha512') },
    'algorithm-unexpected',
    'rsa-sha512',
    { also: ['signature-hash/sha512'] },
  ),
  usual('RS256', named('RS256'), 'algorithm-unexpected', 'other'),
  usual('RSA-SHA256', named('RSA-SHA256'), 'algorithm-unexpected', 'other'),
  usual('no Date', dated(undefined), 'date-missing', undefined),
  usual('ISO 8601 date', dated('2027-05-11T09:15:42Z'), 'date-format', 'iso'),
  usual('Norwegian offset', dated('Tue, 11 May 2027 11:15:42 +0200'), 'date-format', 'offset'),
  usual('+0000 for GMT', dated(DATE.replace('GMT', '+0000')), 'date-format', 'offset'),
  usual('wrong weekday', dated(DATE.replace('Tue', 'Mon')), 'date-format', 'weekday'),
  usual('seconds of the epoch', dated('1810026942'), 'date-format', 'other'),
  usual('Norwegian month', dated('ti., 11 mai 2027 09:15:42 GMT'), 'date-format', 'other'),
  usual('61 s late', { ...utc(0) }, 'date-skew', undefined, { at: '2027-05-11T09:16:43Z' }),
  usual('60 s late', { ...utc(0) }, 'valid', undefined, { at: '2027-05-11T09:16:42Z' }),
  usual('five minutes early', utc(302), 'date-skew', undefined),
  usual('Norwegian summer time as GMT', utc(7200), 'date-skew-timezone', undefined),
  usual('one hour behind', utc(-3600), 'date-skew-timezone', undefined),
  usual('valid with an odd second', utc(-30), 'valid', undefined),

  rare('India time as GMT', utc(19_800), ['date-skew', 'date-skew-timezone'], undefined),
  rare('one-digit day', { with: { Date: 'Tue, 4 May 2027 09:15:42 GMT' } }, 'date-format', 'other', {
    at: '2027-05-04T09:15:42Z',
  }),
  rare('RFC 850', dated('Tuesday, 11-May-27 09:15:42 GMT'), 'date-format', 'other'),
  rare('PSS, salt of 64', pss(64), PADDING, undefined),
  rare('PSS, salt of 17', pss(17), PADDING, undefined),
  rare(
    'PSS with SHA-512',
    {
      sign: (bytes, key) =>
        sign('sha512', bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }),
    },
    [PADDING, 'signature-hash', 'key-mismatch'],
    [undefined, 'sha512'],
  ),
  rare(
    'the string itself under PKCS #1',
    raw((bytes) => bytes.subarray(0, 200)),
    PADDING,
    undefined,
  ),
  rare(
    'PKCS #1 of the hexadecimal hash',
    raw((bytes) => Buffer.from(sha256(bytes).toString('hex'))),
    PADDING,
    undefined,
  ),
  rare('MD5', hashing('md5'), 'signature-hash', undefined),
  rare(
    'ECDSA, IEEE P1363',
    { sign: (bytes) => sign('sha256', bytes, { key: curveKeys().privateKey, dsaEncoding: 'ieee-p1363' }) },
    LENGTH,
    ['ecdsa', 'hash'],
  ),
  rare('Ed25519', { sign: (bytes) => sign(null, bytes, generateKeyPairSync('ed25519').privateKey) }, LENGTH, [
    'hash',
    'ecdsa',
  ]),
  rare(
    'random octets as long as the key',
    {
      sign: () =>
        Buffer.concat([
          Buffer.from([1]),
          ...Array.from({ length: 16 }, (_, n) => createHash('sha256').update(`${n}`).digest()),
        ]).subarray(0, 256),
    },
    'key-mismatch',
    undefined,
  ),
  rare(
    'signature in hexadecimal, then Base64',
    encoded((s) => base64(s.toString('hex'))),
    ENCODING,
    ['hex', 'double-base64'],
  ),
  rare(
    'plus signs became blanks',
    { ...encoded((s) => base64(s).replaceAll('+', ' ')), with: idWithPlus() },
    ENCODING,
    ['line-wrapped', undefined],
  ),
  rare(
    'octets in reverse (CryptoAPI)',
    encoded((s) => base64(Buffer.from(s).reverse())),
    ['key-mismatch', ENCODING, 'signature-padding'],
    [undefined],
  ),
  rare(
    'UTF-7 typographic minus: one octet lost',
    encoded((s) => base64(s.subarray(0, 255))),
    LENGTH,
    ['cut-short', 'mangled', undefined],
  ),
  rare(
    'one character of the signature changed',
    encoded((s) => base64(s).replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))),
    'key-mismatch',
    undefined,
  ),
];
