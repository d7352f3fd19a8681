// `npm run test:times`: runs the suite and prints the seconds of processor that each folder of tests took, beside the
// budget of test/budget.json. `--of FILE` reads a run that has been (PSD2_TEST_TIMES named the file) and runs nothing.
// Above the budget it warns; above one and a half times of it, it fails.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';

const FAILS_ABOVE = 1.5;

const root = fileURLToPath(new URL('..', import.meta.url));
const budget = JSON.parse(readFileSync(join(root, 'test', 'budget.json'), 'utf8'));
const { values } = parseArgs({ options: { of: { type: 'string' } } });

process.exitCode =
  values.of === undefined ? await runAndTell() : tell(readFileSync(values.of, 'utf8'), await calibrate());

async function runAndTell() {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-times-'));
  const file = join(folder, 'times.tsv');
  try {
    const before = await calibrate();
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const env = { ...process.env, PSD2_TEST_TIMES: file };
    const { status } = spawnSync(process.execPath, [vitest, 'run'], { cwd: root, env, stdio: 'inherit' });
    const told = tell(readFileSync(file, 'utf8'), (before + (await calibrate())) / 2);
    return status === 0 ? told : 1;
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

function tell(lines, calibration) {
  const scale = budget.calibrationSeconds / calibration;
  const folders = new Map();
  for (const [path, seconds] of lines
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))) {
    const folder = /^test\/([^/]+)\//.exec(path)?.[1] ?? path.replace('test/', '');
    const { files = 0, sum = 0 } = folders.get(folder) ?? {};
    folders.set(folder, { files: files + 1, sum: sum + Number(seconds) });
  }
  const rows = [...folders].sort(([, one], [, other]) => other.sum - one.sum);
  const all = rows.reduce((sum, [, row]) => sum + row.sum, 0);
  console.log('seconds of processor by folder of tests, as measured and scaled');
  for (const [folder, { files, sum }] of rows) {
    console.log(
      `${folder.padEnd(24)}${cell(sum)}${cell(sum * scale)}  in ${files} ${files === 1 ? 'file' : 'files'}`,
    );
  }
  console.log(`${'all'.padEnd(24)}${cell(all)}${cell(all * scale)}`);
  const loop = `calibration loop: ${calibration.toFixed(2)} s here, ${budget.calibrationSeconds} s where the budget was set`;
  console.log(`${loop}; scaled by ${scale.toFixed(2)}`);
  return judge(all * scale);
}

function judge(seconds) {
  const times = seconds / budget.processorSeconds;
  const share = `${times.toFixed(2)} of the budget of ${budget.processorSeconds} s (test/budget.json)`;
  if (times > FAILS_ABOVE) console.error(`failed: the suite takes ${share}; above ${FAILS_ABOVE} it fails`);
  else if (times > 1) console.error(`warning: the suite takes ${share}`);
  else console.log(`the suite takes ${share}`);
  return times > FAILS_ABOVE ? 1 : 0;
}

function cell(seconds) {
  return seconds.toFixed(1).padStart(9);
}
