import { describe, expect, it } from 'vitest';
import { byPsuId } from '../../support/known-psu.ts';
import { Browser, type Page } from '../../support/life/browser.ts';
import { MINUTE } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import {
  AUTHORISATIONS,
  CANCELLATIONS,
  create,
  FIRM,
  type Headers,
  KARI,
  OLA,
  type Payment,
  scaStatusOf,
  start,
  statusOf,
} from '../../support/life/payments.ts';
import {
  asksForDecision,
  chooseContext,
  contextControl,
  decide,
  decisionButton,
  goOn,
  identify,
  numberField,
  parametersOf,
  toDecision,
  walk,
} from '../../support/life/walk.ts';

const bank = bankOfEach();
const noContext = { 'PSU-Context': null };
const denied = { status: '401', code: 'PSU_CREDENTIALS_INVALID', message: expect.stringMatching(/./) };

const statusNow = (payment: Payment) => scaStatusOf(bank(), payment);

describe('the steps of the authorisation site [D6-site-steps, D6-sca-status, I-authentication-11, I-authentication-4]', () => {
  it('are identify, context, what is approved, confirm; each shows in the scaStatus', async () => {
    const payment = await create(bank(), { psu: KARI, headers: noContext });
    const browser = new Browser(bank());
    expect(await statusNow(payment)).toBe('RECEIVED');
    const first = await browser.open(payment.link);
    expect(numberField(first)).toBeDefined();
    expect(await statusNow(payment)).toBe('RECEIVED');
    const second = await identify(browser, first, KARI);
    expect(contextControl(second, 'PRIVATE')).toBeDefined();
    expect(await statusNow(payment)).toBe('PSU_IDENTIFIED');
    const third = await chooseContext(browser, second, 'PRIVATE');
    expect(await statusNow(payment)).toBe('PSU_AUTHENTICATED');
    const between = await goOn(browser, third, { follow: false });
    expect(await statusNow(payment)).toBe('SCA_METHOD_SELECTED');
    expect(await statusOf(bank(), payment)).toBe('RCVD');
    const fourth = await browser.follow(between);
    expect(asksForDecision(fourth)).toBe(true);
    expect(await statusNow(payment)).toBe('STARTED');
    const end = await decide(browser, fourth, 'confirm');
    expect(await statusNow(payment)).toBe('FINALISED');
    expect(await statusOf(bank(), payment)).toBe('ACTC');
    expect(parametersOf(end.leavesTo!)).toMatchObject({ context: 'PRIVATE' });
  });

  it('are the same for a cancellation', async () => {
    const payment = await create(bank(), { psu: KARI });
    await walk(bank(), payment.link, { number: KARI }, 'confirm');
    const { authorisationId, link } = await start(bank(), payment, CANCELLATIONS);
    const status = () => scaStatusOf(bank(), payment, authorisationId, CANCELLATIONS);
    const browser = new Browser(bank());
    const page = await toDecision(browser, await browser.open(link), { number: KARI });
    expect(await status()).toBe('STARTED');
    await decide(browser, page, 'confirm');
    expect(await status()).toBe('FINALISED');
    expect(await statusOf(bank(), payment)).toBe('CANC');
  });

  it('answer each form with a redirect, so that reloading a page sends nothing again', async () => {
    const payment = await create(bank(), { psu: KARI, headers: noContext });
    const browser = new Browser(bank());
    let page = await browser.open(payment.link);
    const steps: readonly ((at: Page) => Promise<Page>)[] = [
      (at) => identify(browser, at, KARI, { follow: false }),
      (at) => chooseContext(browser, at, 'PRIVATE', { follow: false }),
      (at) => goOn(browser, at, { follow: false }),
      (at) => decide(browser, at, 'confirm', { follow: false }),
    ];
    for (const step of steps) {
      const answer = await step(page);
      expect([302, 303]).toContain(answer.status);
      page = await browser.follow(answer);
    }
    expect(page.leavesTo).toMatch(/^https:\/\/tpp\.example\/cb\?/);
  });

  const settled: readonly (readonly [string, Headers])[] = [
    ['PSU-Context', { 'PSU-Context': 'PRIVATE' }],
    ['PSU-Context and X-PSU-IDENTITY', { 'PSU-Context': 'PRIVATE', 'X-PSU-IDENTITY': KARI }],
  ];
  it.each(settled)('leave the context out when the headers settle it: %s', async (_, headers) => {
    const payment = await create(bank(), { headers });
    const browser = new Browser(bank());
    const page = await identify(browser, await browser.open(payment.link), KARI);
    expect(contextControl(page, 'PRIVATE')).toBeUndefined();
    expect(await statusNow(payment)).toBe('PSU_AUTHENTICATED');
    expect((await toDecision(browser, page, { number: KARI })).leavesTo).toBeUndefined();
  });

  it('ask for the context when the start of an unnamed PSU says nothing of it', async () => {
    const payment = await create(bank());
    const headers = { 'X-PSU-IDENTITY': null, 'PSU-Context': null };
    const { link } = await start(bank(), payment, AUTHORISATIONS, { headers });
    const browser = new Browser(bank());
    const page = await identify(browser, await browser.open(link), KARI);
    expect(contextControl(page, 'PRIVATE')).toBeDefined();
    expect(contextControl(page, 'CORPORATE')).toBeUndefined();
  });

  it('can be left and come back to in the same browser', async () => {
    const payment = await create(bank());
    const browser = new Browser(bank());
    await identify(browser, await browser.open(payment.link), KARI);
    bank().now += 10 * MINUTE;
    const page = await toDecision(browser, await browser.open(payment.link), { number: KARI });
    const end = await decide(browser, page, 'confirm');
    expect(parametersOf(end.leavesTo!)).toHaveProperty('psu-id');
  });
});

