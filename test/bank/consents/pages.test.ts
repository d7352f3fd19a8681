import { beforeEach, describe, expect, it } from 'vitest';
import {
  askConsent,
  atAccounts,
  consentTo,
  offeredIn,
  shownTo,
  tickedIn,
  ticking,
} from '../../support/life/consents.ts';
import { accountOf, agree, agreementId, engage } from '../../support/life/firm.ts';
import { ownedBy, sca, told } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { FIRM, KARI } from '../../support/life/payments.ts';
import { SiteBrowser, scaIn } from '../../support/site.ts';
import { CUSTOMER, NUMBER, post } from '../sandbox/calls.ts';

const bank = bankOfEach();
let first: string;
let second: string;
let card: string;
beforeEach(() => {
  const { accounts, cards } = ownedBy(bank(), KARI);
  [first, second] = [accounts[0]!, accounts[1]!];
  card = cards[0]!;
});

const noContext = { 'PSU-Context': null };
const inFirm = { headers: noContext };

/** A browser at step 3 in the firm's agreement. */
async function atFirmsAccounts(psu: string) {
  const { browser } = await atAccounts(bank(), { psu, ...inFirm });
  return { browser, page: await browser.go(`corporate:${agreementId}`) };
}

describe('the accounts of a consent on their page [D6-consent, D15-context-accounts, D6-site-steps]', () => {
  it('are the accounts, then the cards, in fields of their own, none ticked the first time', async () => {
    const { page } = await atAccounts(bank());
    expect(offeredIn(page)).toEqual([first, second, card]);
    expect(tickedIn(page)).toEqual([]);
    const legends = [...page.html.matchAll(/<legend>([^<]+)<\/legend>/g)].map(([, legend]) => legend);
    expect(legends).toEqual(['Accounts', 'Cards']);
    expect(page.html).toContain('<strong><bdi>Test TPP AS</bdi></strong>');
  });

  it('are named by what was ticked before it is confirmed, and to whom they are shown', async () => {
    const { browser } = await atAccounts(bank());
    const { html } = await browser.go('continue', ticking([card, first]));
    const named = [...html.matchAll(/<li>.*?<bdi>([^<]+)<\/bdi>.*?<span class="number">([^<]+)</g)];
    expect(named.map(([, name]) => name)).toEqual(['Brukskonto', 'Kredittkort']);
    expect(html).toMatch(/<bdi>Test TPP AS<\/bdi><\/strong> will be able to see/);
    expect(named[0]?.[2]?.replaceAll('\u00a0', '')).toBe(bank().accounts.debtor);
  });

  it('are what the TPP is shown once the PSU has confirmed, and it learns who they are', async () => {
    const back = await consentTo(bank(), [second, card]);
    expect([...back.searchParams.keys()]).toEqual(['psu-id', 'tpp-session-id', 'context']);
    expect(await shownTo(bank())).toEqual([second, card]);
  });

  it('are ticked when they were granted, and the new selection takes the place of the old', async () => {
    await consentTo(bank(), [first, card]);
    const { browser, page } = await atAccounts(bank());
    expect(tickedIn(page)).toEqual([first, card]);
    await browser.go('continue', ticking([second]));
    await browser.press('confirm');
    expect(await shownTo(bank())).toEqual([second]);
  });

  it('may be none: what was granted is taken back, and the SCA has succeeded', async () => {
    await consentTo(bank(), [first]);
    const { browser } = await atAccounts(bank());
    const last = await browser.go('continue');
    expect(last.html).toContain('won’t be able to see any accounts');
    expect(last.html).toContain('will be withdrawn');
    expect((await browser.press('confirm')).header('Location')).toContain('psu-id=');
    expect(await shownTo(bank())).toBe('CONSENT_INVALID');
  });

  it('may be none from the beginning: then none was ever granted', async () => {
    const { browser } = await atAccounts(bank());
    expect((await browser.go('continue')).html).not.toContain('will be withdrawn');
    await browser.press('confirm');
    expect(await shownTo(bank())).toBe('CONSENT_UNKNOWN');
  });

  it('are in bokmål for who reads that', async () => {
    const { browser, asked } = await atAccounts(bank());
    browser.language = 'nb';
    const { html } = await browser.open();
    expect(asked.link).toBe(browser.link);
    expect(html).toContain('<legend>Kontoer</legend>');
    expect(html).toContain('<legend>Kort</legend>');
    expect(html).toContain('Velg kontoene du vil gi innsyn i');
  });

  it('of a PSU without any can’t be chosen', async () => {
    await post(bank(), '/customers', CUSTOMER);
    const { browser, page } = await atAccounts(bank(), { psu: NUMBER });
    expect(offeredIn(page)).toEqual([]);
    expect(page.html).toContain('any accounts to share');
    expect((await browser.go('continue')).html).toContain('won’t be able to see any accounts');
  });

  it('come after the app’s button too: there is something to say beside yes', async () => {
    const headers = { 'X-PSU-IDENTITY': KARI, 'TPP-Redirect-Preferred': 'false' };
    const browser = new SiteBrowser(bank(), (await askConsent(bank(), headers)).link);
    expect(offeredIn(await browser.open())).toEqual([]);
    expect(offeredIn(await browser.go('app'))).toEqual([first, second, card]);
  });
});

