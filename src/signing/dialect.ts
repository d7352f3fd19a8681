import { KEY_ID_LABELS, type KeyIdLabels } from './key-id.ts';
import { SIGNED_HEADERS } from './signing-string.ts';

/**
 * What one bank asks of a signature, of all that the draft leaves open. The checks read it; a bank that asks
 * otherwise is another row.
 * @see G3-dialect
 */
export interface Dialect {
  readonly name: string;
  /** What stands before the serial number and before the issuer in keyId: `SN=…,CA=…`. */
  readonly keyId: KeyIdLabels;
  /** The header, in lower case, that the certificate stands in. */
  readonly certificateHeader: string;
  /** What must be signed when it is sent, in lower case. */
  readonly signedHeaders: readonly string[];
  /** Names of `algorithm` that are accepted, the expected one first. */
  readonly algorithms: readonly [expected: string, ...others: string[]];
  readonly hash: 'sha256' | 'sha512';
  /** How far Date may be off, in whole seconds: so many pass, one more does not. */
  readonly maxSkewSeconds: number;
}

/** @see I-authentication-3-key-id, I-authentication-3-algorithm, I-authentication-3-signing, I-limits-clock */
export const THIS_BANK: Dialect = {
  name: 'this bank',
  keyId: KEY_ID_LABELS,
  certificateHeader: 'tpp-signature-certificate',
  signedHeaders: SIGNED_HEADERS,
  algorithms: ['rsa-sha256'],
  hash: 'sha256',
  maxSkewSeconds: 60,
};

/** What the same bank signs of its answers. @see C-verify-answers */
export const ITS_ANSWERS: Dialect = {
  ...THIS_BANK,
  name: "this bank's answers",
  certificateHeader: 'aspsp-signature-certificate',
  signedHeaders: ['date', 'digest', 'x-request-id'],
};
