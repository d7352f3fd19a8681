import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleavedMedians, outputOf, runOnce } from './processes.mjs';

const RUN = fileURLToPath(new URL('../bin/run.js', import.meta.url));
const CREATE = ['payments', 'create', '--domestic', '--example', '--json'];
const SIGN = ['sign', 'GET', 'https://bank.example/v1/accounts'];

/**
 * A whole process of each kind over `node -e 0`, the floor, in the same run. The program is started as a user
 * starts it. Medians of `runs`, taken in turns so that whatever else the machine does hits all alike.
 */
export async function bench({ runs = 21 } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'psd2-bench-'));
  const env = { PSD2_HOME: home };
  try {
    runOnce([RUN, ...CREATE], env); // makes the store, so that what is measured is a payment and not a first use
    const signed = join(home, 'signed.json');
    writeFileSync(signed, outputOf([RUN, ...SIGN, '--format', 'json'], env));
    // At its own date, since the bench may take longer than a date is taken for.
    const verify = [RUN, 'verify', signed, '--at', 'date'];
    const cases = [
      { name: 'node -e 0', args: ['-e', '0'] },
      { name: 'psd2 --version', args: [RUN, '--version'], limit: 3.2 },
      { name: 'psd2 --help', args: [RUN, '--help'], limit: 3.5 },
      { name: 'completion of a payment', args: [RUN, '__complete', ':', 'payments', 'get'], limit: 4 },
      { name: `psd2 ${SIGN.join(' ')}`, args: [RUN, ...SIGN], limit: 3.5 },
      { name: 'psd2 verify FILE', args: verify, limit: 3.2 },
      { name: `psd2 ${CREATE.join(' ')}`, args: [RUN, ...CREATE], limit: 6 },
    ];
    const medians = interleavedMedians(
      cases.map(({ args }) => args),
      env,
      runs,
    );
    return {
      title: 'Start-up',
      unit: 'ms',
      floor: cases[0].name,
      rows: cases.map(({ name, limit }, index) => ({
        name,
        value: medians[index],
        ratio: medians[index] / medians[0],
        limit: limit === undefined ? undefined : { atMost: limit },
      })),
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
