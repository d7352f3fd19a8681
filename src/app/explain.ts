import { LINT_RULES } from '../certificates/lint/lint.ts';
import type { LintRule } from '../certificates/lint/rule.ts';
import { Fault } from '../errors.ts';
import { BANK_EXPLANATIONS } from '../explain/bank-codes.ts';
import { CAPTURE_EXPLANATIONS } from '../explain/captures.ts';
import { EXIT_EXPLANATIONS } from '../explain/exit-codes.ts';
import type { Explanation } from '../explain/explanation.ts';
import { FAULT_EXPLANATIONS } from '../explain/faults.ts';
import { SCA_STATUSES, TRANSACTION_STATUSES } from '../explain/statuses.ts';
import { type FindingRow, remedyOf, wordsOf } from '../signing/finding-row.ts';
import { FINDINGS } from '../signing/finding-texts.ts';
import { ADMISSIONS } from '../wire/admission.ts';

/** @see C-explain */
export interface Explained {
  readonly code: string;
  readonly kind: string;
  readonly meaning: string;
  readonly remedy: string;
}

/** What a code means in each of its kinds, and the causes that a finding of it can have. */
export interface Found {
  readonly explained: readonly [Explained, ...Explained[]];
  readonly causes: readonly string[];
}

function ofTable(kind: string, table: Readonly<Record<string, Explanation>>): Explained[] {
  return Object.entries(table).map(([code, { means, next }]) => ({
    code,
    kind,
    meaning: means,
    remedy: next,
  }));
}

/** Every code by its kind, from the tables that everything else reads. @see C-explain */
export function explainedCodes(): readonly Explained[] {
  return [
    ...ofTable('bank code', BANK_EXPLANATIONS),
    ...ofTable('transaction status', TRANSACTION_STATUSES),
    ...ofTable('SCA status', SCA_STATUSES),
    ...Object.entries(FINDINGS).map(([code, row]) => ofFinding('finding', code, row)),
    ...Object.entries(ADMISSIONS).map(([code, row]) => ofFinding('admission finding', code, row)),
    ...ofTable('capture finding', CAPTURE_EXPLANATIONS),
    ...Object.entries(LINT_RULES).map(([code, row]) => ofFinding('certificate finding', code, row)),
    ...ofTable('error', FAULT_EXPLANATIONS),
    ...ofTable('exit code', EXIT_EXPLANATIONS),
  ];
}

function ofFinding(
  kind: string,
  code: string,
  { message, remedy }: Pick<FindingRow | LintRule, 'message' | 'remedy'>,
): Explained {
  return { code, kind, meaning: message, remedy };
}

/**
 * A code in any case, as it was printed or with a cause behind it: `digest-mismatch/latin1`.
 * @param near what of these a mistyped one was probably meant to be
 * @throws Fault USAGE for one that there is not
 */
export function explainCode(
  typed: string,
  near: (typed: string, codes: readonly string[]) => string | undefined,
): Found {
  const all = explainedCodes();
  const wanted = plain(typed);
  const [first, ...more] = [...all, ...ofCauses()].filter(({ code }) => plain(code) === wanted);
  if (first !== undefined) return { explained: [first, ...more], causes: causesOf(first.code) };
  const likely = likelyCodes(wanted, [...new Set(all.map(({ code }) => code))], near);
  const meant = likely.length === 0 ? '' : `Did you mean ${likely.join(', ')}? `;
  throw new Fault('USAGE', `Unknown code: ${JSON.stringify(typed)}.`, {
    hint: `${meant}To see all codes:\npsd2 explain`,
  });
}

/** Case, and what stands between words or around a code that was copied, don't matter. */
function plain(code: string): string {
  return code
    .toLowerCase()
    .replaceAll(/[^a-z0-9/]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** What one may search for by a part of its name. */
const LEAST_PART = 3;

function likelyCodes(
  wanted: string,
  codes: readonly string[],
  near: (typed: string, codes: readonly string[]) => string | undefined,
): readonly string[] {
  const containing = wanted.length < LEAST_PART ? [] : codes.filter((code) => plain(code).includes(wanted));
  if (containing.length > 0) return containing;
  const nearest = near(wanted, codes.map(plain));
  return codes.filter((code) => nearest !== undefined && plain(code) === nearest);
}

function ofCauses(): Explained[] {
  return Object.entries<FindingRow>(FINDINGS).flatMap(([code, row]) =>
    Object.entries(row.causes).map(([cause, text]) => ({
      code: `${code}/${cause}`,
      kind: 'finding',
      meaning: `${row.message} ${wordsOf(text)}`,
      remedy: remedyOf(text) ?? row.remedy,
    })),
  );
}

function causesOf(code: string): readonly string[] {
  const rows: Readonly<Record<string, FindingRow>> = FINDINGS;
  return Object.hasOwn(rows, code) ? Object.keys(rows[code]?.causes ?? {}) : [];
}
