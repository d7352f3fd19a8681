import type { CaptureFormat, CaptureNoteCode } from '../../captures/capture.ts';
import type { CertificateDescription } from '../../certificates/describe.ts';
import type { Header } from '../../message.ts';
import type { Check } from '../../signing/checks.ts';
import type { Difference } from '../../signing/differences.ts';
import type { Finding, Verdict } from '../../signing/findings.ts';

/** What `sign`, `verify` and `verify diff` take and give. @see C-sign-json */

/** Files of a key and its certificate, in place of the profile's. */
export interface SignerFiles {
  /** PEM, DER or PKCS#12, which may hold the key too. */
  readonly certificate: string;
  readonly key: string | undefined;
  readonly passphraseFile: string | undefined;
}

export interface SignInput {
  readonly method: string;
  readonly url: string;
  /** `Name: value`, in the order in which they are to be sent. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
  readonly signer: SignerFiles | undefined;
  /** Names of `--break`; empty for a request signed as it should be. */
  readonly breaks: readonly string[];
}

export interface SignedShown {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly bodyBase64: string;
  readonly signingString: string;
}

export interface ListedBreak {
  readonly name: string;
  readonly summary: string;
}

/** A request as somebody wrote it down. */
export interface CapturedInput {
  readonly bytes: Uint8Array;
  /** Absent: told by its beginning. */
  readonly format: CaptureFormat | undefined;
  /** Of several requests: the place of one, its name, or a part of its URL. */
  readonly request: string | undefined;
}

export interface VerifyOptionsGiven {
  /** ISO 8601 date-time, or `date` for the request's own Date; absent: as the capture says. @see C-verify-capture-time */
  readonly at: string | undefined;
  /** Path of a certificate in place of the one sent. */
  readonly certificate: string | undefined;
  readonly passphraseFile: string | undefined;
  /** Path of a public key to check with. */
  readonly key: string | undefined;
  /** Path of certificates of certification authorities. */
  readonly ca: string | undefined;
  readonly role: Role | undefined;
  readonly strict: boolean;
  /** Whether the report is to be passed on. @see C-verify-share */
  readonly share?: boolean;
  /** How many times as far as usual causes are sought. @see G3-search-limit */
  readonly search: number;
}

/** A finding of the signature, or of what the capture lacks. */
export type ShownCode = Finding['code'] | CaptureNoteCode | 'capture-age';

type Role = 'PSP_AS' | 'PSP_PI' | 'PSP_AI' | 'PSP_IC';

export interface ShownFinding extends Omit<Finding, 'code'> {
  readonly code: ShownCode;
}

export interface ShownVerification {
  readonly verdict: Verdict | ShownCode;
  readonly valid: boolean;
  /** In the order of G3-order, errors before warnings. */
  readonly findings: readonly ShownFinding[];
  readonly signingString: string | null;
  readonly signedHeaders: readonly string[];
  readonly certificate: Partial<CertificateDescription> | null;
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly checks: readonly ShownCheck[];
  readonly request: ShownRequest;
}

export interface ShownCheck extends Pick<Check, 'name' | 'state' | 'detail'> {}

export interface ShownRequest {
  readonly format: CaptureFormat;
  readonly method: string;
  readonly target: string;
  readonly bodyBytes: number;
  /** With `--share`: the body with each value replaced by its type and length; null without one. */
  readonly body?: unknown;
}

/** A request that works beside one that does not. */
export interface ShownComparison {
  readonly first: ShownVerification;
  readonly second: ShownVerification;
  readonly differences: readonly Difference[];
}
