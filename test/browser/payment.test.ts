import { describe, expect, it } from 'vitest';
import { fileBrowser } from '../support/chromium.ts';
import { identifyAt, press } from '../support/psu-in-browser.ts';
import { servedSite } from '../support/served-site.ts';
import { KARI } from '../support/site.ts';

const chromium = fileBrowser();
const site = servedSite();

describe('a payment in a browser without scripts [D6-site-steps, D6-redirect]', () => {
  it('is approved, and the PSU is back at the TPP', async () => {
    const { paymentId, link } = await site.asked('--domestic');
    const page = await chromium.page({ javaScriptEnabled: false });
    await identifyAt(page, link, KARI);
    await press(page, 'Continue');
    await press(page, 'Confirm payment');
    expect(await page.title()).toBe('Back at the TPP');
    expect(site.tpp().came.at(-1)?.get('psu-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect((await site.json('payments', 'status', paymentId)).transactionStatus).toBe('ACTC');
  });
});
