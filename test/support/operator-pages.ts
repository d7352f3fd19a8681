import type { Page } from 'playwright-core';
import type { ServedSite } from './served-site.ts';

/** Every page of the operator, by what its address has after `#`, and a way to it. */
export interface OperatorPage {
  readonly name: string;
  /** Goes to it, once a page of the bank is open. */
  show(page: Page): Promise<void>;
}

async function go(page: Page, name: string): Promise<void> {
  await page.evaluate(`location.hash = '#/${name}'`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function openFirst(page: Page, name: string): Promise<void> {
  await go(page, name);
  await page.locator('.opener').first().click();
  await page.locator('article dl').first().waitFor();
  // The report of a refused signature comes later than the request.
  await page.getByText('Searching for the cause…').waitFor({ state: 'hidden' });
}

/** Makes what the pages show: payments, a consent, a refused request and a fault. */
export async function fillForPages(site: ServedSite): Promise<void> {
  await site.json('payments', 'create', '--domestic', '--example', '--sca', 'approve');
  await site.asked('--domestic');
  await site.json('accounts', 'list', '--sca', 'approve');
  await site.refused();
}

const LISTS = ['requests', 'payments', 'sca', 'accounts', 'customers', 'consents', 'clock', 'faults', 'data'];
const OPEN = ['requests', 'payments', 'sca', 'accounts', 'customers'];

export const OPERATOR_PAGES: readonly OperatorPage[] = [
  ...LISTS.map((name) => ({ name, show: (page: Page) => go(page, name) })),
  ...OPEN.map((name) => ({ name: `${name}-open`, show: (page: Page) => openFirst(page, name) })),
  {
    name: 'fault-form',
    show: async (page) => {
      await go(page, 'faults');
      await page.getByRole('button', { name: 'Set a fault…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
