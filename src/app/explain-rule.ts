import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../errors.ts';
import { OWNERS, type SpecRule, STATES, specRules } from '../explain/rules/pages.ts';
import { type Passage, passagesOf, plainText } from '../explain/rules/plain-text.ts';
import type { Explained } from './explain.ts';

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
  return /^[a-z]\d*-/.test(plain(typed));
}

/**
 * A rule of docs/spec or docs/ARCHITECTURE.md, which are in the package; in any case of letters.
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
  const wanted = plain(typed);
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
    const paths = [...names.map((name) => `docs/spec/${name}`), 'docs/ARCHITECTURE.md'];
    const pages = paths.map(async (path) =>
      specRules({ path, text: await readFile(join(root, path), 'utf8') }),
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
function plain(typed: string): string {
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
