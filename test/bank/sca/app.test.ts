import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CREATION, openTestBank, type Send, type TestBank } from '../../support/bank.ts';
import { byPsuId, makeSession } from '../../support/known-psu.ts';
import { agree, engage } from '../../support/life/firm.ts';
import { askFor, KARI, paymentStatusIn, SiteBrowser, scaIn } from '../../support/site.ts';

let bank: TestBank;
beforeEach(async () => {
  bank = await openTestBank();
});
afterEach(() => bank.close());

const inApp = { 'TPP-Redirect-Preferred': 'false', ...byPsuId() };
const byNumber = { 'TPP-Redirect-Preferred': 'false', 'X-PSU-IDENTITY': KARI };
const unsettled = { ...inApp, 'PSU-Context': null };
const buttons = (html: string) => [...html.matchAll(/name="step" value="([^"]+)"/g)].map(([, step]) => step);
const opened = async (headers: Send['headers']) => {
  const asked = await askFor(bank, {}, headers);
  const browser = new SiteBrowser(bank, asked.link);
  return { ...asked, browser, page: await browser.open() };
};

describe("confirming in the bank's app [D3-redirect-preferred, I-authentication-4-app]", () => {
  it.each([
    ['the context settled by PSU-Context', inApp],
    ['no agreement to choose', unsettled],
  ])('shows the payment and one button that confirms, without a number: %s', async (_, headers) => {
    const step = 'private';
    const { page, browser, authorisationId, paymentId } = await opened(headers);
    expect(page.html).toContain('Confirm in the app</button>');
    expect(page.html).toContain('Ola Eksempel');
    expect(page.html).not.toContain('name="number"');
    expect(buttons(page.html)).toEqual([step, 'decline']);
    expect(scaIn(bank, authorisationId)).toMatchObject({ sca_status: 'RECEIVED', identified: null });
    const end = await browser.press(step);
    expect(new URL(end.header('Location')!).searchParams.get('context')).toBe('PRIVATE');
    expect(scaIn(bank, authorisationId)).toMatchObject({ sca_status: 'FINALISED', identified: KARI });
    expect(paymentStatusIn(bank, paymentId)).toBe('ACTC');
    expect((await browser.press(step)).header('Location')).toBe(end.header('Location'));
  });

  it('takes a no, and nothing else', async () => {
    const { browser, authorisationId, paymentId } = await opened(inApp);
    for (const step of ['identify', 'continue', 'confirm', 'corporate:x']) {
      expect((await browser.press(step, { number: KARI })).status).toBe(409);
    }
    expect(scaIn(bank, authorisationId).sca_status).toBe('RECEIVED');
    expect((await browser.press('decline')).header('Location')).toContain('code=SCA_INVALID');
    expect(paymentStatusIn(bank, paymentId)).toBe('RJCT');
  });

  it('has a button for each agreement when the headers leave the context open', async () => {
    const agreement = await agree(bank, 'Fjell AS');
    await engage(bank, KARI, { agreement });
    const refused = await bank.send({
      method: 'GET',
      path: `${CREATION}/x`,
      headers: { ...unsettled, 'PSU-Corporate-ID': '00000000-0000-4000-8000-000000000000' },
    });
    const { pathname } = new URL(refused.json._links.scaRedirect.href);
    const browser = new SiteBrowser(bank, pathname);
    const page = await browser.open();
    expect(buttons(page.html)).toEqual(['private', `corporate:${agreement}`, 'decline']);
    expect(page.html).toContain('Confirm in the app for <bdi>Fjell AS</bdi>');
    const end = await browser.press(`corporate:${agreement}`);
    expect(end.header('Location')).toContain('context=CORPORATE');
    const [authorisationId = ''] = pathname.split('/').slice(-2);
    expect(scaIn(bank, authorisationId)).toMatchObject({ sca_status: 'FINALISED', agreement });
  });

  it.each([
    ['the PSU is not known', { ...inApp, 'PSU-ID': null }],
    ['the redirect is preferred', { ...inApp, 'TPP-Redirect-Preferred': 'true' }],
    ['nothing is said of it', byPsuId()],
  ])('falls back to the number: %s', async (_, headers) => {
    const { page, browser, authorisationId } = await opened(headers);
    expect(page.html).toContain('name="number"');
    expect((await browser.press('confirm')).status).toBe(409);
    expect(scaIn(bank, authorisationId).sca_status).toBe('RECEIVED');
  });

  it('shows nothing of a payment that is not theirs: the app says who they are, and then the SCA fails', async () => {
    await makeSession(bank);
    const corporate = { ...byNumber, 'PSU-Context': 'CORPORATE' };
    const asked = await askFor(bank, { creditorName: 'Nobody Must See' }, corporate);
    const browser = new SiteBrowser(bank, asked.link);
    const page = await browser.open();
    expect(buttons(page.html)).toEqual(['app', 'decline']);
    expect(page.html).not.toContain('Nobody Must See');
    const end = await browser.press('app');
    expect(end.header('Location')).toContain('code=PSU_CREDENTIALS_INVALID');
  });
});

describe('the app and an account that nobody was told of [D3-redirect-preferred, D4-disclosure, S9-owner-before-payment]', () => {
  it('says who the PSU is with one button, and then shows the payment', async () => {
    const { page, browser, authorisationId, paymentId } = await opened(byNumber);
    expect(buttons(page.html)).toEqual(['app', 'decline']);
    expect(page.html).not.toMatch(/name="number"|Ola Eksempel|100[.,]50/);
    for (const step of ['identify', 'confirm', 'private']) {
      expect((await browser.press(step, { number: KARI })).status).toBe(409);
    }
    expect(scaIn(bank, authorisationId)).toMatchObject({ sca_status: 'RECEIVED', identified: null });
    expect((await browser.go('app')).html).toContain('Ola Eksempel');
    await browser.go('continue');
    expect((await browser.press('confirm')).header('Location')).toContain('psu-id=');
    expect(paymentStatusIn(bank, paymentId)).toBe('ACTC');
  });

  it('shows the same page whatever account is named', async () => {
    const pages = [];
    const creditorAccount = { bban: '99950512349', currency: 'NOK' };
    for (const bban of [bank.accounts.debtor, bank.accounts.foreign, '99900000000']) {
      const debtorAccount = { bban, currency: 'NOK' };
      const asked = await askFor(bank, { creditorAccount, debtorAccount }, byNumber);
      const browser = new SiteBrowser(bank, asked.link);
      pages.push((await browser.open()).html.replaceAll(asked.link, '').replaceAll(browser.token, ''));
    }
    expect(new Set(pages).size).toBe(1);
  });
});
