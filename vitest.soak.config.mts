import { defineConfig } from 'vitest/config';
import { propertyFiles } from './test/support/property-files.ts';
import long from './vitest.long.config.mts';

/** What another seed makes another test of; scripts/soak.mjs gives the seed. */
export default defineConfig({
  test: {
    ...long.test,
    include: ['test/long/life-model-*.test.ts', 'test/long/mutations.test.ts', ...propertyFiles()],
  },
});
