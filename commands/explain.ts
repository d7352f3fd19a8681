import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LINT_RULES } from '../src/certificates/lint/lint.ts';
import { buildCells, type Column } from '../src/cli/columns.ts';
import {
  Args,
  type Columns,
  createCard,
  createList,
  defineCommand,
  type Items,
  type Presentation,
  QUIET,
} from '../src/cli/command.ts';
import { EXIT_EXPLANATIONS, FAULT_EXPLANATIONS } from '../src/cli/exit-codes.ts';
import { wrap, wrapSentences } from '../src/cli/layout.ts';
import type { OutputStyle } from '../src/cli/output-style.ts';
import {
  formatPassages,
  OWNERS,
  type Passage,
  parsePassages,
  parseRules,
  type SpecRule,
  STATES,
} from '../src/cli/spec-rules.ts';
import { formatTable } from '../src/cli/table.ts';
import { TERMS } from '../src/cli/terms.ts';
import { findNearest } from '../src/core/nearest.ts';
import { Fault } from '../src/errors.ts';
import { CAPTURE_EXPLANATIONS } from '../src/signatures/report.ts';
import { FINDINGS, type FindingRow } from '../src/signing/findings.ts';
import { ADMISSIONS } from '../src/wire/admission.ts';
import { STATUSES_OF_CODE } from '../src/wire/errors.ts';
import {
  BANK_EXPLANATIONS,
  type Explanation,
  HTTP_STATUSES,
  SCA_STATUSES,
  TRANSACTION_STATUSES,
} from '../src/wire/explanations.ts';
import { listStatuses } from '../src/wire/faults.ts';

/** The explanation of one code in one of its kinds. @see C-explain */
interface CodeExplanation {
  readonly code: string;
  readonly kind: string;
  readonly meaning: string;
  readonly remedy: string;
}

/** A rule, and the text that a terminal shows beside its code. */
interface FoundRule {
  readonly explained: CodeExplanation;
  /** The source that the rule's mark stands for. */
  readonly owner: string;
  readonly state: string | undefined;
  readonly passages: readonly Passage[];
}

type Table = Readonly<Record<string, Explanation | { readonly message: string; readonly remedy: string }>>;

/** The tables of all codes, by kind. */
const TABLES: Readonly<Record<string, Table>> = {
  'bank code': BANK_EXPLANATIONS,
  'HTTP status': HTTP_STATUSES,
  'transaction status': TRANSACTION_STATUSES,
  'SCA status': SCA_STATUSES,
  finding: FINDINGS,
  'admission finding': ADMISSIONS,
  'capture finding': CAPTURE_EXPLANATIONS,
  'certificate finding': LINT_RULES,
  error: FAULT_EXPLANATIONS,
  'exit code': EXIT_EXPLANATIONS,
  term: TERMS,
};

export default defineCommand(
  {
    summary: 'Explain a code, status, finding, term or rule.',
    description:
      'Upper or lower case. Without CODE, lists all codes by kind: at a terminal in groups, otherwise in rows with their ' +
      'meanings. A code that belongs to two kinds is explained for both. ' +
      '--json prints the first. Explains rules of the specification (docs/spec) by their ids.',
    examples: {
      'A code that the bank gave': 'explain KID_INVALID',
      'The status of a payment': 'explain ACCP',
      'An HTTP status': 'explain 429',
      'A term of PSD2': 'explain SCA',
      'A finding of verify, with its cause': 'explain digest-mismatch/latin1',
      'An exit code': 'explain 4',
      'A rule of the specification': 'explain D4-amount',
    },
    suggestions: { code: listExplainedCodes().map(({ code, meaning }) => [code, meaning]) },
    args: { code: Args.string({ description: 'The code, or the id of a rule. Default: list all codes.' }) },
  },
  async (command, { args: { code } }): Promise<object> => {
    if (code === undefined) {
      command.present(allCodes);
      return { items: listExplainedCodes() };
    }
    if (RULE_ID.test(normalizeRuleId(code))) {
      const rule = await explainRule(code, command.config.root);
      command.present(createRuleView(rule));
      return rule.explained;
    }
    const [first, ...more] = explainCode(code);
    command.present(createCodeView([first, ...more]));
    return first;
  },
);

