import { FINDINGS, type FindingCause, type FindingCode } from './finding-texts.ts';

export type { FindingCause, FindingCode };

type Severity = 'error' | 'warning';

/** What could not be confirmed, and why it may be the cause. */
export interface Suspect {
  /** Lower-case; absent where it is no header. */
  readonly header?: string;
  /** One sentence. */
  readonly reason: string;
}

/** Where two texts first differ: a body that was hashed, and the one that was sent. */
export interface TextDifference {
  /** Bytes of the sent one before it. */
  readonly offset: number;
  /** In the sent one, both from 1. */
  readonly line: number;
  readonly column: number;
  /** What was hashed, a little before and after the place, with control characters written as \n, \t, \u{…}. */
  readonly expected: string;
  /** What was sent, likewise. */
  readonly found: string;
  /** How many characters of each excerpt are the same on both sides and lead to the place. */
  readonly same: number;
}

export interface Finding {
  readonly code: FindingCode;
  readonly cause?: FindingCause;
  readonly severity: Severity;
  /** Whether the fault can be seen, or a string with that change has the hash that was signed. */
  readonly proved: boolean;
  /** The header it is about, lower-case. */
  readonly header?: string;
  /** Where nothing is proved: what may be the cause, likeliest first. @see G3-never-false */
  readonly suspects?: readonly Suspect[];
  /** What is wrong; the first words explain. */
  readonly message: string;
  /** What to change. */
  readonly remedy: string;
  /** What should stand there: a header's value, a keyId, a signing string. @see G4-expected-found */
  readonly expected?: string;
  /** What stands there, or, with a signing string, what was signed. */
  readonly found?: string;
  /** Where the body that was hashed differs from the one that was sent. It shows parts of the body. */
  readonly difference?: TextDifference;
}

export interface FindingDetails<Code extends FindingCode>
  extends Partial<Pick<Finding, 'header' | 'suspects' | 'expected' | 'found' | 'difference'>> {
  readonly cause?: FindingCause<Code> | undefined;
  /** Where the table's severity does not apply. */
  readonly severity?: Severity;
  /** In place of what the cause says: it has come to less, or more is known. */
  readonly says?: string | undefined;
  /** In place of what the table advises, where more is known. */
  readonly remedy?: string | undefined;
  /** One more sentence: the values at hand. */
  readonly detail?: string | undefined;
}

/** Adds a finding to those of a request. */
export type Report = <Code extends FindingCode>(code: Code, details?: FindingDetails<Code>) => void;

/** What a reader of a header found wrong. */
export interface Problem<Code extends FindingCode> {
  /** Whether a stricter bank alone would refuse it. */
  readonly tolerated: boolean;
  readonly cause?: FindingCause<Code> | undefined;
  /** One sentence, told where there is no cause. */
  readonly detail?: string;
  /** In place of what the cause says. */
  readonly says?: string | undefined;
}

/** The details of a finding that tells a problem. */
export function describeProblem<Code extends FindingCode>(problem: Problem<Code>): FindingDetails<Code> {
  const { tolerated, cause, detail, says } = problem;
  return {
    cause,
    says,
    severity: tolerated ? 'warning' : 'error',
    detail: cause === undefined ? detail : undefined,
  };
}

/** Keeps the first of those that say the same. */
export function firstOfEach<One extends Problem<FindingCode>>(problems: readonly One[]): One[] {
  return [...new Map(problems.map((problem) => [problem.detail, problem])).values()];
}

/** Every code, in the order in which findings are reported. */
export const FINDING_CODES = Object.keys(FINDINGS) as readonly FindingCode[];

/** Causes that say that none was proved. */
const UNPROVED: readonly string[] = ['unknown', 'not-searched'];

