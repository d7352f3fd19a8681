import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileBrowser } from '../support/chromium.ts';
import { askFor, KARI } from '../support/site.ts';
import { type SiteOverHttp, siteOverHttp } from '../support/site-over-http.ts';

const chromium = fileBrowser();
let site: SiteOverHttp;
beforeAll(async () => {
  site = await siteOverHttp();
});
afterAll(() => site?.close());

const FOCUSED = `(() => {
  const { tagName, value, id } = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return { name: tagName === 'BUTTON' ? value : id, outline: outlineStyle + ' ' + outlineWidth };
})()`;

/** Goes on by Tab to what has a name, and sees that each on the way shows that it has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = (await page.evaluate(FOCUSED)) as { name: string; outline: string };
    expect(focused.outline).toBe('solid 3px');
    if (focused.name === name) return;
  }
  throw new Error(`no Tab leads to ${name}`);
}

async function enter(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
}

it('the site by keyboard alone goes the whole way by Tab and Enter, and sees where the focus is [A-site-accessible]', async () => {
  const headers = {
    'PSU-Context': null,
    'X-PSU-IDENTITY': KARI,
    'TPP-Redirect-URI': site.urlOf('/sca/a/b'),
  };
  const { link } = await askFor(site.bank, {}, headers);
  const page = await chromium.page();
  await page.goto(site.urlOf(link));
  await tabTo(page, 'number');
  await page.keyboard.type('1');
  await enter(page);
  // What was wrong puts the focus back into the field.
  await page.locator('#number:focus').waitFor();
  await page.keyboard.type(KARI);
  await enter(page);
  for (const step of ['private', 'continue', 'confirm']) {
    await tabTo(page, step);
    await enter(page);
  }
  expect(new URL(page.url()).searchParams.get('psu-id')).not.toBeNull();
});
