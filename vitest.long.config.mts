import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { once, shared } from './vitest.config.mts';

/** Files with sweeps: here they are tried whole (test/support/sweep.ts). */
const sweeping = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name}`)
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('test/long/'))
  .filter((path) => readFileSync(path, 'utf8').includes('/sweep.ts'));

export default defineConfig({
  test: {
    ...once,
    ...shared,
    env: { PSD2_TEST_LONG: '1' },
    include: ['test/long/**/*.test.ts', ...sweeping],
    testTimeout: 600_000,
  },
});
