import { beforeEach, describe, expect, it } from 'vitest';
import { signerOf } from '../../support/bank.ts';
import {
  askConsent,
  atAccounts,
  consentTo,
  offeredIn,
  shownTo,
  tickedIn,
  ticking,
} from '../../support/life/consents.ts';
import { DAY, HOUR, MINUTE } from '../../support/life/days.ts';
import { accountOf, agree, agreementId, engage } from '../../support/life/firm.ts';
import { ownedBy, sca } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play, wake } from '../../support/life/operator.ts';
import { FIRM, KARI, OLA } from '../../support/life/payments.ts';
import { SiteBrowser, scaIn } from '../../support/site.ts';
import { readStored } from '../../support/stored.ts';
import { ownAccount, remove } from '../sandbox/calls.ts';

const bank = bankOfEach();
let first: string;
let second: string;
let card: string;
beforeEach(() => {
  const { accounts, cards } = ownedBy(bank(), KARI);
  [first, second] = [accounts[0]!, accounts[1]!];
  card = cards[0]!;
});

const statusOf = (browser: SiteBrowser) => scaIn(bank(), browser.link.split('/').at(-2) ?? '').sca_status;
const stored = () => readStored(bank().path, 'SELECT tpp, psu, agreement, account FROM consent_accounts');

describe('a form that names accounts which are not in the list [D6-consent, S9-form-token]', () => {
  it.each<readonly [string, () => string | Promise<string>]>([
    ['another customer’s account', () => ownedBy(bank(), OLA).accounts[0]!],
    ['another customer’s card', () => ownedBy(bank(), OLA).cards[0]!],
    ['an account of an agreement that she is engaged in', () => ownedBy(bank(), FIRM).accounts[0]!],
    ['no account', () => 'AAAAAAAAAAAAAAAAAAAAAA'],
    ['nothing', () => ''],
    ['her number', () => bank().accounts.debtor],
    ['markup', () => '"><script>alert(1)</script>'],
    ['a name of the prototype', () => '__proto__'],
  ])('is refused and the page shown anew: %s', async (_, idOf) => {
    await agree(bank());
    await engage(bank(), KARI);
    await consentTo(bank(), [second]);
    const { browser } = await atAccounts(bank());
    const answer = await browser.press('continue', ticking([first, await idOf()]));
    expect(answer.status).toBe(409);
    expect(answer.html).toContain('role="alert"');
    expect(answer.html).not.toContain('<script');
    expect(offeredIn(answer)).toEqual([first, second, card]);
    expect(tickedIn(answer)).toEqual([first]);
    expect(statusOf(browser)).toBe('PSU_AUTHENTICATED');
    expect(await shownTo(bank())).toEqual([second]);
    // Its form is good: who was not to blame goes on.
    await browser.go('continue', ticking(tickedIn(answer)));
    await browser.press('confirm');
    expect(await shownTo(bank())).toEqual([first]);
  });

  it.each([
    ['identify', { number: KARI }],
    ['private', {}],
    ['confirm', {}],
    ['app', {}],
  ])('of another step is no form of this page: %s', async (step, fields: Record<string, string>) => {
    const { browser } = await atAccounts(bank());
    expect((await browser.press(step, { ...fields, ...ticking([first]) })).status).toBe(409);
    expect(statusOf(browser)).toBe('PSU_AUTHENTICATED');
    expect(stored()).toEqual([]);
  });

  it('can’t choose once more on the page that confirms', async () => {
    const { browser } = await atAccounts(bank());
    await browser.go('continue', ticking([first]));
    expect((await browser.press('continue', ticking([second, card]))).status).toBe(409);
    await browser.press('confirm', ticking([second, card]));
    expect(await shownTo(bank())).toEqual([first]);
  });

  it('of a payment or a session names none, whatever it holds', async () => {
    const session = await bank().send({
      headers: { 'X-PSU-IDENTITY': '99999999999' },
      body: bank().payment(),
    });
    const browser = new SiteBrowser(bank(), new URL(session.json._links.scaRedirect.href).pathname);
    await browser.open();
    await browser.identify(KARI);
    await browser.go('continue', ticking([first]));
    await browser.press('confirm', ticking([first]));
    expect(statusOf(browser)).toBe('FINALISED');
    expect(stored()).toEqual([]);
  });

  it('sends a box twice, and is not read', async () => {
    const { browser } = await atAccounts(bank());
    const twice = `account%3A${first}=yes`;
    const answer = await browser.post(`token=${browser.token}&step=continue&${twice}&${twice}`);
    expect(answer.status).toBe(400);
    expect(statusOf(browser)).toBe('PSU_AUTHENTICATED');
  });
});

describe('a list that changes while the pages are open [D6-consent, D8-deleting, D15-context-accounts]', () => {
  const goneOf = async (id: string) => {
    const kind = ownedBy(bank(), KARI).cards.includes(id) ? 'card-accounts' : 'accounts';
    expect((await remove(bank(), `/${kind}/${id}`)).status).toBe(204);
  };

  it('without an account that was ticked is shown anew', async () => {
    const { browser } = await atAccounts(bank());
    await goneOf(first);
    const answer = await browser.press('continue', ticking([first, card]));
    expect([answer.status, offeredIn(answer), tickedIn(answer)]).toEqual([409, [second, card], [card]]);
    expect(answer.html).toContain('<title>Error: ');
  });

  it('has an account that goes before the confirmation leave the selection', async () => {
    const { browser } = await atAccounts(bank());
    await browser.go('continue', ticking([first, card]));
    await goneOf(card);
    expect((await browser.open()).html).not.toContain('Kredittkort');
    await browser.press('confirm');
    expect(await shownTo(bank())).toEqual([first]);
    expect(stored()).toHaveLength(1);
  });

  it('has the only account that was ticked gone: the old consent is taken back', async () => {
    await consentTo(bank(), [second]);
    const { browser } = await atAccounts(bank());
    await browser.go('continue', ticking([first]));
    await goneOf(first);
    await browser.press('confirm');
    expect(await shownTo(bank())).toBe('CONSENT_INVALID');
  });

  it('gets an account that nobody has ticked, and that nobody is shown', async () => {
    const { browser } = await atAccounts(bank());
    await browser.go('continue', ticking([first]));
    await ownAccount(bank(), { customerNumber: KARI });
    await browser.press('confirm');
    expect(await shownTo(bank())).toEqual([first]);
  });
});

