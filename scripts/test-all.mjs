// `npm run test:all`: every test, sweeps in full. Options narrow or widen it:
//   --rest          leaves out the tests that `npm test` runs in full (.ci/run has just run them)
//   --soak          draws a seed for everything random, and prints it; --seed N repeats one, --histories N sets the size
//                   of the model's histories
//   --screenshots   makes pictures of the PSU's pages and of terminals instead
// Further arguments go to vitest: `npm run test:all -- test/bank`.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE =
  'usage: npm run test:all -- [--rest | --soak [--seed N] [--histories N] | --screenshots] [FILE ...]';
/** They take some 15 minutes on two processors. */
const HISTORIES = 140_000;
const MUTATIONS_TO_A_HISTORY = 1.5;
/** Fewer mutations do not cover every kind, which a test requires. */
const FEWEST_MUTATIONS = 40_000;
const MAX = 2 ** 31 - 1;

const options = parseOptions();
process.exitCode = options.soak ? runSoak(options) : runVitest(options.level, {}, options.files);

function parseOptions() {
  try {
    const flags = {
      rest: 'boolean',
      soak: 'boolean',
      screenshots: 'boolean',
      seed: 'string',
      histories: 'string',
    };
    const { values, positionals } = parseArgs({
      options: Object.fromEntries(Object.entries(flags).map(([name, type]) => [name, { type }])),
      strict: true,
      allowPositionals: true,
    });
    const levels = ['rest', 'soak', 'screenshots'].filter((level) => values[level]);
    if (levels.length > 1) throw new Error(`--${levels[0]} and --${levels[1]} exclude each other`);
    for (const name of ['seed', 'histories']) {
      if (values[name] !== undefined && !values.soak) throw new Error(`--${name} goes with --soak`);
    }
    return {
      level: levels[0] ?? 'all',
      soak: values.soak,
      seed: parseCount('--seed', values.seed, 0) ?? randomInt(MAX),
      histories: parseCount('--histories', values.histories, 1) ?? HISTORIES,
      files: positionals,
    };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

function parseCount(flag, value, min) {
  if (value === undefined) return undefined;
  if (/^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= MAX) return Number(value);
  throw new Error(`${flag} ${value}: it must be a whole number of at most ${MAX} and at least ${min}`);
}

function runSoak({ seed, histories, files }) {
  const repeat = histories === HISTORIES ? `--seed ${seed}` : `--seed ${seed} --histories ${histories}`;
  const report = (outcome) =>
    console.log(`soak: seed ${seed}${outcome}; again with npm run test:all -- --soak ${repeat}`);
  report('');
  const mutations = Math.max(FEWEST_MUTATIONS, Math.ceil(MUTATIONS_TO_A_HISTORY * histories));
  const env = {
    PSD2_TEST_SEED: String(seed),
    PSD2_MODEL_RUNS: String(histories),
    PSD2_TEST_MUTATIONS: String(mutations),
  };
  const code = runVitest('soak', env, files);
  report(code === 0 ? ' passed' : ' failed');
  return code;
}

function runVitest(level, env, files) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...files], {
    cwd: root,
    env: { ...process.env, ...env, PSD2_TESTS: level },
    stdio: 'inherit',
  });
  return status === 0 ? 0 : 1;
}