/** Lists every code by its kind. @see C-explain */
export function listExplainedCodes(): readonly CodeExplanation[] {
  return Object.entries(TABLES).flatMap(([kind, rows]) =>
    Object.entries(rows).map(([code, row]) => {
      const [meaning, remedy] = 'means' in row ? [row.means, row.next] : [row.message, row.remedy];
      return { code, kind, meaning, remedy };
    }),
  );
}

const FINDING_ROWS: Readonly<Record<string, FindingRow>> = FINDINGS;

/**
 * Explains a code in each of its kinds. Accepts any letter case, and a code with its cause as it was printed:
 * `digest-mismatch/latin1`.
 * @throws Fault USAGE for an unknown code
 */
function explainCode(typed: string): readonly [CodeExplanation, ...CodeExplanation[]] {
  const all = listExplainedCodes();
  const causes = Object.entries(FINDING_ROWS).flatMap(([code, row]) =>
    Object.entries(row.causes).map(([cause, { says, remedy = row.remedy }]) => {
      return { code: `${code}/${cause}`, kind: 'finding', meaning: `${row.message} ${says}`, remedy };
    }),
  );
  const wanted = normalizeCode(typed);
  const [first, ...more] = [...all, ...causes].filter(({ code }) => normalizeCode(code) === wanted);
  if (first !== undefined) return [first, ...more];
  const likely = suggestCodes(wanted, [...new Set(all.map(({ code }) => code))], LEAST_PART);
  const meant = likely.length === 0 ? '' : `Did you mean ${likely.join(', ')}? `;
  throw new Fault('USAGE', `Unknown code: ${JSON.stringify(typed)}.`, {
    hint: `${meant}To see all codes:\npsd2 explain`,
  });
}

