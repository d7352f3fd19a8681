import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { codeCachePath } = createRequire(import.meta.url)('../../bin/code-cache.js');

/** What is run once so that its functions are in the cache; a line whose command is not there is left out. */
const WARM_UP = [
  ['--version'],
  ['--help'],
  ['profile', 'show'],
  ['payments', 'create', '--domestic', '--example', '--json'],
];

export const codeCacheOf = codeCachePath;

/** Makes the code cache of a bundle, in a process and a home of its own. */
export function makeCodeCache(root, bundlePath, commandIds) {
  const lines = WARM_UP.filter(
    ([first, second]) => first.startsWith('-') || commandIds.includes(`${first}:${second}`),
  );
  const home = mkdtempSync(join(tmpdir(), 'psd2-build-'));
  try {
    const script = fileURLToPath(new URL('warm-up.cjs', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [script, bundlePath, JSON.stringify(lines)], {
      cwd: home,
      env: { PATH: process.env.PATH, PSD2_HOME: join(home, 'psd2'), CI: '1' },
      encoding: 'utf8',
    });
    // Not a reason to stop: with a poorer cache or none the program starts slower and is otherwise the same.
    if (status !== 0) process.stderr.write(`A command failed while the code cache was made:\n${stderr}\n`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
