import { describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2 } from '../support/program.ts';
import { PsuBrowser } from '../support/psu-browser.ts';
import { waitingPsd2 } from '../support/waiting-psd2.ts';

const KARI = '15813963008';
const EXAMPLE = ['payments', 'create', '--domestic', '--example', '--sca', 'browser'];

describe('--sca browser without a person [C-sca-browser, S9-callback, S9-redirect-hint]', () => {
  it('prints the link, serves the site, and stores what the bank confirms, exit 0', async () => {
    const home = await homeWithKeys();
    const { link, ended } = await waitingPsd2([...EXAMPLE, '--json'], { home });
    const psu = await new PsuBrowser().authorise(link, { number: KARI, decision: 'confirm' });
    expect(psu.html).toContain('You can close this page and go back to the terminal');
    const { code, stdout, stderr } = await ended();
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(link) });
    const { _meta } = JSON.parse(stdout);
    expect(_meta.sca).toMatchObject({ scaStatus: 'FINALISED', transactionStatus: 'ACTC' });
    const [, came = ''] = /psu-id=([0-9a-f-]+)/.exec(psu.sentTo.join()) ?? [];
    expect(_meta.sca.psuId).toBe(came);
    // Stored: the next payment names it.
    const next = await psd2(['payments', 'create', '--domestic', '--example', '--curl'], { home });
    expect(next.stdout).toContain(`PSU-ID: ${came}`);
  });

  it('tells of a PSU who declines, exit 4', async () => {
    const home = await homeWithKeys();
    const { link, ended } = await waitingPsd2([...EXAMPLE, '--json'], { home });
    await new PsuBrowser().authorise(link, { number: KARI, decision: 'decline' });
    const { code, stdout } = await ended();
    expect(code).toBe(4);
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'SCA_DECLINED',
      message: expect.stringMatching(/^The PSU declined payment \w{22}; the payment is RJCT \(rejected\)\.$/),
    });
  });
});
