import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fileBrowser } from '../support/chromium.ts';
import { identifyAt, press } from '../support/psu-in-browser.ts';
import { servedSite } from '../support/served-site.ts';
import { KARI } from '../support/site.ts';

const chromium = fileBrowser();
const site = servedSite();
const BACK = 'Back at the TPP';

const statusOf = async (paymentId: string) =>
  (await site.json('payments', 'status', paymentId)).transactionStatus;
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

/** A payment that waits for its decision, in a browser that runs no script. */
async function deciding() {
  const { paymentId, link } = await site.asked('--domestic');
  const page = await chromium.page({ javaScriptEnabled: false });
  await identifyAt(page, link, KARI);
  await press(page, 'Continue');
  return { paymentId, link, page };
}

describe('a payment in a browser without scripts [D6-site-steps, D6-redirect]', () => {
  it('is approved, and the PSU is back at the TPP', async () => {
    const { page, paymentId } = await deciding();
    await press(page, 'Confirm payment');
    expect(await page.title()).toBe(BACK);
    expect(Object.fromEntries(site.tpp().came.at(-1) ?? [])).toEqual({
      'psu-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'tpp-session-id': expect.any(String),
      context: 'PRIVATE',
    });
    expect(await statusOf(paymentId)).toBe('ACTC');
  });

  it('is declined on the page that asks, and the TPP is told so', async () => {
    const { page, paymentId } = await deciding();
    await press(page, 'Decline');
    expect(await page.title()).toBe(BACK);
    expect(site.tpp().came.at(-1)?.get('code')).toBe('SCA_INVALID');
    expect(await statusOf(paymentId)).toBe('RJCT');
  });
});

it('three wrong numbers in a browser are told at the field, which has the focus, and end at the TPP [D6-three-numbers, A-site-accessible]', async () => {
  const { link } = await site.asked('--domestic');
  const page = await chromium.page();
  await identifyAt(page, link, '15813963009');
  const field = page.getByLabel('Customer number');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await page.locator('#number:focus').waitFor();
  const described = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
  expect(await page.locator(`#${described[0]}`).textContent()).toMatch(/You have 2 tries left\.$/);
  await identifyAt(page, link, '0');
  expect(await page.getByRole('alert').textContent()).toMatch(/one try left\.$/);
  await identifyAt(page, link, 'no number');
  expect(await page.title()).toBe(BACK);
  expect(site.tpp().came.at(-1)?.get('code')).toBe('PSU_CREDENTIALS_INVALID');
});

describe('what browsers do by themselves [S9-form-token, S9-confirm-repeated, S9-cookie]', () => {
  it('gone back, the PSU is where they are, and goes on', async () => {
    const { page, paymentId } = await deciding();
    await page.goBack();
    expect(await heading(page)).toBe('Confirm the payment');
    await press(page, 'Confirm payment');
    expect(await statusOf(paymentId)).toBe('ACTC');
    await page.goBack();
    expect(await page.title()).toBe(BACK);
  });

  it('the form of a tab that stayed behind changes nothing, and leads to where the PSU is', async () => {
    const { link } = await site.asked('--domestic');
    const page = await chromium.page({ javaScriptEnabled: false });
    await identifyAt(page, link, KARI);
    const tab = await page.context().newPage();
    await tab.goto(link);
    await press(tab, 'Continue');
    await press(page, 'Continue');
    expect(await heading(page)).toBe('This page is out of date');
    await page.getByRole('link', { name: 'Continue from where you are' }).click();
    expect(await heading(page)).toBe('Confirm the payment');
  });

  it('a double click approves once, and ends at the TPP', async () => {
    const { page, paymentId } = await deciding();
    await page.getByRole('button', { name: 'Confirm payment' }).dblclick();
    // The second click aborts the navigation that the first began, which waiting for that one would call a failure.
    await expect.poll(() => page.url(), { timeout: 20_000 }).toContain(`${site.tpp().uri}?`);
    expect(site.tpp().came.at(-1)?.get('psu-id')).not.toBeNull();
    expect(await statusOf(paymentId)).toBe('ACTC');
  });

  it('a form that is sent twice before either is answered gets the same redirect twice', async () => {
    const { page, paymentId, link } = await deciding();
    const form = { token: await page.locator('[name=token]').inputValue(), step: 'confirm' };
    const confirm = () => page.request.post(link, { form, maxRedirects: 0 });
    const [one, other] = await Promise.all([confirm(), confirm()]);
    expect([one.status(), other.status()]).toEqual([303, 303]);
    expect(other.headers().location).toBe(one.headers().location);
    expect(one.headers().location).toContain('psu-id=');
    expect(await statusOf(paymentId)).toBe('ACTC');
  });

  it('a second browser sees nothing of the payment, and the first goes on', async () => {
    const { page, link } = await deciding();
    const second = await chromium.page();
    await second.goto(link);
    expect(await heading(second)).toBe('Opened in another browser');
    expect(await second.locator('main').textContent()).not.toMatch(/NOK|99901/);
    await press(page, 'Confirm payment');
    expect(await page.title()).toBe(BACK);
  });
});