describe('the accounts of a consent in an agreement [D15-context-accounts, D8-engaged-accounts, D6-consent]', () => {
  beforeEach(async () => {
    await agree(bank());
  });

  it('are all of its owner’s to the owner', async () => {
    const { page } = await atFirmsAccounts(FIRM);
    const { accounts, cards } = ownedBy(bank(), FIRM);
    expect(offeredIn(page)).toEqual([...accounts, ...cards]);
  });

  it('are to who is engaged those with both roles', async () => {
    await engage(bank(), KARI);
    await engage(bank(), KARI, { account: await accountOf(bank(), FIRM, 1), roles: ['VIEW'] });
    const { page } = await atFirmsAccounts(KARI);
    expect(offeredIn(page)).toEqual([ownedBy(bank(), FIRM).accounts[0]]);
  });

  it('are a consent of their own beside the private one', async () => {
    await engage(bank(), KARI);
    const [engaged = ''] = ownedBy(bank(), FIRM).accounts;
    const { browser } = await atFirmsAccounts(KARI);
    await browser.go('continue', ticking([engaged]));
    const end = new URL((await browser.press('confirm')).header('Location') ?? '');
    const corporate = { 'PSU-Corporate-ID': end.searchParams.get('psu-corporate-id') };
    await consentTo(bank(), [first]);
    expect(await shownTo(bank())).toEqual([first]);
    expect(await shownTo(bank(), { headers: corporate })).toEqual([engaged]);
  });

  it('are nothing to who has lost the right', async () => {
    const engagement = await engage(bank(), KARI);
    const [engaged = ''] = ownedBy(bank(), FIRM).accounts;
    const { browser } = await atFirmsAccounts(KARI);
    await browser.go('continue', ticking([engaged]));
    await bank().send({
      method: 'DELETE',
      path: `/v1/sandbox/agreements/${agreementId}/engagements/${engagement}`,
    });
    const end = await browser.press('confirm');
    expect(end.header('Location')).toContain('code=PSU_CREDENTIALS_INVALID');
    expect(scaIn(bank(), browser.link.split('/').at(-2) ?? '').sca_status).toBe('FAILED');
  });
});

describe('an SCA that gives a consent [D6-consent, D6-last-sca, D6-session, I-authentication-8]', () => {
  it('renews the hour and the 180 days', async () => {
    await consentTo(bank(), [first]);
    bank().now += 179 * 86_400_000;
    await consentTo(bank(), [first]);
    bank().now += 59 * 60_000;
    expect(await shownTo(bank())).toEqual([first]);
    bank().now += 179 * 86_400_000;
    expect((await told(bank(), `accounts/${first}`)).account.resourceId).toBe(first);
  });

  it('is not needed for who has one: another SCA keeps it', async () => {
    await consentTo(bank(), [first]);
    bank().now += 120 * 60_000;
    expect(await shownTo(bank())).toBe('SCA_EXPIRED');
    await sca(bank());
    expect(await shownTo(bank())).toEqual([first]);
  });
});
