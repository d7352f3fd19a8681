import { beforeEach, describe, expect, it } from 'vitest';
import {
  accountOf,
  agree,
  agreementId,
  engage,
  inAgreement,
  OTHER_ACCOUNTS,
  OTHER_FIRM,
  otherAccounts,
} from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play } from '../../support/life/operator.ts';
import { create, FIRM, type Headers, KARI, OLA, send, type Wish } from '../../support/life/payments.ts';
import { parametersOf } from '../../support/life/walk.ts';
import { paymentStatusIn, SiteBrowser } from '../../support/site.ts';
import { expectRefusal } from '../refusals/expectations.ts';
import { CARD, made } from './calls.ts';

const bank = bankOfEach();
const DENIED = 'PSU_CREDENTIALS_INVALID';
/** The page asks for the context. */
const noContext = { headers: { 'PSU-Context': null } };
let engagedFor: string;
let sources: Readonly<Record<string, string>>;
beforeEach(async () => {
  await agree(bank());
  engagedFor = await accountOf(bank(), FIRM);
  sources = await otherAccounts(bank());
});

const asked = (from: string | undefined, more: Wish = {}) =>
  create(bank(), { psu: KARI, ...(from === undefined ? {} : { from }), ...noContext, ...more });

/** The page that asks for the context. */
async function contextPage(link: string, number = KARI) {
  const browser = new SiteBrowser(bank(), new URL(link).pathname);
  await browser.open();
  return { browser, html: (await browser.identify(number)).html };
}

const buttons = (html: string) => [...html.matchAll(/name="step" value="([^"]+)"/g)].map(([, step]) => step);

describe('a PSU with an engagement of both roles, on the site [D8-engaged-accounts, D6-context, S9-owner-before-payment, I-authentication-5]', () => {
  beforeEach(() => engage(bank(), KARI));

  it('approves a payment from its account, and the page names the agreement', async () => {
    const { link, paymentId } = await asked(engagedFor);
    const { browser, html } = await contextPage(link);
    expect(buttons(html)).toEqual(['private', `corporate:${agreementId}`, 'decline']);
    expect(html).toContain('For <bdi>Firm</bdi> (corporate)');
    const acting = 'You are acting for <strong><bdi>Firm</bdi></strong> (corporate).';
    const check = await browser.go(`corporate:${agreementId}`);
    expect(check.html).toContain(acting);
    expect(check.html).toContain('<bdi>Driftskonto</bdi>');
    expect((await browser.go('continue')).html).toContain(acting);
    const end = parametersOf((await browser.press('confirm')).header('Location') ?? '');
    expect(end).toMatchObject({ context: 'CORPORATE', 'psu-corporate-id': expect.stringMatching(/./) });
    expect(paymentStatusIn(bank(), paymentId)).toBe('ACTC');
  });
});

it.each([
  [['VIEW']],
  [['REGISTER']],
])('a PSU without both roles for an account: %s: is not offered the agreement, and approves from none of its accounts [D8-engaged-accounts, D6-context, S9-owner-before-payment]', async (roles) => {
  await engage(bank(), KARI, { roles });
  for (const from of [engagedFor, sources['the firm’s other account']]) {
    const { link, paymentId } = await asked(from);
    const { browser, html } = await contextPage(link);
    expect(buttons(html)).toEqual(['private', 'decline']);
    expect(html).not.toContain('Firm');
    expect((await browser.press(`corporate:${agreementId}`)).status).toBe(409);
    expect((await browser.press('private')).header('Location')).toContain(`code=${DENIED}`);
    expect(paymentStatusIn(bank(), paymentId)).toBe('RJCT');
    const header = await asked(from, { headers: { 'PSU-Context': 'CORPORATE' } });
    const refused = new SiteBrowser(bank(), new URL(header.link).pathname);
    await refused.open();
    const end = await refused.press('identify', { number: KARI });
    expect(end.header('Location')).toContain(`code=${DENIED}`);
  }
});

