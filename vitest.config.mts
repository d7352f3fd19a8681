import { defineConfig } from 'vitest/config';

/** What holds for the tests of every project. */
export const shared = {
  setupFiles: ['test/support/untouched-process.ts', 'test/support/seeded-properties.ts'],
  // One load of the program's modules serves all files of a worker: loading them took as long as the tests.
  isolate: false,
  // Processes: umask and the working folder are one for all threads, and can't be changed in them.
  pool: 'forks' as const,
  // A machine that does much else is slow, and no fault: tests of speed measure processor time.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};

/** Once for all projects, whichever run. */
export const once = {
  globalSetup: ['test/support/build.ts'],
  // All processors: by default vitest leaves one of them idle.
  maxWorkers: '100%',
};

export default defineConfig({
  test: {
    ...once,
    projects: [
      {
        test: {
          ...shared,
          name: 'suite',
          include: ['test/**/*.test.ts'],
          exclude: ['test/long/**', 'test/browser/**', 'test/screenshots/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/support/chromium-setup.ts'],
        },
      },
    ],
  },
});
