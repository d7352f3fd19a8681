import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SIGN = ['sign', 'GET', 'https://bank.example/v1/accounts'];
const SIGNED = 'signed.json';

/** Command lines that are run once so that the cache has their functions. */
const WARM_UP = [
  ['--version'],
  ['--help'],
  ['profile', 'show'],
  ['payments', 'create', '--domestic', '--example', '--json'],
  SIGN,
  ['verify', SIGNED],
];

/**
 * Creates the code caches of the chunks, in separate processes with a separate home. The first process does the work of
 * a first use, keys and store; the caches contain the functions of the second, which every other start needs, and no
 * more: V8 reads the whole cache of a chunk when it loads the chunk.
 */
export function makeCodeCaches(bundlePath) {
  const home = mkdtempSync(join(tmpdir(), 'psd2-build-'));
  try {
    warmUp(bundlePath, WARM_UP, home);
    writeFileSync(join(home, SIGNED), warmUp(bundlePath, [[...SIGN, '--format', 'json']], home).stdout);
    const { status, stderr } = warmUp(bundlePath, WARM_UP, home);
    // Not fatal: with a smaller cache or none the program starts slower and is otherwise the same.
    if (status !== 0) process.stderr.write(`A command failed while the code cache was made:\n${stderr}\n`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function warmUp(bundlePath, lines, home) {
  const script = fileURLToPath(new URL('warm-up.cjs', import.meta.url));
  return spawnSync(process.execPath, [script, bundlePath, JSON.stringify(lines)], {
    cwd: home,
    env: { PATH: process.env.PATH, PSD2_HOME: join(home, 'psd2'), CI: '1' },
    encoding: 'utf8',
  });
}