describe('the owner of an agreement, and a corporate customer that is engaged in another’s [D8-engaged-accounts, D6-context]', () => {
  it('has its cards, which nobody is engaged for', async () => {
    await engage(bank(), KARI);
    const card = await made(bank(), '/card-accounts', { ...CARD, customerNumber: FIRM });
    const body = { debtorAccount: { currency: 'NOK', other: card.relatedAccount } };
    for (const [psu, scaStatus] of [
      [FIRM, 'FINALISED'],
      [KARI, 'FAILED'],
    ] as const) {
      const payment = await asked(undefined, { psu, session: `card-${psu}`, body });
      const played = await play(bank(), 'approve', payment.paymentId, { as: psu, agreementId });
      expect(played.scaStatus).toBe(scaStatus);
    }
  });

  it('acts in it as any who is engaged does, and in no context but an agreement', async () => {
    await engage(bank(), OTHER_FIRM);
    const own = await agree(bank(), 'Fiskeri');
    const { link, paymentId } = await asked(engagedFor, { psu: OTHER_FIRM });
    const { browser, html } = await contextPage(link, OTHER_FIRM);
    expect(buttons(html)).toEqual([`corporate:${agreementId}`, 'decline']);
    expect(html).not.toContain(own);
    await browser.go(`corporate:${agreementId}`);
    await browser.go('continue');
    expect((await browser.press('confirm')).header('Location')).toContain('psu-corporate-id=');
    expect(paymentStatusIn(bank(), paymentId)).toBe('ACTC');
    const alone = await asked(engagedFor, { psu: OTHER_FIRM, session: 'alone' });
    const { redirect } = await play(bank(), 'approve', alone.paymentId, { context: 'PRIVATE' });
    expect(redirect).toContain(`code=${DENIED}`);
  });
});

describe('a TPP with the psu-corporate-id of an engaged PSU [D8-engaged-accounts, D4-debtor, D4-disclosure, D3-corporate-user, D6-psu-corporate-id]', () => {
  let named: Headers;
  beforeEach(async () => {
    await engage(bank(), KARI);
    named = await inAgreement(bank(), KARI);
  });

  it('creates payments from its account, which the PSU approves there without being asked', async () => {
    const payment = await create(bank(), { from: engagedFor, headers: named });
    const browser = new SiteBrowser(bank(), new URL(payment.link).pathname);
    await browser.open();
    expect((await browser.identify(KARI)).html).toContain(
      'You are acting for <strong><bdi>Firm</bdi></strong>',
    );
    await browser.go('continue');
    expect((await browser.press('confirm')).header('Location')).toContain('psu-id=');
    expect(paymentStatusIn(bank(), payment.paymentId)).toBe('ACTC');
  });

  it('can’t use that of another who is engaged', async () => {
    await engage(bank(), OLA);
    const olas = await inAgreement(bank(), OLA);
    expect(olas['PSU-Corporate-ID']).not.toBe(named['PSU-Corporate-ID']);
    const mixed = { ...named, 'PSU-Corporate-ID': olas['PSU-Corporate-ID'] };
    const refused = { status: 401, code: DENIED, path: 'PSU-Corporate-ID' };
    expectRefusal(await send(bank(), { from: engagedFor, headers: mixed }), refused);
  });
});

describe('a PSU who acts for a company, in a session of their own SCA [D8-engaged-accounts, D4-disclosure]', () => {
  const session = 'own';
  const headers = { 'PSU-Context': 'CORPORATE' };
  beforeEach(async () => {
    await engage(bank(), KARI);
    const own = await create(bank(), { psu: KARI, session });
    await play(bank(), 'approve', own.paymentId);
  });

  it('is told of no account before that, and exempted from nothing', async () => {
    const own = await accountOf(bank(), KARI);
    for (const from of [own, ...OTHER_ACCOUNTS.map((name) => sources[name] ?? '')]) {
      const answer = await send(bank(), {
        psu: KARI,
        session,
        from,
        headers,
        body: { instructedAmount: { amount: '1.00', currency: 'NOK' } },
      });
      expect([from, answer.status, Object.keys(answer.json._links)]).toEqual([
        from,
        201,
        expect.arrayContaining(['scaRedirect']),
      ]);
    }
  });
});
