import { expect, it } from 'vitest';
import { fileBrowser } from '../support/chromium.ts';
import { FIRM } from '../support/life/payments.ts';
import { identifyAt, press } from '../support/psu-in-browser.ts';
import { servedSite } from '../support/served-site.ts';
import { KARI } from '../support/site.ts';

const chromium = fileBrowser();
const site = servedSite();
const linkOf = (json: { _links: { scaRedirect: { href: string } } }) => json._links.scaRedirect.href;

it('a basket in a browser shows the sum and each payment, and one confirmation approves all [D5-one-sca, D5-pages]', async () => {
  const made = [];
  for (const amount of ['1249.00', '385.50']) {
    made.push(
      await site.json('payments', 'create', '--example', '--domestic', '--amount', amount, '--as', KARI),
    );
  }
  const ids = made.map(({ paymentId }) => paymentId);
  // Starting a basket's authorisation needs the psu-id. @see C-basket-psu-id
  await site.json('user', '--as', KARI, '--sca', 'approve');
  const { basketId } = await site.json('basket', 'create', ...ids);
  const page = await chromium.page();
  // PSU-ID has identified the PSU already.
  await page.goto(linkOf(await site.json('basket', 'authorise', basketId)));
  if ((await page.title()).startsWith('Who')) await press(page, 'For myself (private)');
  expect(await page.getByText('Total of 2 payments').locator('..').textContent()).toMatch(/1.634\.50.NOK/);
  expect(await page.locator('.payments > li').count()).toBe(2);
  await press(page, 'Continue');
  await press(page, 'Confirm payments');
  expect(await page.title()).toBe('Back at the TPP');
  for (const id of ids) {
    expect((await site.json('payments', 'status', id)).transactionStatus).toBe('ACTC');
  }
});

it('a firm with several agreements in a browser asks which, names it from then on, and tells the TPP its psu-corporate-id [D3-context-agreement, D6-context]', async () => {
  for (const name of ['Fjell', 'Dal']) {
    await site.json('sandbox', 'agreement', 'create', '--owner', FIRM, '--name', name);
  }
  const { items } = await site.json('sandbox', 'account', 'list');
  const { bban } = items.find(({ customerNumber }: { customerNumber: string }) => customerNumber === FIRM);
  const { link } = await site.asked('--domestic', '--context', 'CORPORATE', '--from-bban', bban);
  const page = await chromium.page();
  await identifyAt(page, link, FIRM);
  await press(page, 'For Dal (corporate)');
  expect(await page.locator('main').textContent()).toContain('You are acting for Dal (corporate).');
  await press(page, 'Continue');
  expect(await page.locator('main').textContent()).toContain('You are acting for Dal (corporate).');
  await press(page, 'Confirm payment');
  expect(site.tpp().came.at(-1)?.get('context')).toBe('CORPORATE');
  expect(site.tpp().came.at(-1)?.get('psu-corporate-id')).toMatch(/^[0-9a-f-]{36}$/);
});