export function finding<Code extends FindingCode>(code: Code, details: FindingDetails<Code> = {}): Finding {
  const { cause, severity, header, suspects, says, detail, remedy, expected, found, difference } = details;
  const row = FINDINGS[code];
  const text = cause === undefined ? undefined : row.causes[cause];
  const all: Finding = {
    code,
    cause: cause as FindingCause | undefined,
    severity: severity ?? row.severity,
    proved: cause === undefined || !UNPROVED.includes(cause),
    header,
    suspects,
    message: [row.message, says ?? text?.says, detail].filter((part) => part !== undefined).join(' '),
    remedy: remedy ?? text?.remedy ?? row.remedy,
    expected,
    found,
    difference,
  };
  // Whoever asks which keys there are finds those that say something.
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as unknown as Finding;
}

/** The causes of a code, in the order of the table. */
export function causesOf<Code extends FindingCode>(code: Code): readonly FindingCause<Code>[] {
  return Object.keys(FINDINGS[code].causes) as FindingCause<Code>[];
}

/** Errors before warnings, each in the order of the checks. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const place = (one: Finding) =>
    FINDING_CODES.indexOf(one.code) + (one.severity === 'error' ? 0 : FINDING_CODES.length);
  return findings.length < 2 ? [...findings] : findings.toSorted((left, right) => place(left) - place(right));
}

/** `valid`, `valid-with-warning`, or the code of the first error. @see G4-verdicts */
export type Verdict = 'valid' | 'valid-with-warning' | FindingCode;

export function verdictOf(ordered: readonly Finding[]): Verdict {
  const error = ordered.find(({ severity }) => severity === 'error');
  if (error !== undefined) return error.code;
  return ordered.length === 0 ? 'valid' : 'valid-with-warning';
}

/** A finding that is there only because of another. */
interface Consequence {
  readonly finding: Finding;
  readonly of: Finding;
}

/** Each says in its own way that a header isn't sent. */
const OF_UNSENT: ReadonlySet<string> = new Set([
  ...['date-missing', 'digest-missing', 'listed-header-absent', 'required-header-absent'],
]);

/**
 * The findings that follow from an error that stands before them: a header that isn't sent is told once. What follows
 * from a header or a certificate that can't be read isn't checked in the first place.
 * @see C-verify-report
 */
export function consequencesOf(findings: readonly Finding[]): readonly Consequence[] {
  const unsent = findings.filter(({ code }) => OF_UNSENT.has(code));
  return unsent.flatMap((finding, place) => {
    const of = unsent
      .slice(0, place)
      .find(({ header, severity }) => severity === 'error' && header === finding.header);
    return of === undefined ? [] : [{ finding, of }];
  });
}

/** `inspect` is `psd2 verify`: every finding has the severity of G4-severities. */
export type VerifyPolicy = 'sandbox' | 'production' | 'inspect';

const CERTIFICATE_ERRORS: ReadonlySet<FindingCode> = new Set([
  'certificate-missing',
  'certificate-unparseable',
  'certificate-format',
]);

/** Warnings that are errors with `--strict`. @see G4-strict */
const STRICT_ERRORS: ReadonlySet<FindingCode> = new Set(['certificate-format-tolerated', 'keyid-style']);

/**
 * The finding with the severity it has under a policy. A leading zero, as `openssl x509 -serial` prints it, leaves the
 * serial number the same, so production takes it as a warning.
 * @see G4-severities, D12-production-policy, G2-key-id
 */
export function severityUnder(finding: Finding, policy: VerifyPolicy = 'inspect', strict = false): Finding {
  const isError = strict
    ? STRICT_ERRORS.has(finding.code)
    : policy === 'production' && STRICT_ERRORS.has(finding.code) && finding.cause !== 'leading-zero';
  if (isError) return { ...finding, severity: 'error' };
  const isMild =
    policy === 'sandbox' && finding.code.startsWith('certificate-') && !CERTIFICATE_ERRORS.has(finding.code);
  return isMild ? { ...finding, severity: 'warning' } : finding;
}
