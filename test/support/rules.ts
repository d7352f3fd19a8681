import { importsOf, type Source, sources } from './sources.ts';

export interface Rule {
  readonly id: string;
  readonly source: string;
  readonly rule: string;
  /** Paths of the code that keeps the rule. */
  readonly code: readonly string[];
  /** Paths of the tests that hold it. */
  readonly tests: readonly string[];
}

export interface Suite {
  readonly path: string;
  readonly title: string;
  /** The ids in square brackets at the end of the title. */
  readonly ids: readonly string[];
}

/** `S10-foreign-text`: the document's letter, its section, a name. */
export const ID = /^[IDGSCA]\d*-[a-z0-9-]+$/;

/** The rows of every table in docs/rules.md: id, source, rule, code, test. */
export function readRules(text: string): Rule[] {
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return cells
    .filter(([id = '']) => ID.test(id.replaceAll('`', '')))
    .map(([id = '', source = '', rule = '', code = '', tests = '']) => ({
      id: id.replaceAll('`', ''),
      source,
      rule,
      code: paths(code),
      tests: paths(tests),
    }));
}

/** Rows that look like a rule and have no proper id or not five cells. */
export function malformedRows(text: string): string[] {
  const rows = text.split('\n').filter((line) => line.startsWith('|') && !/^\|[\s:|-]+$/.test(line));
  const isHeader = (row: string) => /^\|\s*id\s*\|/.test(row);
  return rows.filter((row) => {
    const cells = row.split(/(?<!\\)\|/).slice(1, -1);
    return !isHeader(row) && (cells.length !== 5 || !ID.test((cells[0] ?? '').trim().replaceAll('`', '')));
  });
}

const TOP_LEVEL = /^describe(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/gm;
/** A contract battery is a function that describes. */
const IN_BATTERY = new RegExp(TOP_LEVEL.source.replace('^', '^ {2}'), 'gm');

/** Every describe at the top level of every test; a test that runs a battery of test/contracts has its too. */
export function suites(): Suite[] {
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

export function suitesOf({ path, text }: Pick<Source, 'path' | 'text'>, pattern = TOP_LEVEL): Suite[] {
  return [...text.matchAll(pattern)].map(([, , title = '']) => {
    const ids = (/\[([^\]]*)\]$/.exec(title)?.[1] ?? '').split(',').map((id) => id.trim());
    return { path, title, ids: ids.filter((id) => id !== '') };
  });
}

function paths(cell: string): string[] {
  return cell
    .replaceAll('`', '')
    .split(/,|<br>|\s/)
    .map((path) => path.trim())
    .filter((path) => path !== '');
}
