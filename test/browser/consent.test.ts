import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fileBrowser } from '../support/chromium.ts';
import { identifyAt, press } from '../support/psu-in-browser.ts';
import { servedSite } from '../support/served-site.ts';
import { KARI } from '../support/site.ts';

const chromium = fileBrowser();
const site = servedSite();

/** To where the accounts are chosen, each time in another browser. */
async function choosing(): Promise<Page> {
  const page = await chromium.page({ javaScriptEnabled: false });
  await identifyAt(page, await site.consentLink(), KARI);
  if ((await page.title()).startsWith('Who')) await press(page, 'For myself (private)');
  return page;
}

const boxes = (page: Page) => page.getByRole('checkbox');
const ticked = async (page: Page) => Promise.all((await boxes(page).all()).map((box) => box.isChecked()));

async function confirm(page: Page): Promise<void> {
  await press(page, 'Confirm');
  expect(await page.title()).toBe('Back at the TPP');
  expect(site.tpp().came.at(-1)?.get('psu-id')).not.toBeNull();
}

it('a consent in a browser without scripts is for two of three, which are ticked the next time, and then for none [D6-consent, D15-context-accounts]', async () => {
  const first = await choosing();
  expect(await ticked(first)).toEqual([false, false, false]);
  await first.getByLabel('Brukskonto').check();
  await first.getByLabel('Kredittkort').check();
  await press(first, 'Continue');
  expect(await first.locator('main li').filter({ hasText: /\d{4}/ }).count()).toBe(2);
  await confirm(first);

  const again = await choosing();
  expect(await ticked(again)).toEqual([true, false, true]);
  for (const box of await boxes(again).all()) await box.uncheck();
  await press(again, 'Continue');
  expect(await again.locator('main').textContent()).toContain('won’t be able to see any accounts.');
  expect(await again.locator('main').textContent()).toContain(
    'Anything you shared before will be withdrawn.',
  );
  await confirm(again);
  expect(await ticked(await choosing())).toEqual([false, false, false]);
});
