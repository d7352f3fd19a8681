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
  'long by purpose': ['long', 'interop', 'model', 'contract/standard'],
  'axe and each page in a browser; browser/payment is the journey of `npm test`': [
    ...['accessible', 'basket', 'chromium', 'consent', 'keyboard', 'proxy', 'sca-browser'].map(
      (name) => `browser/${name}`,
    ),
  ],
  'processes and pseudo-terminals of their own': [
    ...['broken-off', 'changed-store', 'colour', 'concurrency', 'durability', 'first-use', 'foreign-text'],
    ...['in-process', 'json-alone', 'lazy-forge', 'lazy-remote', 'letters', 'offline', 'one-session'],
    ...['payment-form', 'plot', 'prompt', 'refused-homes', 'resume', 'rows', 'sandbox-prompts', 'shell'],
    ...['unopened-bank', 'waiting', 'waiting-payment', 'watch'],
  ].map((name) => `program/${name}`),
  'served banks and proxies; program/serve and program/remote are those of `npm test`': [
    ...['browser', 'ci', 'production', 'proxied-as-direct', 'proxy', 'proxy-ended', 'proxy-examples'],
    ...['proxy-har', 'proxy-notices', 'proxy-url', 'remote-faults', 'serve-chaos', 'serve-operator'],
    ...['serve-production', 'serve-together', 'serve-worlds', 'served-as-offline', 'session-accept'],
    ...['shared-world', 'signed-answers'],
  ].map((name) => `program/${name}`),
  'the build': ['cli/build', 'cli/code-cache', 'cli/code-cache-places', 'cli/lean', 'cli/lean-behaviour'],
  'sweeps of requests, amounts and times': [
    ...['bank/runs/waiting', 'bank/refusals/fees-at-creation'],
    ...['bank/refusals/bulk-everything-wrong', 'bank/products/processes', 'bank/baskets/at-once'],
    ...[
      'bank/life/clock-real-time',
      'bank/refusals/fee-information-fields',
      'bank/refusals/product-duplicates',
    ],
    ...[
      'signing/one-character',
      'signing/unseen-digest-header',
      'signing/bulk-bodies',
      'signing/never-false',
    ],
    ...[
      'signing/properties-changes',
      'signing/hostile',
      'signing/hostile-certificate',
      'signing/unseen-pairs',
    ],
    ...['breaks/vectors-in-src', 'breaks/round-trip', 'breaks/pairs', 'breaks/pairs-with-strings'],
    ...[
      'captures/hostile',
      'certificates/private-key',
      'certificates/hostile-files',
      'client/hostile-answers',
    ],
    ...['gallery', 'seed/apply/orders', 'app/hostile-files', 'app/signatures/same-report', 'test-all'],
  ],
};

const SLOW_NAMES = Object.values(SLOW).flat();

/** Folders and files of a browser, which a run has in a project of its own. */
const BROWSER = 'test/browser/';

/** Lists the test files of a level. */
export function selectFiles(level: Level): string[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name}`)
    .filter((path) => path.endsWith('.test.ts'))
    .sort();
  assertFound(files);
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
  return SLOW_NAMES.some((name) => matches(name, path));
}

function matches(name: string, path: string): boolean {
  return path === `test/${name}.test.ts` || path.startsWith(`test/${name}/`);
}

/** @throws Error for an entry of SLOW whose test was renamed or removed */
function assertFound(files: readonly string[]): void {
  const lost = SLOW_NAMES.filter((name) => !files.some((path) => matches(name, path)));
  if (lost.length > 0)
    throw new Error(`test/support/levels.mts names tests that are not there: ${lost.join(', ')}`);
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
