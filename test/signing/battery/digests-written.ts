import { createHash } from 'node:crypto';
import { type Row, usual } from './row.ts';
import { base64, sha256 } from './signer.ts';

/** Digest written otherwise. */
export const DIGESTS_WRITTEN: readonly Row[] = usual({
  'digest-missing': { 'no Digest on a payment': { digest: () => undefined } },
  'valid-with-warning/lower-case': {
    'name in lower case': { digest: (bytes) => `sha-256=${base64(sha256(bytes))}` },
  },
  'digest-format/-|wrong-label': {
    MD5: { digest: (bytes) => `MD5=${createHash('md5').update(bytes).digest('base64')}` },
  },
});
