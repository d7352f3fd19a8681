import { importsOf, type Source, sources } from './sources.ts';

export interface Suite {
  readonly path: string;
  readonly title: string;
  /** The ids in square brackets at the end of the title. */
  readonly ids: readonly string[];
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
