import type { Finding, FindingCode } from './findings.ts';
import { writeHttpDate } from './http-date.ts';
import { SIGNED_HEADERS } from './signing-string.ts';
import type { Verification } from './verify.ts';

/** `not-checked`: it could not be, and `detail` says why. */
export type CheckState = 'pass' | 'warning' | 'fault' | 'not-checked';

/** One line of what `psd2 verify` shows. */
export interface Check {
  readonly name: CheckName;
  readonly state: CheckState;
  /** Empty unless the state is warning or fault. */
  readonly findings: readonly Finding[];
  /** A few words: what was looked at, or why nothing was. Holds nothing of the request but numbers and names. */
  readonly detail?: string;
}

export type CheckName = (typeof CHECKS)[number]['name'];

/** What a check comes to when it has no finding. */
interface Result {
  readonly detail?: string | undefined;
  readonly notChecked?: string | undefined;
}

interface CheckRow {
  readonly name: string;
  readonly codes: readonly FindingCode[];
  readonly result: (verification: Verification) => Result;
  /** Whether there is such a check; default always. */
  readonly isMade?: (verification: Verification) => boolean;
}

const NO_SIGNATURE = "there's no readable signature";
const NO_CERTIFICATE = "there's no readable certificate";
const AUTHORITY = "the certificate is a certification authority's";

/** Every check in its order, with the findings it makes. @see G3-order */
export const CHECKS = [
  { name: 'Signature header', codes: ['signature-missing'], result: () => ({}) },
  { name: 'encoded-word', codes: ['encoded-word-format'], result: encodedWord },
  { name: 'syntax', codes: ['signature-header-format'], result: ofParameters(() => ({})) },
  { name: 'headers parameter', codes: ['headers-missing', 'headers-format'], result: headersParameter },
  { name: 'keyId form', codes: ['keyid-format'], result: ofParameters(() => ({})) },
  {
    name: 'certificate',
    codes: [
      'certificate-missing',
      'certificate-unparseable',
      'certificate-format',
      'certificate-format-tolerated',
    ],
    result: certificateRead,
  },
  {
    name: 'algorithm',
    codes: ['algorithm-missing', 'algorithm-unexpected'],
    result: ofParameters(() => ({ detail: 'rsa-sha256' })),
  },
  { name: 'Date', codes: ['date-missing', 'date-format', 'date-skew', 'date-skew-timezone'], result: date },
  {
    name: 'listed headers present',
    codes: ['listed-header-absent'],
    result: ofNames(({ signedHeaders: { length } }) => ({ detail: `${length} of ${length}` })),
  },
  {
    name: 'required headers signed',
    codes: ['required-header-not-signed'],
    result: ofNames(({ signedHeaders }) => ({
      detail: SIGNED_HEADERS.filter((name) => signedHeaders.includes(name)).join(' '),
    })),
  },
  { name: 'Digest', codes: ['digest-missing', 'digest-format', 'digest-mismatch'], result: digest },
  { name: 'signature encoding', codes: ['signature-encoding', 'signature-length'], result: encoding },
  {
    name: 'RSA signature',
    codes: [
      'key-mismatch',
      'signature-padding',
      'signature-double-hash',
      'signature-hash',
      'signature-invalid',
      'signature-invalid-order',
      'signature-invalid-target',
      'signature-invalid-value',
      'signature-invalid-duplicate',
    ],
    result: rsa,
  },
  { name: 'keyId and certificate', codes: ['keyid-mismatch', 'keyid-style'], result: keyId },
  {
    name: 'certificate validity',
    codes: ['certificate-expired', 'certificate-not-yet-valid'],
    result: ofCertificate(({ notAfter }) => ({ detail: `until ${writeHttpDate(notAfter)}` })),
  },
  {
    name: 'certificate type',
    codes: ['certificate-type'],
    result: ofCertificate(({ type }) => ({
      detail: type === 'seal' ? 'QSealC' : "the certificate doesn't state its type",
    })),
  },
  {
    name: 'PSD2 statement',
    codes: ['certificate-no-psd2', 'certificate-qc-malformed'],
    result: ofCertificate(({ psd2 }) => ({ detail: psd2?.roles.join(', ') })),
  },
  { name: 'role', codes: ['certificate-role'], result: role },
  {
    name: 'headers of the operation',
    codes: ['required-header-absent'],
    result: ({ facts: { operation } }) => ({ detail: operation }),
    isMade: ({ facts }) => facts.operation !== undefined,
  },
] as const satisfies readonly CheckRow[];

/** Checks that came to nothing, each with why: what they look at isn't known, or not by itself at fault. */
export type Unmade = ReadonlyMap<CheckName, string>;

/**
 * The checks of a verification one by one, in the order of G3-order. Made from what the verification holds:
 * nothing is checked again.
 * @param unmade checks without findings that can't be passed either
 * @see G3-checks
 */
export function checksOf(verification: Verification, unmade: Unmade = new Map()): readonly Check[] {
  const made = CHECKS.filter((row: CheckRow) => row.isMade?.(verification) !== false);
  return made.map(({ name, codes, result }: CheckRow & { name: CheckName }): Check => {
    const findings = verification.findings.filter(({ code }) => codes.includes(code));
    if (findings.length > 0) {
      const isFault = findings.some(({ severity }) => severity === 'error');
      return { name, state: isFault ? 'fault' : 'warning', findings };
    }
    const why = unmade.get(name);
    if (why !== undefined) return { name, state: 'not-checked', findings, detail: why };
    const { detail, notChecked } = result(verification);
    const words = notChecked ?? detail;
    const state = notChecked === undefined ? 'pass' : 'not-checked';
    return { name, state, findings, ...(words === undefined ? {} : { detail: words }) };
  });
}

