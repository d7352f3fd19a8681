import { type KeyObject, sign } from 'node:crypto';
import { type Row, rare, usual } from './row.ts';
import { base64, DATE, sha256 } from './signer.ts';

/** The signature's own octets, the algorithm's name, Date. */

const ENCODING = 'signature-encoding';
const LENGTH = 'signature-length';

const encoded = (change: (signature: Buffer) => string) => ({ encode: change });
const twice = (of: (hash: Buffer) => string | Buffer) => ({
  sign: (bytes: Buffer, key: KeyObject) => sign('sha256', Buffer.from(of(sha256(bytes)) as Buffer), key),
});
const dated = (date: string | undefined) => ({ with: { Date: date } });
const utc = (seconds: number) => dated(new Date(Date.parse(DATE) + seconds * 1000).toUTCString());

export const SIGNATURES: readonly Row[] = [
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
  usual('five minutes early', utc(302), 'date-skew', undefined),

  rare('India time as GMT', utc(19_800), ['date-skew', 'date-skew-timezone'], undefined),
  rare('RFC 850', dated('Tuesday, 11-May-27 09:15:42 GMT'), 'date-format', 'other'),
  rare(
    'signature in hexadecimal, then Base64',
    encoded((s) => base64(s.toString('hex'))),
    ENCODING,
    ['hex', 'double-base64'],
  ),
  rare(
    'UTF-7 typographic minus: one octet lost',
    encoded((s) => base64(s.subarray(0, 255))),
    LENGTH,
    ['cut-short', 'mangled', undefined],
  ),
];
