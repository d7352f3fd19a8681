import { defineConfig } from 'vitest/config';
import { once, shared } from './vitest.config.mts';

/** `npm run screenshots`: each page of the site, for who looks at it. */
export default defineConfig({
  test: {
    ...shared,
    globalSetup: [...once.globalSetup, 'test/support/chromium-setup.ts'],
    include: ['test/screenshots/**/*.test.ts'],
  },
});
