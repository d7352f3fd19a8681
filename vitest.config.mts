import { defineConfig } from 'vitest/config';
import { LEVEL, needsBrowser, selectFiles } from './test/support/levels.mts';

const files = selectFiles(LEVEL);
// A machine that does other work is slow, and that is no fault: tests of speed measure processor time.
const timeout = LEVEL === 'quick' ? 120_000 : 600_000;

const shared = {
  setupFiles: ['test/support/untouched-process.ts', 'test/support/seeded-properties.ts'],
  // One load of the program's modules serves all files of a worker: loading them took as long as the tests.
  isolate: false,
  // Processes, because umask and working folder belong to a process and can't be changed in a thread.
  pool: 'forks' as const,
  testTimeout: timeout,
  hookTimeout: timeout,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    globalSetup: ['test/support/build.ts'],
    // All processors: by default vitest leaves one of them idle.
    maxWorkers: '100%',
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: { ...shared, name: 'suite', include: files.filter((path) => !needsBrowser(path)) },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: files.filter(needsBrowser),
          globalSetup: ['test/support/chromium-setup.ts'],
        },
      },
    ].filter(({ test }) => test.include.length > 0),
  },
});
