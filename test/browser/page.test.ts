import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fileBrowser } from '../support/chromium.ts';
import { REFUSED_BODY, servedSite } from '../support/served-site.ts';

const chromium = fileBrowser();
const site = servedSite();

/** The operator's page, at what its address has after `#/`. */
async function opened(at: string): Promise<Page> {
  const page = await chromium.page();
  await page.goto(await site.pageUrl());
  await page.getByText('Live', { exact: true }).waitFor();
  await page.evaluate(`location.hash = '#/${at}'`);
  return page;
}

const status = (page: Page) => page.locator('article dl .status').first().textContent();

describe('the requests of the operator’s page [A-page-live, A-page-report, D11-journal, S11-page-text]', () => {
  it('come without a reload; a refused one is opened, and its report says why', async () => {
    const page = await opened('requests');
    expect(await site.refused()).toBe(400);
    const row = page.getByRole('row').filter({ hasText: 'digest-mismatch' }).first();
    await row.getByRole('link').click();
    const pane = page.getByRole('article');
    await pane.getByText('Serialise the body once').first().waitFor();
    await pane.getByText('The report of psd2 verify').click();
    expect(await pane.getByLabel('Report').textContent()).toContain('digest-mismatch, cause reserialised');
    expect(await pane.textContent()).toContain('claims to be');
    const body = pane.getByLabel('Body of the request');
    expect(await body.textContent()).toMatch(/^\{\n {2}"creditorName": "<img/);
    await pane.getByRole('button', { name: 'Show as sent' }).click();
    await expect.poll(() => body.textContent()).toBe(REFUSED_BODY.replace('\u202e', '‹U+202E›'));
    expect(await page.locator('img').count()).toBe(0);
  });

  it('are gone through by keyboard, and one that is closed has the focus again', async () => {
    const page = await opened('requests');
    await site.refused();
    await page.locator('.opener').first().waitFor();
    await page.keyboard.press('j');
    const href = await page.evaluate(`document.activeElement.getAttribute('href')`);
    await page.keyboard.press('Enter');
    await page.getByRole('article').locator('dl').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('article').count()).toBe(0);
    expect(await page.evaluate(`document.activeElement.getAttribute('href')`)).toBe(href);
    await page.keyboard.press('/');
    await page.keyboard.type('no request has this');
    await page.getByText('Nothing fits these filters.').waitFor();
  });
});

describe('the acts of the operator’s page [A-page-acts]', () => {
  it('approve a payment in the PSU’s place, which has come without a reload', async () => {
    const page = await opened('payments');
    const { paymentId } = await site.asked('--domestic');
    await page.locator(`.opener[href="#/payments/${paymentId}"]`).click();
    await page.getByRole('article').getByRole('button', { name: 'Approve', exact: true }).click();
    await expect.poll(() => status(page)).toBe('ACTC');
    expect((await site.json('payments', 'status', paymentId)).transactionStatus).toBe('ACTC');
  });

  it('set a fault, whose refusal they show, and clear it', async () => {
    const page = await opened('faults');
    await page.getByRole('button', { name: 'Set a fault…' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Fault').selectOption('latency');
    await form.getByRole('button', { name: 'Set a fault' }).click();
    expect(await form.getByRole('alert').textContent()).toContain('milliseconds');
    await form.getByLabel('Milliseconds').fill('5');
    await form.getByRole('button', { name: 'Set a fault' }).click();
    await page.getByRole('cell', { name: 'latency', exact: true }).waitFor();
    await page.getByRole('button', { name: /^Clear fault/ }).click();
    await page.getByText('No fault is set').waitFor();
  });

  it('move the clock by a day, and back by a snapshot', async () => {
    const page = await opened('data');
    const before = await site.json('sandbox', 'clock', 'show');
    await page.getByRole('button', { name: 'Save a snapshot' }).click();
    await page.getByRole('button', { name: '+1 day' }).click();
    await page.getByText('The bank’s clock is').waitFor();
    const { offsetSeconds } = await site.json('sandbox', 'clock', 'show');
    expect(offsetSeconds).toBe(before.offsetSeconds + 86_400);
    await page.getByRole('button', { name: /^Restore the snapshot/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect((await site.json('sandbox', 'clock', 'show')).offsetSeconds).toBe(before.offsetSeconds);
  });
});

it('the access of the operator’s page gives a second tab the token of the first, and takes a code only once [S11-page-code, S11-page-shell]', async () => {
  const page = await opened('payments');
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.getByRole('heading', { name: 'Payments' }).waitFor();
  const stranger = await chromium.page();
  const url = await site.pageUrl();
  await stranger.goto(url);
  await stranger.getByRole('heading', { name: 'Requests' }).waitFor();
  const late = await chromium.page();
  await late.goto(url);
  await late.getByRole('heading', { name: 'No access' }).waitFor();
  expect(late.url()).not.toContain('code');
});
