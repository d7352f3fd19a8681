import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleavedMedians, runOnce } from './processes.mjs';

const RUN = fileURLToPath(new URL('../bin/run.js', import.meta.url));
const CREATE = ['payments', 'create', '--domestic', '--example', '--json'];

/**
 * A whole process of each kind over `node -e 0`, the floor, in the same run. The program is started as a user
 * starts it. Medians of `runs`, taken in turns so that whatever else the machine does hits all alike.
 */
export async function bench({ runs = 21 } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'psd2-bench-'));
  const env = { PSD2_HOME: home };
  try {
    runOnce([RUN, ...CREATE], env); // makes the store, so that what is measured is a payment and not a first use
    const cases = [
      { name: 'node -e 0', args: ['-e', '0'] },
      { name: 'psd2 --version', args: [RUN, '--version'], limit: 3.2 },
      { name: 'psd2 --help', args: [RUN, '--help'], limit: 3.5 },
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
