import { formatCount } from '../values/duration.ts';
import { type Finding, type FindingCode, isError } from './findings.ts';
import { writeHttpDate } from './http-date.ts';
import { SIGNED_HEADERS } from './signing-string.ts';
import type { Verification } from './verify.ts';

/** The result of a check; `detail` gives the reason of `not-checked`. */
type CheckState = 'pass' | 'warning' | 'fault' | 'not-checked';

/** One line of the report of `psd2 verify`. */
export interface Check {
  readonly name: CheckName;
  readonly state: CheckState;
  /** Empty unless the state is warning or fault. */
  readonly findings: readonly Finding[];
  /**
   * A short description of the checked data, or the reason why nothing was checked. From the request it contains only
   * numbers and names.
   */
  readonly detail?: string;
}

export type CheckName = (typeof CHECKS)[number]['name'];

/** The reason why a check can't run. */
interface NotChecked {
  readonly notChecked: string;
}

interface CheckRow {
  readonly name: string;
  readonly codes: readonly FindingCode[];
  /** Facts that the check needs. */
  readonly needs?: readonly Need[];
  /** Describes the data of a check without findings; undefined for none. */
  readonly see?: (verification: Verification) => string | NotChecked | undefined;
  /** True if the check applies. Default: always. */
  readonly isMade?: (verification: Verification) => boolean;
}

const NO_SIGNATURE = "there's no readable signature";
const NO_CERTIFICATE = "there's no readable certificate";

/** The reasons why a required fact is missing; undefined if it is there. */
const NEEDS = {
  signature: ({ parameters }: Verification) =>
    Object.keys(parameters).length > 0 ? undefined : NO_SIGNATURE,
  names: ({ signedHeaders }: Verification) => (signedHeaders.length > 0 ? undefined : 'headers is empty'),
  certificate: ({ certificate, facts }: Verification) => {
    if (certificate === null) return NO_CERTIFICATE;
    return facts.isAuthority ? "the certificate is a certification authority's" : undefined;
  },
};

type Need = keyof typeof NEEDS;

/** All checks in order, with the codes of their findings. @see G3-order */
export const CHECKS = [
  { name: 'Signature header', codes: ['signature-missing'] },
  {
    name: 'encoded-word',
    codes: ['encoded-word-format'],
    needs: ['signature'],
    see: ({ facts }) => (facts.isEncodedWord ? 'RFC 2047, decoded' : 'not encoded, pure ASCII'),
  },
  { name: 'syntax', codes: ['signature-header-format'], needs: ['signature'] },
  {
    name: 'headers parameter',
    codes: ['headers-missing', 'headers-format'],
    needs: ['signature'],
    see: ({ signedHeaders }) => formatCount(signedHeaders.length, 'name'),
  },
  { name: 'keyId form', codes: ['keyid-format'], needs: ['signature'] },
  {
    name: 'certificate',
    codes: [
      ...(['certificate-missing', 'certificate-unparseable', 'certificate-format'] as const),
      'certificate-format-tolerated',
    ],
    see: ({ certificate, facts: { givenKeyBits, isCertificateGiven } }) => {
      if (certificate === null)
        return { notChecked: givenKeyBits === undefined ? NO_CERTIFICATE : 'a key was given instead' };
      return `RSA, ${certificate.keyBits} bits${isCertificateGiven ? ', used instead of the header' : ''}`;
    },
  },
  {
    name: 'algorithm',
    codes: ['algorithm-missing', 'algorithm-unexpected'],
    needs: ['signature'],
    see: () => 'rsa-sha256',
  },
  {
    name: 'Date',
    codes: ['date-missing', 'date-format', 'date-skew', 'date-skew-timezone'],
    see: ({ facts: { skewSeconds } }) => {
      if (skewSeconds === undefined) return undefined;
      if (skewSeconds === 0) return 'the same second as the clock';
      const side = skewSeconds > 0 ? 'behind' : 'ahead of';
      return `${formatCount(Math.abs(skewSeconds), 'second')} ${side} the clock`;
    },
  },
  {
    name: 'listed headers present',
    codes: ['listed-header-absent'],
    needs: ['names'],
    see: ({ signedHeaders: { length } }) => `${length} of ${length}`,
  },
  {
    name: 'required headers signed',
    codes: ['required-header-not-signed'],
    needs: ['names'],
    see: ({ signedHeaders }) => SIGNED_HEADERS.filter((name) => signedHeaders.includes(name)).join(' '),
  },
  {
    name: 'Digest',
    codes: ['digest-missing', 'digest-format', 'digest-mismatch'],
    see: ({ facts: { digests, bodyBytes } }) =>
      digests.length === 0
        ? 'no body, none needed'
        : `${digests.join(' and ')} of ${formatCount(bodyBytes, 'byte')}`,
  },
  {
    name: 'signature encoding',
    codes: ['signature-encoding', 'signature-length'],
    see: ({ parameters, certificate, facts }) => {
      if (parameters.signature === undefined) return { notChecked: NO_SIGNATURE };
      const ofCertificate = certificate?.keyType === 'rsa' ? certificate.keyBits : undefined;
      const keyBits = facts.givenKeyBits ?? ofCertificate;
      if (keyBits === undefined) return "Base64 (the key's length isn't known)";
      return `Base64 of ${Math.ceil(keyBits / 8)} bytes`;
    },
  },
  {
    name: 'RSA signature',
    codes: [
      ...(['key-mismatch', 'signature-padding', 'signature-double-hash', 'signature-hash'] as const),
      ...(['signature-invalid', 'signature-invalid-order', 'signature-invalid-target'] as const),
      ...(['signature-invalid-value', 'signature-invalid-duplicate'] as const),
    ],
    see: seeSignature,
  },
  {
    name: 'keyId and certificate',
    codes: ['keyid-mismatch', 'keyid-style'],
    needs: ['signature', 'certificate'],
    see: ({ keyIdReading, parameters }) =>
      parameters.keyId === undefined || keyIdReading === null
        ? { notChecked: "keyId doesn't have the form SN=…,CA=…" }
        : 'serial number and issuer',
  },
  {
    name: 'certificate validity',
    codes: ['certificate-expired', 'certificate-not-yet-valid'],
    needs: ['certificate'],
    see: ({ certificate }) => `until ${writeHttpDate(certificate?.notAfter ?? 0)}`,
  },
  {
    name: 'certificate type',
    codes: ['certificate-type'],
    needs: ['certificate'],
    see: ({ certificate }) =>
      certificate?.type === 'seal' ? 'QSealC' : "the certificate doesn't state its type",
  },
  {
    name: 'PSD2 statement',
    codes: ['certificate-no-psd2', 'certificate-qc-malformed'],
    needs: ['certificate'],
    see: ({ certificate }) => certificate?.psd2?.roles.join(', '),
  },
  {
    name: 'role',
    codes: ['certificate-role'],
    needs: ['certificate'],
    see: ({ certificate, facts: { roles } }) => {
      if (roles.length === 0) return 'any role is accepted';
      if (certificate?.psd2 === undefined) return { notChecked: 'the certificate states no roles' };
      return roles.join(' or ');
    },
  },
  {
    name: 'headers of the operation',
    codes: ['required-header-absent'],
    see: ({ facts }) => facts.operation,
    isMade: ({ facts }) => facts.operation !== undefined,
  },
] as const satisfies readonly CheckRow[];

