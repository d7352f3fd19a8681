import { createHash } from 'node:crypto';
import { FORMAT } from './digests.ts';
import { type Row, usual } from './row.ts';
import { base64, sha256 } from './signer.ts';

/** Digest written otherwise. */
export const DIGESTS_WRITTEN: readonly Row[] = [
  usual('no Digest on a payment', { digest: () => undefined }, 'digest-missing', undefined),
  usual(
    'name in lower case',
    { digest: (bytes) => `sha-256=${base64(sha256(bytes))}` },
    'valid-with-warning',
    'lower-case',
  ),
  usual('MD5', { digest: (bytes) => `MD5=${createHash('md5').update(bytes).digest('base64')}` }, FORMAT, [
    undefined,
    'wrong-label',
  ]),
];
