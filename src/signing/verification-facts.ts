import type { Psd2Role } from '../certificates/certificate.ts';
import type { RsaOutcome } from './check-signature.ts';
import type { DigestAlgorithm } from './digest.ts';

/** What the checks saw on their way, for those who show them one by one. */
export interface VerificationFacts {
  readonly isEncodedWord: boolean;
  /** Whether the certificate was given in place of the header. */
  readonly isCertificateGiven: boolean;
  /** Whether an authority's own certificate was sent: then nothing more was checked of it. */
  readonly isAuthority: boolean;
  /** The size of the key that was given; undefined when none was. */
  readonly givenKeyBits: number | undefined;
  /** By how many whole seconds Date is behind the clock; undefined when it can't be read. */
  readonly skewSeconds: number | undefined;
  readonly bodyBytes: number;
  /** The algorithms by which the body was compared with Digest. */
  readonly digests: readonly DigestAlgorithm[];
  readonly rsa: RsaOutcome;
  /** The roles of which the certificate needs one; empty where any will do. */
  readonly roles: readonly Psd2Role[];
}
