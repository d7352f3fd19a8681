import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SIGN = ['sign', 'GET', 'https://bank.example/v1/accounts'];
const SIGNED = 'signed.json';

/** What is run once so that its functions are in the cache; a line whose command is not there is left out. */
const WARM_UP = [
  ['--version'],
  ['--help'],
  ['profile', 'show'],
  ['payments', 'create', '--domestic', '--example', '--json'],
  SIGN,
  ['verify', SIGNED],
];

/**
 * Makes the code caches of the chunks, in processes and a home of their own. The first process does what only a first
 * use does, keys and store; the second one's functions are those that every other start needs, and no more:
 * V8 reads the whole cache of a chunk when it loads the chunk.
 */
export function makeCodeCaches(bundlePath, commandIds) {
  const lines = WARM_UP.filter(([first, second]) => {
    return first.startsWith('-') || commandIds.includes(first) || commandIds.includes(`${first}:${second}`);
  });
  const home = mkdtempSync(join(tmpdir(), 'psd2-build-'));
  try {
    warmUp(bundlePath, lines, home);
    writeFileSync(join(home, SIGNED), warmUp(bundlePath, [[...SIGN, '--format', 'json']], home).stdout);
    const { status, stderr } = warmUp(bundlePath, lines, home);
    // Not a reason to stop: with a poorer cache or none the program starts slower and is otherwise the same.
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
