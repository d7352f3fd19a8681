// Everything random in the tests, from a seed that nobody chose: `npm test` and `npm run test:long` have a fixed one, so
// that what fails there fails again. The seed is printed before and after.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = 'usage: npm run soak -- [--seed N] [--histories N]';
/** With them, some 15 minutes on two processors. */
const HISTORIES = 140_000;
const MUTATIONS_TO_A_HISTORY = 1.5;
/** Fewer do not reach far and wide, which is tested too. */
const FEWEST_MUTATIONS = 40_000;
const MOST = 2 ** 31 - 1;

const root = fileURLToPath(new URL('..', import.meta.url));
const { seed, histories } = wanted();
tell();
const isGood = tryAll();
tell(isGood ? 'went well' : 'went wrong');
process.exitCode = isGood ? 0 : 1;

function wanted() {
  try {
    const options = { seed: { type: 'string' }, histories: { type: 'string' } };
    const { values } = parseArgs({ options, strict: true, allowPositionals: false });
    return {
      seed: numberOf('--seed', values.seed) ?? randomInt(MOST),
      histories: numberOf('--histories', values.histories) ?? HISTORIES,
    };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

function numberOf(flag, value) {
  if (value === undefined) return undefined;
  const least = flag === '--histories' ? 1 : 0;
  if (/^\d{1,10}$/.test(value) && Number(value) >= least && Number(value) <= MOST) return Number(value);
  throw new Error(`${flag} ${value}: it must be a whole number of at most ${MOST} and at least ${least}`);
}

function tell(how) {
  const what = how === undefined ? `seed ${seed}` : `seed ${seed} ${how}`;
  const again = histories === HISTORIES ? `--seed ${seed}` : `--seed ${seed} --histories ${histories}`;
  console.log(`soak: ${what}; again with npm run soak -- ${again}`);
}

function tryAll() {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const env = {
    ...process.env,
    PSD2_TEST_SEED: String(seed),
    PSD2_MODEL_RUNS: String(histories),
    PSD2_TEST_MUTATIONS: String(Math.max(FEWEST_MUTATIONS, Math.ceil(MUTATIONS_TO_A_HISTORY * histories))),
  };
  const args = [vitest, 'run', '--config', 'vitest.soak.config.mts'];
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status === 0;
}
