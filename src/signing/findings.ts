import { type FindingRow, remedyOf, wordsOf } from './finding-row.ts';
import { FINDINGS } from './finding-texts.ts';

/** @see G3-first-error, G4-findings, G4-causes */
export type FindingCode = keyof typeof FINDINGS;

/** The causes of one code; never where its row has none. */
export type FindingCause<Code extends FindingCode = FindingCode> = Code extends FindingCode
  ? Extract<keyof (typeof FINDINGS)[Code]['causes'], string>
  : never;

export type Severity = 'error' | 'warning';

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

/** Takes one finding of a check. */
export type Report = (finding: Finding) => void;

export interface FindingDetails<Code extends FindingCode> {
  readonly cause?: FindingCause<Code> | undefined;
  readonly header?: string;
  readonly suspects?: readonly Suspect[] | undefined;
  /** Where the table's severity does not apply. */
  readonly severity?: Severity;
  /** In place of what the cause says: it has come to less, or more is known. */
  readonly says?: string | undefined;
  /** In place of what the table advises, where more is known. */
  readonly remedy?: string | undefined;
  /** One more sentence: the values at hand. */
  readonly detail?: string | undefined;
  readonly expected?: string | undefined;
  readonly found?: string | undefined;
  readonly difference?: TextDifference | undefined;
}

/** Every code, in the order in which findings are reported. */
export const FINDING_CODES = Object.keys(FINDINGS) as readonly FindingCode[];

/** Causes that say that none was proved. */
const UNPROVED: readonly string[] = ['unknown', 'not-searched'];

export function finding<Code extends FindingCode>(code: Code, details: FindingDetails<Code> = {}): Finding {
  const { cause, says, header, suspects, severity, detail, expected, found, difference } = details;
  const row: FindingRow = FINDINGS[code];
  const text = cause === undefined ? undefined : row.causes[cause];
  const words = says ?? (text === undefined ? undefined : wordsOf(text));
  const remedy = details.remedy ?? (text === undefined ? undefined : remedyOf(text)) ?? row.remedy;
  return {
    code,
    ...(cause === undefined ? {} : { cause: cause as FindingCause }),
    severity: severity ?? row.severity,
    proved: cause === undefined || !UNPROVED.includes(cause),
    ...(header === undefined ? {} : { header }),
    ...(suspects === undefined ? {} : { suspects }),
    message: [row.message, words, detail].filter((part) => part !== undefined).join(' '),
    remedy,
    ...(expected === undefined ? {} : { expected }),
    ...(found === undefined ? {} : { found }),
    ...(difference === undefined ? {} : { difference }),
  };
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
