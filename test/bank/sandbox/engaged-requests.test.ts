import { beforeEach, describe, expect, it } from 'vitest';
import { INSTANT } from '../../../src/values/products.ts';
import { createBasket, playBasket } from '../../support/life/baskets.ts';
import {
  accountOf,
  agree,
  agreementId,
  engage,
  inAgreement,
  OTHER_ACCOUNTS,
  otherAccounts,
} from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play } from '../../support/life/operator.ts';
import { create, FIRM, type Headers, KARI, OLA, send, statusOf } from '../../support/life/payments.ts';
import { paymentStatusIn, SiteBrowser } from '../../support/site.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const DENIED = 'PSU_CREDENTIALS_INVALID';

let engagedFor: string;
let sources: Readonly<Record<string, string>>;
beforeEach(async () => {
  await agree(bank());
  engagedFor = await accountOf(bank(), FIRM);
  sources = await otherAccounts(bank());
});

describe('a TPP with the psu-corporate-id of an engaged PSU [D8-engaged-accounts, D4-debtor, D4-disclosure, D3-corporate-user]', () => {
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

  it.each(OTHER_ACCOUNTS)('creates none from %s', async (source) => {
    const answer = await send(bank(), { from: sources[source]!, headers: named });
    expectRefusal(answer, { status: 400, code: 'RESOURCE_UNKNOWN', path: 'debtorAccount.bban' });
  });

  it('is told of fees from its account, and from no other', async () => {
    const path = `/v1/payments/${INSTANT}/fee-information`;
    const fees = (bban: string) => {
      const body = {
        amount: { amount: '10.00', currency: 'NOK' },
        debtorAccount: { bban, currency: 'NOK' },
        creditorAccount: { bban: '99911200011', currency: 'NOK' },
      };
      return bank().send({ path, headers: named, body });
    };
    expect((await fees(engagedFor)).status).toBe(200);
    for (const other of OTHER_ACCOUNTS) {
      const refused = { status: 400, code: 'RESOURCE_UNKNOWN', path: 'debtorAccount.bban' };
      expectRefusal(await fees(sources[other]!), refused);
    }
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

describe('a small payment of an engaged PSU, within the session’s hour [D4-exempted, D8-engaged-accounts]', () => {
  const scaStatus = async (to: string) => {
    const named = await inAgreement(bank(), KARI);
    const headers = {
      ...named,
      'TPP-Session-ID': 'first-sca',
      'TPP-Explicit-Authorisation-Preferred': 'true',
    };
    const payment = await create(bank(), { amount: '400.00', from: engagedFor, to, headers });
    const started = await bank().send({ path: `${payment.path}/authorisations`, headers });
    return started.json.scaStatus;
  };
  beforeEach(() => engage(bank(), KARI));

  it('needs no SCA to an account that they are engaged for too', async () => {
    const to = await accountOf(bank(), FIRM, 1);
    await engage(bank(), KARI, { account: to });
    expect(await scaStatus(to)).toBe('EXEMPTED');
  });

  it.each(OTHER_ACCOUNTS.slice(0, 2))('needs its SCA to %s', async (target) => {
    expect(await scaStatus(sources[target]!)).toBe('RECEIVED');
  });
});

describe('a basket of an engaged PSU [D8-engaged-accounts, D5-one-sca]', () => {
  const basketOf = async (...froms: string[]) => {
    await engage(bank(), KARI);
    const payments = [];
    const headers = { 'PSU-Context': null };
    for (const from of froms) payments.push(await create(bank(), { psu: KARI, from, headers }));
    const basket = await createBasket(bank(), payments, { psu: KARI });
    return { payments, played: await playBasket(bank(), 'approve', basket, { agreementId }) };
  };

  it('is approved where all its accounts are theirs', async () => {
    const { payments, played } = await basketOf(engagedFor, engagedFor);
    expect(played.scaStatus).toBe('FINALISED');
    for (const { paymentId } of payments) expect(paymentStatusIn(bank(), paymentId)).toBe('ACTC');
  });

  it.each(OTHER_ACCOUNTS.slice(0, 2))('is not with one payment from %s', async (source) => {
    const { payments, played } = await basketOf(engagedFor, sources[source]!);
    expect(played.redirect).toContain(`code=${DENIED}`);
    for (const payment of payments) expect(await statusOf(bank(), payment)).toBe('RJCT');
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

  it('pays from the account that they are engaged for: which company it is they say on the page', async () => {
    const payment = await create(bank(), { psu: KARI, session, from: engagedFor, headers });
    await play(bank(), 'approve', payment.paymentId, { agreementId });
    expect(await statusOf(bank(), payment)).toBe('ACTC');
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
