import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LINT_RULES } from '../certificates/lint/lint.ts';
import type { LintRule } from '../certificates/lint/rule.ts';
import { Fault } from '../errors.ts';
import { FINDINGS, type FindingRow } from '../signing/findings.ts';
import { ADMISSIONS } from '../wire/admission.ts';
import {
  BANK_EXPLANATIONS,
  CAPTURE_EXPLANATIONS,
  EXIT_EXPLANATIONS,
  type Explanation,
  FAULT_EXPLANATIONS,
} from './codes.ts';
import { OWNERS, type Passage, passagesOf, plainText, type SpecRule, STATES, specRules } from './rules.ts';
import { SCA_STATUSES, TRANSACTION_STATUSES } from './statuses.ts';

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
  const wanted = normalizeCode(typed);
  const [first, ...more] = [...all, ...ofCauses()].filter(({ code }) => normalizeCode(code) === wanted);
  if (first !== undefined) return { explained: [first, ...more], causes: causesOf(first.code) };
  const likely = likelyCodes(wanted, [...new Set(all.map(({ code }) => code))], near);
  const meant = likely.length === 0 ? '' : `Did you mean ${likely.join(', ')}? `;
  throw new Fault('USAGE', `Unknown code: ${JSON.stringify(typed)}.`, {
    hint: `${meant}To see all codes:\npsd2 explain`,
  });
}

/** Case, and what stands between words or around a code that was copied, don't matter. */
function normalizeCode(code: string): string {
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
  const containing =
    wanted.length < LEAST_PART ? [] : codes.filter((code) => normalizeCode(code).includes(wanted));
  if (containing.length > 0) return containing;
  const nearest = near(wanted, codes.map(normalizeCode));
  return codes.filter((code) => nearest !== undefined && normalizeCode(code) === nearest);
}

function ofCauses(): Explained[] {
  return Object.entries<FindingRow>(FINDINGS).flatMap(([code, row]) =>
    Object.entries(row.causes).map(([cause, text]) => ({
      code: `${code}/${cause}`,
      kind: 'finding',
      meaning: `${row.message} ${text.says}`,
      remedy: text.remedy ?? row.remedy,
    })),
  );
}

function causesOf(code: string): readonly string[] {
  const rows: Readonly<Record<string, FindingRow>> = FINDINGS;
  return Object.hasOwn(rows, code) ? Object.keys(rows[code]?.causes ?? {}) : [];
}

/** A rule, and what people are shown of it beside its code. */
export interface FoundRule {
  readonly explained: Explained;
  /** Whose it is, in words. */
  readonly owner: string;
  readonly state: string | undefined;
  readonly passages: readonly Passage[];
}

/** As many near ones are named. */
const MOST_NAMED = 8;

/** Whether it can be a rule's id: no other code has a letter, digits and a hyphen first. */
export function isRuleId(typed: string): boolean {
  return /^[a-z]\d*-/.test(normalizeRuleId(typed));
}

/**
 * A rule of docs/spec, which is in the package; in any case of letters.
 * @param root of the package
 * @throws Fault USAGE for one that there is not
 * @see C-explain-rule
 */
export async function explainRule(
  typed: string,
  near: (typed: string, ids: readonly string[]) => string | undefined,
  root: string,
): Promise<FoundRule> {
  const rules = await readRules(root);
  const wanted = normalizeRuleId(typed);
  const rule = rules.find(({ id }) => id.toLowerCase() === wanted);
  if (rule !== undefined) return foundRule(rule);
  const likely = likelyIds(
    wanted,
    rules.map(({ id }) => id),
    near,
  );
  const meant = likely === '' ? '' : `Did you mean ${likely}? `;
  throw new Fault('USAGE', `Unknown rule: ${JSON.stringify(typed)}.`, {
    hint: `${meant}docs/spec/README.md lists the pages of the rules.`,
  });
}

async function readRules(root: string): Promise<SpecRule[]> {
  const folder = join('docs', 'spec');
  try {
    const names = (await readdir(join(root, folder))).filter((name) => name.endsWith('.md')).sort();
    const pages = names.map(async (name) =>
      specRules({ path: `docs/spec/${name}`, text: await readFile(join(root, folder, name), 'utf8') }),
    );
    return (await Promise.all(pages)).flat();
  } catch (error) {
    const hint = 'Install psd2 again.';
    throw new Fault('FILE_UNREADABLE', `Can't read the rules in ${join(root, folder)}.`, {
      hint,
      cause: error,
    });
  }
}

function foundRule({ id, marks, text, heading, page }: SpecRule): FoundRule {
  // A finding's cells are what it means and its causes.
  const passages = passagesOf(id.startsWith('G4-') ? text.replace(/ \| (?=\S)/, '. Causes: ') : text);
  const state = marks.flatMap((mark) => STATES[mark] ?? [])[0];
  const where = `Read more in ${page}, under "${heading}".`;
  return {
    explained: {
      code: id,
      kind: 'rule',
      meaning: plainText(passages),
      remedy: marks.includes('not built') ? `This isn't built yet. ${where}` : where,
    },
    owner: marks.flatMap((mark) => OWNERS[mark] ?? []).join(', '),
    state,
    passages,
  };
}

/** What was copied may have something around it. */
function normalizeRuleId(typed: string): string {
  return typed.toLowerCase().replaceAll(/^[^a-z0-9]+|[^a-z0-9-]+$/g, '');
}

function likelyIds(
  wanted: string,
  ids: readonly string[],
  near: (typed: string, ids: readonly string[]) => string | undefined,
): string {
  const containing = ids.filter((id) => id.toLowerCase().includes(wanted));
  const nearest = containing.length > 0 ? undefined : near(wanted, ids);
  const all = nearest === undefined ? containing : [nearest];
  const more = all.length - MOST_NAMED;
  return all.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` or one of ${more} more` : '');
}
