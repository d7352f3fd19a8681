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
    ...[
      'accessible',
      'basket',
      'page-accessible',
      'chromium',
      'consent',
      'keyboard',
      'proxy',
      'sca-browser',
    ].map((name) => `browser/${name}`),
  ],
  'commands once more: test/transcripts has a story of each, and QUICK names the rest of `npm test`': [
    'program',
  ],
  'what a domestic payment, a private customer and one server already show, for every other product and case':
    [
      'bank/baskets/products',
      'bank/baskets/psu',
      'bank/baskets/refusals',
      'bank/accounts/codes',
      'bank/accounts/headers',
      'bank/by-the-clock',
      'bank/consents/forms',
      'bank/deleting',
      'bank/faults',
      'bank/life/exemption',
      'bank/life/operator-sca',
      'bank/outcomes',
      'bank/products/accept-fix',
      'bank/products/funds',
      'bank/products/headers',
      'bank/products/lives',
      'bank/products/payment-right',
      'bank/products/reading',
      'bank/refusals/bulk',
      'bank/refusals/cross-border',
      'bank/refusals/fees',
      'bank/refusals/foreign-creditors',
      'bank/refusals/instant',
      'bank/refusals/nul',
      'bank/refusals/payment-right',
      'bank/refusals/periodic',
      'bank/refusals/reading',
      'bank/sandbox/account-kid',
      'bank/sandbox/engaged',
      'bank/sandbox/published',
      'bank/sandbox/refusals',
      'server/connections',
      'server/mutated',
      'server/mutual-tls',
      'server/proxy-passing',
      'server/refused',
    ],
  'processes, keys and foreign programs': [
    'session/embedded',
    'payments/debtor-accounts',
    'signatures/share',
    'serve/world-owners',
    'bank/baskets/processes',
    'bank/runs/processes',
    'bank/snapshots',
    'bank/tpp-contact',
    'bank/tpp-identity',
    'bank/worlds',
    'breaks/openssl',
    'certificates/hostile',
    'certificates/pkcs12',
    'certificates/trust',
    'certificates/issue-qwac',
    'certificates/pkcs12-write',
    'chaos/journal',
    'library/closing',
    'library/package',
    'library/signed-answers',
    'settings/first-start',
    'seed/apply/real-sandbox',
    'signing/cross',
    'store/sqlite/processes',
    'transport/lazy',
  ],
  'the search for causes on more requests; breaks/round-trip and signing/verify have the usual causes': [
    'captures/write-curl',
    'signing/expected-found',
    'signing/paddings',
    'signing/properties-issuers',
    'signing/unseen-digest',
    'signing/unseen-header',
    'signing/unseen-key-id',
    'signing/unseen-string',
  ],
  'the build': ['cli/build', 'cli/code-cache', 'cli/lean'],
  'sweeps of requests, amounts and times': [
    'credentials/hostile-files',
    'accounts/balance-history',
    'serve/open-worlds',
    'signatures/same-report',
    'bank/accounts/four-calls',
    'bank/accounts/paging',
    'bank/production',
    'bank/disclosure',
    'bank/domain/ids',
    'bank/products/processes',
    'bank/runs/waiting',
    'bank/sandbox/taken-away',
    'bank/shared-world',
    'breaks/pairs',
    'captures/hostile',
    'certificates/hostile-files',
    'certificates/private-key',
    'client/hostile-answers',
    'gallery',
    'seed/apply/orders',
    'seed/generate',
    'seed/limits',
    'server/bad-guests',
    'server/limits',
    'settings/identity',
    'signing/bulk-bodies',
    'signing/hostile',
    'signing/hostile-certificate',
    'signing/never-false',
    'signing/one-character',
    'signing/properties-changes',
    'transport/https-faults',
    'values/bank-calendar-holidays',
    'values/text',
    'wire/request-headers',
  ],
};

/** Tests within SLOW that `npm test` runs all the same: the built program. */
const QUICK = ['sign', 'surface', 'verify'].map((name) => `program/${name}`);
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
  return SLOW_NAMES.some((name) => matches(name, path)) && !QUICK.some((name) => matches(name, path));
}

function matches(name: string, path: string): boolean {
  return path === `test/${name}.test.ts` || path.startsWith(`test/${name}/`);
}

/** @throws Error for an entry of SLOW whose test was renamed or removed */
function assertFound(files: readonly string[]): void {
  const lost = [...SLOW_NAMES, ...QUICK].filter((name) => !files.some((path) => matches(name, path)));
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
