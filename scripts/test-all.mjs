// `npm run test:all`: every test, sweeps in full. Options narrow or widen it:
//   --rest          leaves out the tests that `npm test` runs in full (.ci/run has just run them)
//   --soak          draws a seed for everything random, and prints it; --seed N repeats one
//   --screenshots   makes pictures of the PSU's pages and of terminals instead
// Further arguments go to vitest: `npm run test:all -- test/bank`.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const LEVELS = ['rest', 'soak', 'screenshots'];
/** They take some 15 minutes on two processors. */
const SOAK = { PSD2_MODEL_RUNS: '140000', PSD2_TEST_MUTATIONS: '210000' };

const { levels, seed, files } = parseOptions();
const report = (outcome) => {
  if (seed !== undefined)
    console.log(`soak: seed ${seed}${outcome}; again with npm run test:all -- --soak --seed ${seed}`);
};
report('');
const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', ...files], {
  cwd: root,
  env: {
    ...process.env,
    ...(seed === undefined ? {} : { ...SOAK, PSD2_TEST_SEED: seed }),
    PSD2_TESTS: levels[0] ?? 'all',
  },
  stdio: 'inherit',
});
process.exitCode = status === 0 ? 0 : 1;
report(status === 0 ? ' passed' : ' failed');

function parseOptions() {
  try {
    const flags = LEVELS.map((level) => [level, { type: 'boolean' }]);
    const options = { ...Object.fromEntries(flags), seed: { type: 'string' } };
    const { values, positionals: files } = parseArgs({ options, allowPositionals: true });
    const levels = LEVELS.filter((level) => values[level]);
    const { soak, seed = soak ? String(randomInt(2 ** 31 - 1)) : undefined } = values;
    if (levels.length > 1) throw new Error(`--${levels[0]} and --${levels[1]} exclude each other`);
    if (seed !== undefined && (!soak || !/^\d{1,10}$/.test(seed) || Number(seed) > 2 ** 31 - 1))
      throw new Error('--seed goes with --soak, and is a whole number of at most 2147483647');
    return { levels, seed, files };
  } catch (error) {
    console.error(
      `${error.message}\nusage: npm run test:all -- [--rest | --soak [--seed N] | --screenshots] [FILE ...]`,
    );
    process.exit(2);
  }
}