/** The checks without a result, each with the reason: their input is unknown or isn't at fault by itself. */
export type SkippedChecks = ReadonlyMap<CheckName, string>;

/**
 * Lists the checks of a verification in the order of G3-order. They are derived from the verification; nothing is
 * checked again.
 * @param unmade checks without findings that can't pass either
 * @see G3-checks
 */
export function listChecks(verification: Verification, unmade: SkippedChecks = new Map()): readonly Check[] {
  const made = CHECKS.filter((row: CheckRow) => row.isMade?.(verification) !== false);
  return made.map(({ name, codes, needs = [], see }: CheckRow & { name: CheckName }): Check => {
    const findings = verification.findings.filter(({ code }) => codes.includes(code));
    if (findings.length > 0) {
      return { name, state: findings.some(isError) ? 'fault' : 'warning', findings };
    }
    const lack = unmade.get(name) ?? needs.map((need) => NEEDS[need](verification)).find(Boolean);
    const seen = lack === undefined ? see?.(verification) : { notChecked: lack };
    if (typeof seen === 'object') return { name, state: 'not-checked', findings, detail: seen.notChecked };
    return { name, state: 'pass', findings, ...(seen !== undefined && { detail: seen }) };
  });
}

function seeSignature({ facts, parameters, certificate }: Verification): string | NotChecked {
  const { givenKeyBits, rsa } = facts;
  if (rsa === 'verified')
    return `PKCS #1 v1.5, SHA-256${givenKeyBits === undefined ? '' : ', with the given key'}`;
  if (rsa === 'failed') return { notChecked: "without every listed header, the signed string isn't known" };
  if (parameters.signature === undefined) return { notChecked: NO_SIGNATURE };
  if (givenKeyBits === undefined && certificate === null) return { notChecked: NO_CERTIFICATE };
  if (givenKeyBits === undefined && certificate?.keyType !== 'rsa')
    return { notChecked: "the key isn't RSA" };
  return { notChecked: "the signature isn't as long as the key" };
}

const CHECK_OF: ReadonlyMap<FindingCode, CheckName> = new Map(
  CHECKS.flatMap(({ name, codes }) => codes.map((code) => [code, name] as const)),
);

/** Returns the name of the check that reports a code. */
export function findCheck(code: FindingCode): CheckName {
  const name = CHECK_OF.get(code);
  if (name === undefined) throw new Error(`no check makes ${code}`);
  return name;
}
