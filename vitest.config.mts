import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/support/build.ts'],
    include: ['test/**/*.test.ts'],
    exclude: ['test/long/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
