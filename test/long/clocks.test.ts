import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/sources.ts';

/**
 * Instants at which the offset changes. A Saturday and 23:30 on 31 December are tried by .ci/run on the other Nodes.
 */
const INSTANTS = [
  ['02:30 in the night that skips it', '2027-03-28T01:30:00Z'],
  ['02:30, the second, in the night that has it twice', '2026-10-25T01:30:00Z'],
] as const;

/** What starts the program, reads the clock by itself or holds it against a foreign program; the rest is handed its time. */
const PARTS = [
  ...['test/docs.test.ts', 'test/program', 'test/settings', 'test/accounts', 'test/credentials'],
  ...['test/payments', 'test/profiles', 'test/proxy', 'test/sca', 'test/serve', 'test/session'],
  ...['test/signatures', 'test/server', 'test/transport', 'test/library'],
  ...['test/certificates/issue-tls.test.ts', 'test/certificates/issue-qwac.test.ts', 'test/signing/cross'],
];

it.each(INSTANTS)("the machine's clock may say %s [A-any-clock]", (_, instant) => {
  const clock = join(ROOT, 'test', 'support', 'machine-clock.cjs');
  // The parts are tried as `npm test` tries them: sweeps are not about the clock.
  const { PSD2_TESTS: level, ...rest } = process.env;
  expect(level).not.toBe('quick');
  const env = {
    ...rest,
    NODE_OPTIONS: `--require=${clock}`,
    PSD2_TEST_CLOCK_OFFSET_MS: String(Date.parse(instant) - Date.now()),
  };
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', ...PARTS], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  // Vitest tells on stderr what failed.
  expect(status, `${stdout.slice(-1000)}${stderr.slice(-8000)}`).toBe(0);
});