/** Normalizes a pasted code: ignores letter case, and the characters between words and around the code. */
function normalizeCode(code: string): string {
  return code
    .toLowerCase()
    .replaceAll(/[^a-z0-9/]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** The minimum length of a part that finds a code. */
const LEAST_PART = 3;

/** Suggests the codes that contain a part, or that are close to a mistyped code. */
function suggestCodes(wanted: string, codes: readonly string[], leastPart: number): readonly string[] {
  const known = codes.map((code) => ({ code, normal: normalizeCode(code) }));
  const containing = known.filter(({ normal }) => wanted.length >= leastPart && normal.includes(wanted));
  const likely = findNearest(
    wanted,
    known.map(({ normal }) => normal),
  );
  const found = containing.length > 0 ? containing : known.filter(({ normal }) => normal === likely);
  return found.map(({ code }) => code);
}

/** The pattern of a rule id; no code of another kind begins with a letter, digits and a hyphen. */
const RULE_ID = /^[a-z]\d*-/;

/** The maximum number of rules in a suggestion. */
const MOST_NAMED = 8;

/**
 * Explains a rule of docs/spec, which is part of the package. Accepts any letter case.
 * @param root the package's folder
 * @throws Fault USAGE for an unknown rule, FILE_UNREADABLE
 * @see C-explain-rule
 */
export async function explainRule(typed: string, root: string): Promise<FoundRule> {
  const wanted = normalizeRuleId(typed);
  const rules = await readRules(root);
  const rule = rules.find(({ id }) => id.toLowerCase() === wanted);
  if (rule !== undefined) return describeRule(rule);
  const likely = suggestCodes(
    wanted,
    rules.map(({ id }) => id),
    0,
  );
  const more = likely.length - MOST_NAMED;
  const named = likely.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` or one of ${more} more` : '');
  throw new Fault('USAGE', `Unknown rule: ${JSON.stringify(typed)}.`, {
    hint: `${named === '' ? '' : `Did you mean ${named}? `}docs/spec/README.md lists the pages of the rules.`,
  });
}

/** Strips the characters around a pasted rule id. */
function normalizeRuleId(typed: string): string {
  return typed.toLowerCase().replaceAll(/^[^a-z0-9]+|[^a-z0-9-]+$/g, '');
}

async function readRules(root: string): Promise<SpecRule[]> {
  const folder = join('docs', 'spec');
  try {
    const names = (await readdir(join(root, folder))).filter((name) => name.endsWith('.md')).sort();
    const pages = names.map(async (name) =>
      parseRules({ path: `docs/spec/${name}`, text: await readFile(join(root, folder, name), 'utf8') }),
    );
    return (await Promise.all(pages)).flat();
  } catch (cause) {
    const text = `Can't read the rules in ${join(root, folder)}.`;
    throw new Fault('FILE_UNREADABLE', text, { hint: 'Install psd2 again.', cause });
  }
}

function describeRule({ id, marks, text, heading, page }: SpecRule): FoundRule {
  // The row of a finding has two cells, its meaning and its causes.
  const passages = parsePassages(id.startsWith('G4-') ? text.replace(/ \| (?=\S)/, '. Causes: ') : text);
  const where = `Read more in ${page}, under "${heading}".`;
  const remedy = marks.includes('not built') ? `This isn't built yet. ${where}` : where;
  return {
    explained: { code: id, kind: 'rule', meaning: formatPassages(passages), remedy },
    owner: marks.flatMap((mark) => OWNERS[mark] ?? []).join(', '),
    state: marks.flatMap((mark) => STATES[mark] ?? [])[0],
    passages,
  };
}

const columns: Columns<CodeExplanation> = [
  ['Code', 'code', 'identifier', QUIET],
  ['Kind', 'kind'],
  ['Meaning', 'meaning'],
];

const list = createList(columns, 'No codes.');

/** Presents all codes: a paragraph for each kind at a terminal, otherwise a row for each code. @see C-explain */
const allCodes: Presentation<Items<CodeExplanation>> = {
  ...list,
  text: (result, look) => (look.isTerminal ? formatCodesByKind(result.items, look) : list.text(result, look)),
};

function formatCodesByKind(all: readonly CodeExplanation[], { width, paint }: OutputStyle): string {
  const groups = Object.keys(TABLES).map((kind) => {
    const codes = all.flatMap((one) => (one.kind === kind ? one.code : []));
    const lines = wrap(
      codes.join('  '),
      width - INDENT.length,
      codes.map((code) => `${code} `),
    );
    return [paint.bold(formatKinds(kind)), ...lines.map((line) => INDENT + line)].join('\n');
  });
  return [...groups, wrap(EXPLAIN_ONE, width).join('\n')].join('\n\n');
}

const INDENT = '  ';
const EXPLAIN_ONE = 'To read about one, or about a rule of docs/spec: psd2 explain CODE';

/** Formats the name of several codes of a kind as a heading: `SCA statuses`. */
export function formatKinds(kind: string): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}${kind.endsWith('s') ? 'es' : 's'}`;
}

const codeCard = createCard<CodeExplanation>([
  ...columns,
  ['What to do', 'remedy', 'text', { tone: () => 'bold' }],
  [
    'Causes',
    ({ kind, code }) =>
      (kind === 'finding' && Object.keys(FINDING_ROWS[code]?.causes ?? {}).join(', ')) || undefined,
  ],
  [
    'Bank codes',
    ({ kind, code }) => (kind === 'HTTP status' && listCodesOfStatus(Number(code)).join(', ')) || undefined,
  ],
]);

function listCodesOfStatus(status: number): string[] {
  return Object.keys(STATUSES_OF_CODE).filter((code) => listStatuses(code).includes(status));
}

/** Creates the view of one code in each of its kinds. */
function createCodeView(all: readonly CodeExplanation[]): Presentation<CodeExplanation> {
  return {
    text: (_, look) => all.map((explained) => codeCard.text(explained, look)).join('\n\n'),
    quiet: (explained) => codeCard.quiet(explained),
  };
}

const ruleHead = createCard<FoundRule>([
  ['Code', ({ explained }) => explained.code, 'identifier', QUIET],
  ['Kind', ({ explained }) => explained.kind],
  ['Source', 'owner'],
  ['State', 'state'],
]);

/** Creates the view of a rule: its source, then its text. @see C-explain-rule */
function createRuleView(found: FoundRule): Presentation<CodeExplanation> {
  return {
    text: async (_, look) =>
      [
        ruleHead.text(found, look),
        ...(await Promise.all(found.passages.map((passage) => formatPassage(passage, look)))),
        wrapSentences(found.explained.remedy, look.width).join('\n'),
      ].join('\n\n'),
    quiet: () => ruleHead.quiet(found),
  };
}

async function formatPassage(passage: Passage, look: OutputStyle): Promise<string> {
  if (passage.kind === 'lines') return passage.lines.join('\n');
  if (passage.kind === 'paragraph') return wrapSentences(passage.text, look.width).join('\n');
  const cells = passage.heading.map(
    (label, place): Column<readonly string[]> => ({ label, value: (row) => row[place] }),
  );
  const rows = passage.rows.map((row) => buildCells(cells, row, look));
  return formatTable(rows, look);
}
