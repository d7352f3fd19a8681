import type { TestProject } from 'vitest/node';
import { type Chromium, unpackChromium } from './unpack-chromium.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The Chromium of the tests; or why there is none, and then those that need it fail. */
    chromium: Chromium | { readonly failure: string };
  }
}

/** Before the tests with a browser, and once: a file that is being written can't be started. */
export async function setup({ provide }: TestProject): Promise<void> {
  try {
    provide('chromium', await unpackChromium());
  } catch (error) {
    provide('chromium', { failure: String(error) });
  }
}
