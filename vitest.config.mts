import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: [
      'test/support/record-times.ts',
      'test/support/untouched-process.ts',
      'test/support/seeded-properties.ts',
    ],
    globalSetup: ['test/support/build.ts'],
    include: ['test/**/*.test.ts'],
    exclude: ['test/long/**'],
    // One load of the program's modules serves all files of a worker: loading them took as long as the tests.
    isolate: false,
    // Processes: umask and the working folder are one for all threads, and can't be changed in them.
    pool: 'forks',
    // All processors: by default vitest leaves one of them idle.
    maxWorkers: '100%',
    // A machine that does much else is slow, and no fault: tests of speed measure processor time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