describe('an SCA of a consent that comes to nothing [D15-sca-failed, D6-session-replaced]', () => {
  it.each<readonly [string, (browser: SiteBrowser, id: string) => Promise<unknown>]>([
    ['is declined at the list', (browser) => browser.press('decline', ticking([second]))],
    [
      'is declined at the end',
      async (browser) => {
        await browser.go('continue', ticking([second]));
        await browser.press('decline');
      },
    ],
    [
      'is over',
      async () => {
        bank().now += 15 * MINUTE;
        await wake(bank());
      },
    ],
    ['meets a fault of the bank', (_, id) => play(bank(), 'fail', id)],
    ['is left', (_, id) => play(bank(), 'abandon', id, { as: KARI, accounts: [second] })],
  ])('and leaves consent and session as they were: it %s', async (_, end) => {
    await consentTo(bank(), [first]);
    bank().now += 30 * MINUTE;
    const { browser, asked } = await atAccounts(bank(), { headers: { 'TPP-Session-ID': 'another' } });
    await end(browser, asked.authorisationId);
    expect(await shownTo(bank())).toEqual([first]);
    expect(await shownTo(bank(), { headers: { 'TPP-Session-ID': 'another' } })).toMatch(/^SCA_/);
    const [{ last_sca_ms: last } = {}] = readStored(
      bank().path,
      `SELECT last_sca_ms FROM psus WHERE customer_number = '${KARI}'`,
    );
    expect(Number(last)).toBeLessThanOrEqual(bank().now - 30 * MINUTE);
  });
});

describe('whose a consent is [D6-consent, S9-named-psu, D2-consent-codes]', () => {
  const other = signerOf('PSDNO-FSA-39999991');

  it('the TPP’s alone: to another one the same PSU has consented to nothing', async () => {
    await consentTo(bank(), [first]);
    await sca(bank(), { tpp: 'PSDNO-FSA-39999991' });
    const psuId = readStored(bank().path, `SELECT psu_id FROM psus WHERE tpp = 'PSDNO-FSA-39999991'`)[0]
      ?.psu_id;
    const headers = { 'PSU-ID': String(psuId) };
    expect(await shownTo(bank(), { as: other, headers })).toBe('CONSENT_UNKNOWN');
    const { page, browser } = await atAccounts(bank(), { as: other });
    expect(tickedIn(page)).toEqual([]);
    await browser.go('continue', ticking([card]));
    await browser.press('confirm');
    expect(await shownTo(bank(), { as: other, headers })).toEqual([card]);
    expect(await shownTo(bank())).toEqual([first]);
  });

  it('the PSU’s alone: another customer gives a consent of their own', async () => {
    await consentTo(bank(), [first]);
    const [olas = ''] = ownedBy(bank(), OLA).accounts;
    await consentTo(bank(), [olas], { psu: OLA, headers: { 'TPP-Session-ID': 'of-ola' } });
    expect(await shownTo(bank())).toEqual([first]);
    expect(await shownTo(bank(), { psu: OLA, headers: { 'TPP-Session-ID': 'of-ola' } })).toEqual([olas]);
  });

  it('only of the customer that a header names', async () => {
    const { link } = await askConsent(bank(), { 'X-PSU-IDENTITY': KARI });
    const browser = new SiteBrowser(bank(), link);
    await browser.open();
    expect(offeredIn(await browser.identify(OLA))).toEqual([]);
    expect(statusOf(browser)).toBe('RECEIVED');
  });

  it('of the agreement that PSU-Corporate-ID names: the page does not ask for which', async () => {
    await agree(bank());
    await engage(bank(), KARI, { account: await accountOf(bank(), FIRM, 1) });
    const { browser } = await atAccounts(bank(), { headers: { 'PSU-Context': null } });
    await browser.go(`corporate:${agreementId}`);
    await browser.go('continue');
    const back = new URL((await browser.press('confirm')).header('Location') ?? '').searchParams;
    const named = {
      'PSU-Context': null,
      'PSU-ID': back.get('psu-id') ?? '',
      'PSU-Corporate-ID': back.get('psu-corporate-id') ?? '',
    };
    const { page } = await atAccounts(bank(), { headers: named });
    expect(offeredIn(page)).toEqual([ownedBy(bank(), FIRM).accounts[1]]);
  });

  it('is no longer than the 180 days: then the page has it ticked still', async () => {
    await consentTo(bank(), [first]);
    bank().now += 180 * DAY + HOUR;
    await sca(bank(), { session: 'long-after', tpp: 'PSDNO-FSA-39999991' });
    expect(await shownTo(bank())).toBe('SCA_EXPIRED');
    expect(tickedIn((await atAccounts(bank())).page)).toEqual([first]);
  });
});
