import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { clockEnvironment } from './clock-environment.ts';
import { emptyFolder, type Outcome } from './program.ts';
import { ROOT } from './sources.ts';

/** The rights by which root passes every permission. */
const RIGHTS = ['dac_override', 'dac_read_search'];

/** Runs the built program as a user whom permissions bind, also where the tests are root's. */
export function psd2Bound(args: readonly string[], home: string): Outcome {
  const [command, ...rest] = [...bound(), process.execPath, join(ROOT, 'bin', 'run.js'), ...args];
  const env = { PATH: process.env.PATH ?? '', ...clockEnvironment(), PSD2_HOME: home };
  const { status, stdout, stderr, error } = spawnSync(command ?? '', rest, {
    cwd: emptyFolder(),
    env,
    encoding: 'utf8',
    input: '',
  });
  if (error !== undefined) throw new Error(`${command} is needed to run as root: ${error.message}`);
  return { code: status, stdout, stderr };
}

function bound(): string[] {
  if (process.getuid?.() !== 0) return [];
  const less = RIGHTS.map((right) => `-${right}`).join(',');
  return ['setpriv', `--bounding-set=${less}`, `--inh-caps=${less}`, '--'];
}