describe('the number of the PSU [D6-three-numbers, D3-named-psu, S9-named-psu]', () => {
  const payments: readonly (readonly [string, Headers, readonly string[]])[] = [
    ['of nobody', {}, ['99999999999', '12345678901', '1']],
    ['of nobody, for a named PSU', { 'X-PSU-IDENTITY': KARI }, ['99999999999', '', 'x']],
    ['of another customer than the named one', { 'X-PSU-IDENTITY': KARI }, [OLA, FIRM, OLA]],
  ];

  it.each(payments)('may be wrong twice: %s', async (_, headers, wrong) => {
    const payment = await create(bank(), { headers });
    const browser = new Browser(bank());
    let page = await browser.open(payment.link);
    for (const number of wrong.slice(0, 2)) {
      page = await identify(browser, page, number);
      expect(page.leavesTo).toBeUndefined();
      expect(await statusNow(payment)).toBe('RECEIVED');
    }
    page = await identify(browser, page, KARI);
    expect(await statusNow(payment)).toBe('PSU_AUTHENTICATED');
    expect(await statusOf(bank(), payment)).toBe('RCVD');
  });

  it.each(payments)('is refused the third time, and the SCA fails: %s', async (_, headers, wrong) => {
    const payment = await create(bank(), { headers });
    const browser = new Browser(bank());
    let page = await browser.open(payment.link);
    for (const number of wrong) page = await identify(browser, page, number);
    expect(page.leavesTo).toMatch(/^https:\/\/tpp\.example\/cb\?/);
    expect(parametersOf(page.leavesTo!)).toEqual(denied);
    expect(await statusNow(payment)).toBe('FAILED');
    expect(await statusOf(bank(), payment)).toBe('RJCT');
  });

  it('is counted for the authorisation, however often its first page is opened', async () => {
    const payment = await create(bank());
    const browser = new Browser(bank());
    let page: Page | undefined;
    for (let n = 0; n < 3; n += 1) {
      page = await identify(browser, await browser.open(payment.link), '99999999999');
    }
    expect(parametersOf(page!.leavesTo!)).toEqual(denied);
  });

  it('may be one whose account is not debited: then the SCA fails before anything is shown', async () => {
    const payment = await create(bank(), { body: { creditorName: 'Nobody Must See' } });
    const browser = new Browser(bank());
    const page = await toDecision(browser, await browser.open(payment.link), { number: OLA });
    expect(parametersOf(page.leavesTo!)).toEqual(denied);
    expect(await statusNow(payment)).toBe('FAILED');
    expect(await statusOf(bank(), payment)).toBe('RJCT');
    const shown = browser.seen.map(({ text }) => text).join(' ');
    expect(shown).not.toMatch(/Nobody Must See|100[.,]50/);
    expect(shown.replace(/\D/g, '')).not.toContain(bank().accounts.debtor);
  });

  it('shows nothing of the payment before it is given', async () => {
    const payment = await create(bank(), { body: { creditorName: 'Nobody Must See' } });
    const { text } = await new Browser(bank()).open(payment.link);
    expect(text).not.toMatch(/Nobody Must See|100[.,]50/);
  });
});

describe("confirming in the bank's app [D3-redirect-preferred, I-authentication-4-app]", () => {
  const inApp = { 'TPP-Redirect-Preferred': 'false' };

  it('takes one button and no number when the PSU is known', async () => {
    const payment = await create(bank(), { psu: KARI, headers: { ...inApp, ...byPsuId() } });
    const browser = new Browser(bank());
    const page = await browser.open(payment.link);
    expect(numberField(page)).toBeUndefined();
    const buttons = page.forms.flatMap(({ controls }) => controls).filter(({ type }) => type === 'submit');
    const leadingOn = buttons.filter((button) => button !== decisionButton(page, 'decline'));
    expect(leadingOn.map(({ text }) => text)).toEqual([expect.stringMatching(/\bapp\b/i)]);
    const end = await goOn(browser, page);
    expect(parametersOf(end.leavesTo!)).toMatchObject({ context: 'PRIVATE' });
    expect(await statusOf(bank(), payment)).toBe('ACTC');
  });

  it('still asks for the context when no header settles it', async () => {
    const payment = await create(bank(), { psu: KARI, headers: { ...inApp, ...noContext } });
    const end = await walk(bank(), payment.link, { number: 'none is asked for' }, 'confirm');
    expect(end.searchParams.get('context')).toBe('PRIVATE');
  });

  it('can be declined there', async () => {
    const payment = await create(bank(), { psu: KARI, headers: inApp });
    const end = await walk(bank(), payment.link, { number: 'none is asked for' }, 'decline');
    expect(end.searchParams.get('code')).toBe('SCA_INVALID');
  });

  it('falls back to the number when the PSU is not known', async () => {
    const payment = await create(bank(), { headers: inApp });
    const page = await new Browser(bank()).open(payment.link);
    expect(numberField(page)).toBeDefined();
  });

  it('is not offered when the redirect is preferred', async () => {
    const payment = await create(bank(), { psu: KARI, headers: { 'TPP-Redirect-Preferred': 'true' } });
    const page = await new Browser(bank()).open(payment.link);
    expect(numberField(page)).toBeDefined();
  });
});
