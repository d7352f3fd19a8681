import { describe, expect, it } from 'vitest';
import { fileBrowser } from '../support/chromium.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2 } from '../support/program.ts';
import { identifyAt, press } from '../support/psu-in-browser.ts';
import { KARI } from '../support/site.ts';
import { waitingPsd2 } from '../support/waiting-psd2.ts';

const chromium = fileBrowser();
/** The title of the page of the program itself, where the browser ends. */
const BACK = 'You can close this page and go back to the terminal';

describe('--sca browser of a process without a terminal, walked by Chromium [C-sca-browser, S9-callback]', () => {
  it('pays: the bank’s policy lets the browser back to the callback, and the psu-id is stored', async () => {
    const home = await homeWithKeys();
    const create = ['payments', 'create', '--domestic', '--example', '--sca', 'browser', '--json'];
    const { link, ended } = await waitingPsd2(create, { home });
    const page = await chromium.page();
    await identifyAt(page, link, KARI);
    await press(page, 'Continue');
    await press(page, 'Confirm payment');
    expect(await page.locator('main').textContent()).toContain(BACK);
    const { code, stdout, stderr } = await ended();
    expect(code, stderr).toBe(0);
    const { sca } = JSON.parse(stdout)._meta;
    expect(sca).toMatchObject({ scaStatus: 'FINALISED', transactionStatus: 'ACTC' });
    const kept = await psd2(['session', 'list', '--json'], { home });
    expect(JSON.parse(kept.stdout).items).toMatchObject([{ psuId: sca.psuId }]);
  });

  it('consents to one account of three, and the read is sent again', async () => {
    const home = await homeWithKeys();
    const { link, ended } = await waitingPsd2(['accounts', 'list', '--sca', 'browser', '--json'], { home });
    const page = await chromium.page({ javaScriptEnabled: false });
    await identifyAt(page, link, KARI);
    await press(page, 'For myself (private)');
    await page.getByLabel('Sparekonto').check();
    await press(page, 'Continue');
    await press(page, 'Confirm');
    expect(await page.locator('main').textContent()).toContain(BACK);
    const { code, stdout, stderr } = await ended();
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout).accounts).toMatchObject([{ name: 'Sparekonto' }]);
  });
});
