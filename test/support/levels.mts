import { readdirSync, readFileSync } from 'node:fs';

/**
 * Names the tests that a run has: `quick` is `npm test`; the others are `npm run test:all` and its options
 * (scripts/test-all.mjs).
 */
export type Level = 'quick' | 'all' | 'rest' | 'soak' | 'screenshots';

const LEVELS: readonly Level[] = ['quick', 'all', 'rest', 'soak', 'screenshots'];

/** The level of this run, from PSD2_TESTS. */
export const LEVEL = parseLevel(process.env.PSD2_TESTS);

/**
 * Tests that only `npm run test:all` runs, because they take longer than what they add to `npm test` is worth to a
 * developer who waits: paths and folders below `test`.
 */
const SLOW: Readonly<Record<string, readonly string[]>> = {
  'long by purpose': ['long'],
};

/** Folders and files of a browser, which a run has in a project of its own. */
const BROWSER = 'test/browser/';

/** Lists the test files of a level. */
export function selectFiles(level: Level): string[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name}`)
    .filter((path) => path.endsWith('.test.ts'))
    .sort();
  const tests = files.filter((path) => !path.startsWith('test/screenshots/'));
  if (level === 'screenshots') return files.filter((path) => path.startsWith('test/screenshots/'));
  if (level === 'quick') return tests.filter((path) => !isSlow(path));
  if (level === 'rest') return tests.filter((path) => isSlow(path) || hasSweep(path));
  return tests;
}

/** Tells whether a test file needs the real browser. */
export function needsBrowser(path: string): boolean {
  return path.startsWith(BROWSER) || path.startsWith('test/screenshots/');
}

function isSlow(path: string): boolean {
  return Object.values(SLOW)
    .flat()
    .some((slow) => path === `test/${slow}.test.ts` || path.startsWith(`test/${slow}/`));
}

/** Tells whether a file tries more at the level `all` than at `quick`. */
function hasSweep(path: string): boolean {
  return readFileSync(path, 'utf8').includes('/sweep.ts');
}

/** @throws Error for a level that there isn't */
function parseLevel(text = 'quick'): Level {
  const level = LEVELS.find((name) => name === text);
  if (level === undefined) throw new Error(`PSD2_TESTS is ${text}: it must be one of ${LEVELS.join(', ')}`);
  return level;
}
