import type { SpecRule } from '../../src/cli/spec-rules.ts';
import { citationsOf, codePlaces, findingsOf, type Places, placesBy } from './citations.ts';
import { importsOf, type Source, sources } from './sources.ts';
import { anchorOf } from './spec-pages.ts';

interface Suite {
  readonly path: string;
  readonly title: string;
  /** The ids in square brackets at the end of the title. */
  readonly ids: readonly string[];
}

const TOP_LEVEL = /^describe(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/gm;
/** A contract battery is a function that describes. */
const IN_BATTERY = new RegExp(TOP_LEVEL.source.replace('^', '^ {2}'), 'gm');

/** Every describe at the top level of every test; a test that runs a battery of test/contracts has its too. */
function suites(): Suite[] {
  const batteries = sources((path) => /^test\/contracts\/.*\.ts$/.test(path));
  const tests = sources((path) => path.endsWith('.test.ts'));
  const ofBatteries = batteries.flatMap((battery) => suitesOf(battery, IN_BATTERY));
  const ofTests = tests.flatMap((test) => {
    const imported = new Set(importsOf(test).map(({ target }) => target));
    const run = ofBatteries.filter(({ path }) => imported.has(path));
    return [...suitesOf(test), ...run.map((suite) => ({ ...suite, path: test.path }))];
  });
  return [...ofBatteries, ...ofTests];
}

function suitesOf({ path, text }: Pick<Source, 'path' | 'text'>, pattern = TOP_LEVEL): Suite[] {
  return [...text.matchAll(pattern)].map(([, , title = '']) => {
    const ids = (/\[([^\]]*)\]$/.exec(title)?.[1] ?? '').split(',').map((id) => id.trim());
    return { path, title, ids: ids.filter((id) => id !== '') };
  });
}

/** The line below an ADR's title that names the rules whose reason the ADR gives. */
const RULES = /^Rules: ?(.*)$/gm;

/** The ids of an ADR's `Rules:` line as they are written, also what is no id. */
function rulesOf(text: string): string[] {
  return [...text.matchAll(RULES)].flatMap(([, ids = '']) => ids.split(',').map((id) => id.trim()));
}

function adrs(): Source[] {
  return sources((path) => /^docs\/dev\/adr\/.*\.md$/.test(path));
}

/** The ADRs that give each rule's reason. */
function reasonPlaces(): Places {
  return placesBy(adrs(), ({ text }) => rulesOf(text));
}

/** A rule with the paths that keep it, those that hold it, and the ADRs that give its reason. */
export interface PlacedRule extends SpecRule {
  readonly code: readonly string[];
  readonly tests: readonly string[];
  readonly reasons: readonly string[];
}

/** Each rule with its places, as citations tell them. */
export function placed(rules: readonly SpecRule[]): PlacedRule[] {
  const code = codePlaces();
  const tests = testPlaces();
  const reasons = reasonPlaces();
  return rules.map((rule) => ({
    ...rule,
    code: code.get(rule.id) ?? [],
    tests: tests.get(rule.id) ?? [],
    reasons: reasons.get(rule.id) ?? [],
  }));
}

/** By the titles of `describe` and the prose of transcripts; a finding is also held where tests of signatures have its code. */
function testPlaces(): Places {
  const found = sources((path) => /^test\/(signing|breaks|long|program)\/.*\.test\.ts$/.test(path)).map(
    (source) => ({ path: source.path, ids: findingsOf(source) }),
  );
  const transcripts = sources((path) => /^test\/transcripts\/.*\.txt$/.test(path)).map(({ path, text }) => ({
    path,
    ids: citationsOf((text.match(/^#.*$/gm) ?? []).join('\n')),
  }));
  return placesBy([...suites(), ...found, ...transcripts], ({ ids }) => ids);
}

const HEAD = `# Rules

Where each rule of the [specification](spec/README.md) is kept and tested; its link leads to its text. Code is found by
its citations (\`@see ID\`), of a finding by its code; tests by the ids in the titles of \`describe\` and in
the prose of transcripts. "Why" links the
[decisions](dev/adr) that name the rule in their line \`Rules:\`; where it is empty, the reason stands in the rule's text or
isn't written down. The marks are explained in [spec/README.md](spec/README.md#marks).
`;

/** Formats the rules as Markdown: a table for each page, sorted by id. */
export function indexPage(rules: readonly PlacedRule[]): string {
  const pages = [...new Set(rules.map(({ page }) => page))];
  const tables = pages.map((page) => {
    const link = page.replace('docs/', '');
    const own = rules.filter((rule) => rule.page === page).sort((a, b) => (a.id < b.id ? -1 : 1));
    return [
      `## ${link.replace(/^spec\/|\.md$/g, '')}`,
      '',
      '| rule | mark | why | code | tests |',
      '|---|---|---|---|---|',
      ...own.map((rule) => {
        const where = `[${rule.id}](${link}#${anchorOf(rule.heading)})`;
        const why = rule.reasons.map(adrLink).join(', ');
        return `| ${where} | ${rule.marks.join(', ')} | ${why} | ${rule.code.join('<br>')} | ${rule.tests.join('<br>')} |`;
      }),
      '',
    ].join('\n');
  });
  return [HEAD, ...tables].join('\n');
}

/** Formats a link to a decision by its number: `[0012](dev/adr/0012-….md)`. */
function adrLink(path: string): string {
  const link = path.replace('docs/', '');
  return `[${link.slice('dev/adr/'.length).split('-')[0]}](${link})`;
}