/** Without a signature there are no parameters to look at. */
function hasParameters({ parameters }: Verification): boolean {
  return Object.keys(parameters).length > 0;
}

function ofParameters(result: (verification: Verification) => Result): CheckRow['result'] {
  return (verification) =>
    hasParameters(verification) ? result(verification) : { notChecked: NO_SIGNATURE };
}

function ofNames(result: (verification: Verification) => Result): CheckRow['result'] {
  return (verification) =>
    verification.signedHeaders.length > 0 ? result(verification) : { notChecked: 'headers is empty' };
}

type ReadCertificate = NonNullable<Verification['certificate']>;

function ofCertificate(result: (certificate: ReadCertificate) => Result): CheckRow['result'] {
  return ({ certificate, facts }) => {
    if (certificate === null) return { notChecked: NO_CERTIFICATE };
    return facts.isAuthority ? { notChecked: AUTHORITY } : result(certificate);
  };
}

function encodedWord(verification: Verification): Result {
  if (!hasParameters(verification)) return { notChecked: NO_SIGNATURE };
  return { detail: verification.facts.isEncodedWord ? 'RFC 2047, decoded' : 'not encoded, pure ASCII' };
}

function headersParameter(verification: Verification): Result {
  if (!hasParameters(verification)) return { notChecked: NO_SIGNATURE };
  return { detail: counted(verification.signedHeaders.length, 'name') };
}

function certificateRead({ certificate, facts }: Verification): Result {
  if (certificate === null)
    return { notChecked: facts.givenKeyBits === undefined ? NO_CERTIFICATE : 'a key was given instead' };
  const source = facts.isCertificateGiven ? ', used instead of the header' : '';
  return { detail: `RSA, ${certificate.keyBits} bits${source}` };
}

function date({ facts: { skewSeconds } }: Verification): Result {
  if (skewSeconds === undefined) return {};
  if (skewSeconds === 0) return { detail: 'the same second as the clock' };
  const side = skewSeconds > 0 ? 'behind' : 'ahead of';
  return { detail: `${counted(Math.abs(skewSeconds), 'second')} ${side} the clock` };
}

function digest({ facts: { digests, bodyBytes } }: Verification): Result {
  if (digests.length === 0) return { detail: 'no body, none needed' };
  return { detail: `${digests.join(' and ')} of ${counted(bodyBytes, 'byte')}` };
}

function encoding({ parameters, certificate, facts }: Verification): Result {
  if (parameters.signature === undefined) return { notChecked: NO_SIGNATURE };
  const keyBits = facts.givenKeyBits ?? (certificate?.keyType === 'rsa' ? certificate.keyBits : undefined);
  if (keyBits === undefined) return { detail: "Base64 (the key's length isn't known)" };
  return { detail: `Base64 of ${Math.ceil(keyBits / 8)} bytes` };
}

function rsa({ facts, parameters, certificate }: Verification): Result {
  const given = facts.givenKeyBits === undefined ? '' : ', with the given key';
  if (facts.rsa === 'verified') return { detail: `PKCS #1 v1.5, SHA-256${given}` };
  if (facts.rsa === 'failed')
    return { notChecked: "without every listed header, the signed string isn't known" };
  if (parameters.signature === undefined) return { notChecked: NO_SIGNATURE };
  if (facts.givenKeyBits === undefined && certificate === null) return { notChecked: NO_CERTIFICATE };
  if (facts.givenKeyBits === undefined && certificate?.keyType !== 'rsa')
    return { notChecked: "the key isn't RSA" };
  return { notChecked: "the signature isn't as long as the key" };
}

function keyId(verification: Verification): Result {
  const { certificate, keyIdReading, parameters, facts } = verification;
  if (!hasParameters(verification)) return { notChecked: NO_SIGNATURE };
  if (certificate === null) return { notChecked: NO_CERTIFICATE };
  if (facts.isAuthority) return { notChecked: AUTHORITY };
  if (parameters.keyId === undefined || keyIdReading === null)
    return { notChecked: "keyId doesn't have the form SN=…,CA=…" };
  return { detail: 'serial number and issuer' };
}

function role({ certificate, facts: { roles, isAuthority } }: Verification): Result {
  if (certificate === null) return { notChecked: NO_CERTIFICATE };
  if (isAuthority) return { notChecked: AUTHORITY };
  if (roles.length === 0) return { detail: 'any role is accepted' };
  if (certificate.psd2 === undefined) return { notChecked: 'the certificate states no roles' };
  return { detail: roles.join(' or ') };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const CHECK_OF: ReadonlyMap<FindingCode, CheckName> = new Map(
  CHECKS.flatMap(({ name, codes }) => codes.map((code) => [code, name] as const)),
);

/** The check that makes findings of a code. */
export function checkOf(code: FindingCode): CheckName {
  const name = CHECK_OF.get(code);
  if (name === undefined) throw new Error(`no check makes ${code}`);
  return name;
}
