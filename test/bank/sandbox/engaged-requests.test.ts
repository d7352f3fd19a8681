import { beforeEach, describe, expect, it } from 'vitest';
import {
  accountOf,
  agree,
  engage,
  inAgreement,
  OTHER_ACCOUNTS,
  otherAccounts,
} from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play } from '../../support/life/operator.ts';
import { create, FIRM, type Headers, KARI, OLA, send } from '../../support/life/payments.ts';
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

  it.each(OTHER_ACCOUNTS)('creates none from %s', async (source) => {
    const answer = await send(bank(), { from: sources[source]!, headers: named });
    expectRefusal(answer, { status: 400, code: 'RESOURCE_UNKNOWN', path: 'debtorAccount.bban' });
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
