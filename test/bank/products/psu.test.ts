import { beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../../support/life/browser.ts';
import { accountOf, agree } from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  CANCELLATIONS,
  call,
  FIRM,
  KARI,
  OLA,
  readStatus,
  scaStatusOf,
} from '../../support/life/payments.ts';
import { createAs, KINDS, type Kind } from '../../support/life/products.ts';
import { decide, identify, numberField, parametersOf, toDecision, walk } from '../../support/life/walk.ts';
import { sweep } from '../../support/sweep.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };
/** All but the domestic one, which is shown elsewhere. */
const OTHERS = KINDS.filter((kind) => kind !== 'domestic');
/** Who the PSU is is asked in one way for all kinds; these differ in who is debited, in what the page shows and in the end. */
const TOLD_APART = sweep(OTHERS, (kind) => ['card', 'instant', 'bulk'].includes(kind));

function approvedStatus(kind: Kind): string {
  return kind === 'instant' ? 'ACSC' : 'ACTC';
}

describe.each(
  TOLD_APART,
)('the single SCA of a product, with PSU-Context: %s [D3-single-sca, I-authentication-5]', (kind) => {
  const single = { headers: { 'PSU-Context': 'PRIVATE' } };

  it('identifies the PSU and approves, and the redirect brings the psu-id', async () => {
    const payment = await createAs(bank(), kind, single);
    const redirect = await walk(bank(), payment.link, { number: KARI }, 'confirm');
    const parameters = parametersOf(redirect);
    expect(parameters).toEqual({
      'psu-id': expect.stringMatching(UUID),
      'tpp-session-id': 'test-session',
      context: 'PRIVATE',
    });
    const byId = {
      headers: { 'PSU-ID': parameters['psu-id'] ?? '', 'X-PSU-IDENTITY': null, 'PSU-Context': null },
    };
    const { json } = await readStatus(bank(), payment, byId);
    expect(json.transactionStatus).toBe(approvedStatus(kind));
  });

  it('fails when the debtor account is not of the PSU who comes', async () => {
    const payment = await createAs(bank(), kind, single);
    const browser = new Browser(bank());
    const page = await toDecision(browser, await browser.open(payment.link), { number: OLA });
    expect(parametersOf(page.leavesTo ?? '')).toMatchObject({
      status: '401',
      code: 'PSU_CREDENTIALS_INVALID',
    });
    expect(browser.seen.map(({ text }) => text).join()).not.toMatch(/100[.,]50/);
    const { json } = await readStatus(bank(), payment);
    expect(json.transactionStatus).toBe('RJCT');
  });

  it('shows what is approved: debtor, creditor and amount, of each payment', async () => {
    const amounts = ['100.50', '77.25'];
    const payment = await createAs(bank(), kind, { ...single, amounts });
    const browser = new Browser(bank());
    const page = await toDecision(browser, await browser.open(payment.link), { number: KARI });
    expect(page.text).toContain('Ola Eksempel');
    for (const amount of kind === 'bulk' ? amounts : ['100.50']) {
      expect(page.text).toMatch(new RegExp(amount.replace('.', '[.,]')));
    }
    const end = await decide(browser, page, 'confirm');
    expect(end.leavesTo).toContain('psu-id');
  });
});

describe.each(
  TOLD_APART,
)('a PSU known from X-PSU-IDENTITY: %s [D3-psu-identity, D3-named-psu, D3-psu-of-payment]', (kind) => {
  const named = { psu: KARI, headers: { 'PSU-Context': null } };

  it('is the only one whose number the page takes', async () => {
    const payment = await createAs(bank(), kind, named);
    const browser = new Browser(bank());
    const again = await identify(browser, await browser.open(payment.link), OLA);
    expect(numberField(again)).toBeDefined();
    expect(again.leavesTo).toBeUndefined();
    const page = await toDecision(browser, again, { number: KARI });
    const end = await decide(browser, page, 'confirm');
    expect(end.leavesTo).toContain('psu-id');
    expect((await readStatus(bank(), payment)).json.transactionStatus).toBe(approvedStatus(kind));
  });

  it('must be who owns the debtor account, once they have identified', async () => {
    const payment = await createAs(bank(), kind, { ...named, psu: OLA });
    const { redirect, transactionStatus } = await play(bank(), 'approve', payment.paymentId);
    expect(redirect).toContain('code=PSU_CREDENTIALS_INVALID');
    expect(transactionStatus).toBe('RJCT');
    const { json } = await call(bank(), payment, 'GET', 'status');
    expect(json.tppMessages).toMatchObject([{ category: 'ERROR', code: 'PSU_CREDENTIALS_INVALID' }]);
  });

  const below = ['', 'status', AUTHORISATIONS, CANCELLATIONS];
  it('must be named in every operation below, and be no other', async () => {
    const payment = await createAs(bank(), kind, named);
    const paths = [...below, `${AUTHORISATIONS}/${payment.authorisationId}`];
    for (const path of paths) {
      const nobody = { headers: { 'X-PSU-IDENTITY': null } };
      expectRefusal(await call(bank(), payment, 'GET', path, nobody), {
        status: 400,
        code: 'HTTP_HEADER_REQUIRED',
        path: 'PSU-ID',
      });
      const other = { headers: { 'X-PSU-IDENTITY': OLA } };
      expectRefusal(await call(bank(), payment, 'GET', path, other), unknown);
    }
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', AUTHORISATIONS],
      ['POST', CANCELLATIONS],
    ] as const) {
      const other = { headers: { 'X-PSU-IDENTITY': OLA } };
      expectRefusal(await call(bank(), payment, method, path, other), unknown);
    }
    expect(await scaStatusOf(bank(), payment)).toBe('RECEIVED');
  });
});

/** A firm has no card. */
const OF_FIRMS = TOLD_APART.filter((kind) => kind !== 'card');

describe('a product paid in the corporate context [D6-context, D3-corporate-user, I-authentication-9]', () => {
  beforeEach(() => agree(bank()));

  it.each(OF_FIRMS)('needs PSU-Corporate-ID afterwards: %s', async (kind) => {
    const from = await accountOf(bank(), FIRM);
    // A company isn't named at a creation. @see D3-identity-person
    const headers = { 'X-PSU-IDENTITY': null, 'PSU-Context': 'CORPORATE' };
    const created = await createAs(bank(), kind, { from, to: bank().accounts.debtor, headers });
    const payment = { ...created, psu: FIRM };
    const corporate = { number: FIRM, context: 'CORPORATE' } as const;
    const parameters = parametersOf(await walk(bank(), payment.link, corporate, 'confirm'));
    expect(parameters).toMatchObject({
      context: 'CORPORATE',
      'psu-corporate-id': expect.stringMatching(UUID),
    });
    expectRefusal(await readStatus(bank(), payment), {
      status: 400,
      code: 'HTTP_HEADER_REQUIRED',
      path: 'PSU-Corporate-ID',
    });
    const both = { headers: { 'PSU-Corporate-ID': parameters['psu-corporate-id'] ?? '' } };
    const { json } = await readStatus(bank(), payment, both);
    expect(json.transactionStatus).toBe(approvedStatus(kind));
  });
});
