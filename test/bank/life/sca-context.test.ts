import { beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../../support/life/browser.ts';
import { agree, agreementId, createOfFirm } from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play } from '../../support/life/operator.ts';
import { call, create, FIRM, KARI, type Payment, statusOf } from '../../support/life/payments.ts';
import {
  chooseContext,
  contextControl,
  decide,
  identify,
  parametersOf,
  toDecision,
  walk,
} from '../../support/life/walk.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** A payment of the firm's, with the context left to the page unless given. */
function ofFirm(context: string | null = null, session = 'test-session'): Promise<Payment> {
  return createOfFirm(bank(), { session, headers: { 'PSU-Context': context } });
}

describe('the context without an agreement [D6-context, I-authentication-9]', () => {
  it('is only PRIVATE', async () => {
    const { link, psu } = await create(bank(), { psu: KARI, headers: { 'PSU-Context': null } });
    const browser = new Browser(bank());
    const page = await identify(browser, await browser.open(link), psu);
    expect(contextControl(page, 'PRIVATE')).toBeDefined();
    expect(contextControl(page, 'CORPORATE')).toBeUndefined();
  });

  it('can not be chosen by a form that the page did not offer', async () => {
    const payment = await create(bank(), { psu: KARI, headers: { 'PSU-Context': null } });
    const browser = new Browser(bank());
    const page = await identify(browser, await browser.open(payment.link), KARI);
    const control = contextControl(page, 'PRIVATE');
    const forged = { ...page, forms: page.forms.map((form) => ({ ...form })) };
    for (const form of forged.forms) {
      const swapped = form.controls.map((one) => (one === control ? { ...one, value: 'CORPORATE' } : one));
      Object.assign(form, { controls: swapped });
    }
    const answer = await chooseContext(browser, forged, 'CORPORATE');
    expect(answer.leavesTo ?? '').not.toContain('psu-id');
    expect(await statusOf(bank(), payment)).not.toBe('ACTC');
  });
});

describe('the corporate context [D6-context, I-authentication-5, I-authentication-9, D6-psu-corporate-id]', () => {
  beforeEach(() => agree(bank()));

  it('is offered to the owner of an agreement, and brings a psu-corporate-id', async () => {
    const payment = await ofFirm();
    const browser = new Browser(bank());
    const second = await identify(browser, await browser.open(payment.link), FIRM);
    expect(contextControl(second, 'CORPORATE')).toBeDefined();
    const third = await chooseContext(browser, second, 'CORPORATE');
    const fourth = await toDecision(browser, third, { number: FIRM });
    const end = await decide(browser, fourth, 'confirm');
    expect(parametersOf(end.leavesTo!)).toEqual({
      'psu-id': expect.stringMatching(UUID),
      'psu-corporate-id': expect.stringMatching(UUID),
      'tpp-session-id': 'test-session',
      context: 'CORPORATE',
    });
  });

  it('is not offered to others', async () => {
    const payment = await create(bank(), { psu: KARI, headers: { 'PSU-Context': null } });
    const browser = new Browser(bank());
    const page = await identify(browser, await browser.open(payment.link), KARI);
    expect(contextControl(page, 'CORPORATE')).toBeUndefined();
  });

  it('needs PSU-Corporate-ID afterwards, and the same one each time', async () => {
    const corporate = { number: FIRM, context: 'CORPORATE' } as const;
    const payment = await ofFirm();
    const first = parametersOf(await walk(bank(), payment.link, corporate, 'confirm'));
    const other = await ofFirm(null, 'another-session');
    const again = parametersOf(await walk(bank(), other.link, corporate, 'confirm'));
    expect(again).toEqual({ ...first, 'tpp-session-id': 'another-session' });
    const headers = { 'X-PSU-IDENTITY': null, 'PSU-ID': first['psu-id'] ?? '' };
    expectRefusal(await call(bank(), payment, 'GET', 'status', { headers }), {
      status: 400,
      code: 'HTTP_HEADER_REQUIRED',
      path: 'PSU-Corporate-ID',
    });
    const both = { ...headers, 'PSU-Corporate-ID': first['psu-corporate-id'] ?? '' };
    const read = await call(bank(), payment, 'GET', 'status', { headers: both });
    expect(read.json?.transactionStatus, read.text).toBe('ACTC');
  });

  it('asks for PSU-Corporate-ID in its session, however the PSU is named', async () => {
    const corporate = { number: FIRM, context: 'CORPORATE' } as const;
    const payment = await ofFirm();
    const parameters = parametersOf(await walk(bank(), payment.link, corporate, 'confirm'));
    expectRefusal(await call(bank(), payment, 'GET', 'status'), {
      status: 400,
      code: 'HTTP_HEADER_REQUIRED',
      path: 'PSU-Corporate-ID',
    });
    const headers = { 'PSU-Corporate-ID': parameters['psu-corporate-id'] ?? '' };
    expect((await call(bank(), payment, 'GET', 'status', { headers })).status).toBe(200);
    const ofOther = await call(bank(), payment, 'GET', 'status', {
      headers: { 'PSU-Corporate-ID': '00000000-0000-4000-8000-000000000000' },
    });
    expectRefusal(ofOther, { status: 401, code: 'PSU_CREDENTIALS_INVALID', path: 'PSU-Corporate-ID' });
  });

  it('can be played by the operator', async () => {
    const payment = await ofFirm();
    const played = await play(bank(), 'approve', payment.paymentId, { context: 'CORPORATE', agreementId });
    expect(played).toMatchObject({ scaStatus: 'FINALISED', context: 'CORPORATE' });
    expect(played.psuCorporateId).toMatch(UUID);
    expect(parametersOf(played.redirect!)).toMatchObject({ 'psu-corporate-id': played.psuCorporateId });
  });
});
