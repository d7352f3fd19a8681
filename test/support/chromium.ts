import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import type { Chromium } from './unpack-chromium.ts';

/** Tests with a browser are of the project `browser`: below test/browser. */

/** Letters are drawn alike whatever the machine's hints; nothing else is asked for, least of all to look away. */
const FLAGS = ['--font-render-hinting=none'];

/** The browser, and the end of it. Its home is a folder of its own: it leaves nothing in the user's. */
export async function launchChromium({ path, environment }: Chromium) {
  const home = mkdtempSync(join(tmpdir(), 'psd2-chromium-'));
  const removeHome = () => rmSync(home, { recursive: true, force: true });
  const launching = chromium.launch({
    executablePath: path,
    args: FLAGS,
    // Chromium's sandbox is not to be had as root.
    chromiumSandbox: process.getuid?.() !== 0,
    // Playwright's listeners would stay in the process of the tests.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: home, ...environment },
  });
  launching.catch(removeHome);
  const browser = await launching;
  const close = async () => {
    await browser.close();
    removeHome();
  };
  return { browser, close };
}

/** One browser for the tests of a file; each page has cookies of its own and ends with its test. */
export interface FileBrowser {
  browser(): Browser;
  page(options?: BrowserContextOptions): Promise<Page>;
}

export function fileBrowser(): FileBrowser {
  let launched: Awaited<ReturnType<typeof launchChromium>>;
  beforeAll(async () => {
    const chromium = inject('chromium');
    if ('failure' in chromium) throw new Error(`there is no Chromium: ${chromium.failure}`);
    launched = await launchChromium(chromium);
  });
  afterAll(() => launched?.close());
  return {
    browser: () => launched.browser,
    page: async (options) => {
      const context = await launched.browser.newContext({ locale: 'en-GB', ...options });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(MILLISECONDS_OF_AN_ACTION);
      return page;
    },
  };
}

/** What is not there by then never comes: a page is one answer of a bank on this machine. */
const MILLISECONDS_OF_AN_ACTION = 60_000;
