import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CREATION, openTestBank, type Send, type TestBank } from '../../support/bank.ts';
import { byPsuId, makeSession } from '../../support/known-psu.ts';
import { agree, engage } from '../../support/life/firm.ts';
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

it('a link that is opened too late leads back from any browser, with the form and without, at any time [D6-opened-too-late]', async () => {
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
