import { createHash } from 'node:crypto';
import { FORMAT, label, MISMATCH } from './digests.ts';
import { type Row, reading, usual } from './row.ts';
import { base64, sha256 } from './signer.ts';

/** Digest written otherwise. */
export const DIGESTS_WRITTEN: readonly Row[] = [
  usual(
    'hash in hexadecimal',
    { digest: (bytes) => label(sha256(bytes).toString('hex')) },
    [MISMATCH, FORMAT],
    ['hex', undefined],
  ),
  usual(
    'Base64 of hexadecimal',
    { digest: (bytes) => label(base64(sha256(bytes).toString('hex'))) },
    MISMATCH,
    'base64-of-hex',
  ),
  usual(
    '{} hashed, no body sent',
    reading({ digest: () => label(base64(sha256('{}'))) }),
    MISMATCH,
    'empty-object',
  ),
  usual('no Digest on a payment', { digest: () => undefined }, 'digest-missing', undefined),
  usual('SHA-256 without its name', { digest: (bytes) => base64(sha256(bytes)) }, FORMAT, 'no-algorithm'),
  usual(
    'base64url hash',
    { digest: (bytes) => label(sha256(Buffer.concat([bytes])).toString('base64url')) },
    FORMAT,
    'base64url',
  ),
  usual(
    'SHA-256 value labelled SHA-512',
    { digest: (bytes) => `SHA-512=${base64(sha256(bytes))}` },
    FORMAT,
    'wrong-label',
  ),
  usual(
    'structured field of RFC 9530',
    { digest: (bytes) => `sha-256=:${base64(sha256(bytes))}:` },
    FORMAT,
    'structured-field',
  ),
  usual(
    'name in lower case',
    { digest: (bytes) => `sha-256=${base64(sha256(bytes))}` },
    'valid-with-warning',
    'lower-case',
  ),
  usual('SHA256= without hyphen', { digest: (bytes) => `SHA256=${base64(sha256(bytes))}` }, FORMAT, [
    undefined,
    'wrong-label',
    'no-algorithm',
  ]),
  usual('MD5', { digest: (bytes) => `MD5=${createHash('md5').update(bytes).digest('base64')}` }, FORMAT, [
    undefined,
    'wrong-label',
  ]),
];
