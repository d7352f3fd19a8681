import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CREATION, openTestBank, type TestBank } from '../../support/bank.ts';
import {
  type Asked,
  askFor,
  KARI,
  paymentStatusIn,
  SiteBrowser,
  type SitePage,
  scaIn,
} from '../../support/site.ts';

let bank: TestBank;
beforeEach(async () => {
  bank = await openTestBank();
});
afterEach(() => bank.close());

const SECOND = 1000;
const MINUTE = 60 * SECOND;

async function confirmed(): Promise<{ asked: Asked; browser: SiteBrowser; location: string }> {
  const asked = await askFor(bank);
  const browser = new SiteBrowser(bank, asked.link);
  await browser.toDecision();
  const location = (await browser.press('confirm')).header('Location')!;
  expect(location).toContain('psu-id=');
  return { asked, browser, location };
}

function expectFinished(page: SitePage): void {
  expect(page.status).toBe(410);
  expect(page.header('Location')).toBeUndefined();
  expect(page.html).toContain('<h1>This request is closed</h1>');
  expect(page.html).not.toMatch(/<form|psu-id|15813963008|Ola Eksempel|100\.50|Brukskonto/);
}

describe('a repeated confirm [S9-confirm-repeated]', () => {
  it('has the same redirect for 60 seconds, and approves nothing twice', async () => {
    const { asked, browser, location } = await confirmed();
    const before = scaIn(bank, asked.authorisationId);
    for (const step of ['confirm', 'decline']) {
      const again = await browser.press(step);
      expect([again.status, again.header('Location')]).toEqual([303, location]);
    }
    bank.now += MINUTE - 1;
    expect((await browser.press('confirm')).header('Location')).toBe(location);
    expect((await browser.open()).header('Location')).toBe(location);
    expect(scaIn(bank, asked.authorisationId)).toEqual(before);
    bank.now += 1;
    expectFinished(await browser.press('confirm'));
    expectFinished(await browser.open());
    expect(paymentStatusIn(bank, asked.paymentId)).toBe('ACTC');
  });

  it('sent twice at once is one approval and one redirect', async () => {
    const asked = await askFor(bank);
    const browser = new SiteBrowser(bank, asked.link);
    await browser.toDecision();
    const answers = await Promise.all([browser.press('confirm'), browser.press('confirm')]);
    const locations = answers.map((answer) => answer.header('Location'));
    expect(locations[0]).toContain('psu-id=');
    expect(locations[1]).toBe(locations[0]);
    expect(paymentStatusIn(bank, asked.paymentId)).toBe('ACTC');
  });

  it('is nothing in another browser, with another token, or after a form of before', async () => {
    const { asked, browser } = await confirmed();
    const other = new SiteBrowser(bank, asked.link);
    expectFinished(await other.open());
    other.token = browser.token;
    expectFinished(await other.press('confirm'));
    browser.token = `${browser.token}A`;
    expectFinished(await browser.press('confirm'));
  });

  it('is known after a decline and after the third wrong number, too', async () => {
    for (const number of ['', '999']) {
      const browser = new SiteBrowser(bank, (await askFor(bank)).link);
      await browser.open();
      if (number !== '') for (const wrong of [number, number]) await browser.identify(wrong);
      const end = () => (number === '' ? browser.press('decline') : browser.press('identify', { number }));
      const location = (await end()).header('Location');
      expect(location).toContain('status=401');
      expect((await end()).header('Location')).toBe(location);
    }
  });
});

describe('a link that is opened too late [D6-opened-too-late]', () => {
  it('leads back from any browser, with the form and without, at any time', async () => {
    const asked = await askFor(bank);
    const browser = new SiteBrowser(bank, asked.link);
    await browser.toDecision();
    bank.now += 15 * MINUTE;
    const sent = await browser.press('confirm');
    expect(sent.status).toBe(303);
    const { searchParams } = new URL(sent.header('Location')!);
    expect(Object.fromEntries(searchParams)).toMatchObject({ status: '401', code: 'SCA_EXPIRED' });
    expect(scaIn(bank, asked.authorisationId).failure).toBe('expired');
    expect(paymentStatusIn(bank, asked.paymentId)).toBe('RJCT');
    bank.now += 24 * 60 * MINUTE;
    const late = await new SiteBrowser(bank, asked.link).open();
    expect(late.header('Location')).toBe(sent.header('Location'));
    expect(late.header('Set-Cookie')).toBeUndefined();
  });
});

describe('a link whose SCA the TPP or the operator ended [D6-redirect, D6-final-stays]', () => {
  it('is finished when another was started, and approves nothing', async () => {
    const asked = await askFor(bank);
    const browser = new SiteBrowser(bank, asked.link);
    await browser.toDecision();
    const headers = { 'X-PSU-IDENTITY': KARI };
    const path = `${CREATION}/${asked.paymentId}/authorisations`;
    expect((await bank.send({ path, headers })).status).toBe(201);
    expectFinished(await browser.press('confirm'));
    expectFinished(await browser.open());
    expect(scaIn(bank, asked.authorisationId).sca_status).toBe('FAILED');
    expect(paymentStatusIn(bank, asked.paymentId)).toBe('RCVD');
  });

  it("leads the PSU's own browser back when the operator played their part", async () => {
    const asked = await askFor(bank);
    const browser = new SiteBrowser(bank, asked.link);
    await browser.open();
    await bank.transport({
      method: 'POST',
      target: `/operator/sca/${asked.authorisationId}/fail`,
      headers: [],
      body: Buffer.from(''),
    });
    expect((await browser.press('identify', { number: KARI })).header('Location')).toContain('system=sca');
    expectFinished(await new SiteBrowser(bank, asked.link).open());
  });
});
