// `npm run test:times`: runs the suite and prints the seconds of processor that each folder of tests took, beside the
// budget of test/budget.json. `--of FILE` reads a run that has been (PSD2_TEST_TIMES named the file) and runs nothing.
// Above the budget it warns; above one and a half times of it, it fails.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { report } from './test-times/report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { of: { type: 'string' } } });

process.exitCode = values.of === undefined ? await runAndTell() : tell(values.of, await calibrate());

async function runAndTell() {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-times-'));
  const file = join(folder, 'times.tsv');
  try {
    const before = await calibrate();
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const env = { ...process.env, PSD2_TEST_TIMES: file };
    const { status } = spawnSync(process.execPath, [vitest, 'run'], { cwd: root, env, stdio: 'inherit' });
    const code = tell(file, (before + (await calibrate())) / 2);
    return status === 0 ? code : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Seconds of the calibration loop while every processor runs it: the suite keeps them all busy, too. */
async function calibrate() {
  const script = join(root, 'scripts', 'test-times', 'calibration.mjs');
  const loops = Array.from({ length: availableParallelism() }, () =>
    promisify(execFile)(process.execPath, [script]),
  );
  const seconds = (await Promise.all(loops)).map(({ stdout }) => Number(stdout));
  return seconds.reduce((sum, one) => sum + one, 0) / seconds.length;
}

function tell(file, calibration) {
  const budget = JSON.parse(readFileSync(join(root, 'test', 'budget.json'), 'utf8'));
  const { text, verdict } = report(readFileSync(file, 'utf8'), calibration, budget);
  console.log(text);
  return verdict === 'failed' ? 1 : 0;
}
