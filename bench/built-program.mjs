// The built program, as benches use it: its library, and a home in which it has made a payment.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOnce } from './processes.mjs';

const bundlePath = fileURLToPath(new URL('../dist/psd2.cjs', import.meta.url));
const { loadBundle } = createRequire(import.meta.url)('../bin/code-cache.js');

export const runFile = fileURLToPath(new URL('../bin/run.js', import.meta.url));

/** Its exports. */
export function loadProgram() {
  return loadBundle(bundlePath, true).exports;
}

/** Measures with a new home that has keys and a bank, and removes it. @param measure is given its folder */
export async function withHome(measure) {
  const home = mkdtempSync(join(tmpdir(), 'psd2-bench-'));
  try {
    runOnce([runFile, 'payments', 'create', '--domestic', '--example', '--json'], { PSD2_HOME: home });
    return await measure(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
