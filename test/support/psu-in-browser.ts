import type { Page } from 'playwright-core';

/** What a PSU does on the bank's site, by what the pages say in English. */

/** Opens the link and gives the customer number. */
export async function identifyAt(page: Page, link: string, number: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Customer number').fill(number);
  await press(page, 'Continue');
}

/** Presses the button of a name, and waits for what comes. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await Promise.all([
    page.waitForEvent('domcontentloaded'),
    page.getByRole('button', { name, exact: typeof name === 'string' }).click(),
  ]);
}
