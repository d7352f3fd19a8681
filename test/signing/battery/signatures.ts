import { type KeyObject, sign } from 'node:crypto';
import { type Row, rare, usual } from './row.ts';
import { base64, DATE, sha256 } from './signer.ts';

/** The signature's own octets, the algorithm's name, Date. */

const encoded = (change: (signature: Buffer) => string) => ({ encode: change });
const twice = (of: (hash: Buffer) => string | Buffer) => ({
  sign: (bytes: Buffer, key: KeyObject) => sign('sha256', Buffer.from(of(sha256(bytes)) as Buffer), key),
});
const dated = (date: string | undefined) => ({ with: { Date: date } });
const utc = (seconds: number) => dated(new Date(Date.parse(DATE) + seconds * 1000).toUTCString());

export const SIGNATURES: readonly Row[] = [
  ...usual({
    'signature-double-hash': {
      'hash signed again': twice((hash) => hash),
      'hexadecimal hash signed again': twice((hash) => hash.toString('hex')),
    },
    'date-skew': { 'five minutes early': utc(302) },
  }),
  ...rare({
    'date-skew|date-skew-timezone': { 'India time as GMT': utc(19_800) },
    'date-format/other': { 'RFC 850': dated('Tuesday, 11-May-27 09:15:42 GMT') },
    'signature-encoding/hex|double-base64': {
      'signature in hexadecimal, then Base64': encoded((s) => base64(s.toString('hex'))),
    },
    'signature-length/cut-short|mangled|-': {
      'UTF-7 typographic minus: one octet lost': encoded((s) => base64(s.subarray(0, 255))),
    },
  }),
];
