import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Basket,
  basketStatusOf,
  createBasket,
  received,
  sendBasket,
} from '../../support/life/baskets.ts';
import { Browser } from '../../support/life/browser.ts';
import { at, MINUTE, SATURDAY, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { agree, agreementId, createOfFirm } from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  call,
  cancel,
  FIRM,
  type Headers,
  listed,
  type Payment,
  scaStatusOf,
  start,
  statusOf,
} from '../../support/life/payments.ts';
import { contextControl, parametersOf, toDecision } from '../../support/life/walk.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const conflict = { status: 409, code: 'CONFLICT' };

describe('joining a basket [D5-joining]', () => {
  it("ends the payment's own open authorisation, and leaves the payment", async () => {
    const payments = await received(bank());
    await createBasket(bank(), payments);
    for (const payment of payments) {
      expect(await scaStatusOf(bank(), payment)).toBe('FAILED');
      expect(await statusOf(bank(), payment)).toBe('RCVD');
      expect(await listed(bank(), payment)).toEqual([payment.authorisationId]);
    }
  });

  it('leaves its link, which approves nothing any more', async () => {
    const [payment] = await received(bank(), 1);
    const browser = new Browser(bank());
    await browser.open(payment!.link);
    await createBasket(bank(), [payment!]);
    const page = await browser.open(payment!.link);
    expect(page.leavesTo ?? '').not.toContain('psu-id');
    expect(page.status).toBeLessThan(500);
    expect(page.forms).toEqual([]);
    expect(await statusOf(bank(), payment!)).toBe('RCVD');
  });

  it('makes it wait beyond the quarter of an hour, to the end of its execution day', async () => {
    const payments = await received(bank(), [{}, { date: THURSDAY }, { date: SATURDAY }]);
    await createBasket(bank(), payments);
    bank().now += 20 * MINUTE;
    const seen = async () => {
      const statuses = [];
      for (const payment of payments) statuses.push(await statusOf(bank(), payment));
      return statuses.join(' ');
    };
    expect(await seen()).toBe('RCVD RCVD RCVD');
    bank().now = at(WEDNESDAY, '23:59:59.999');
    expect(await seen()).toBe('RCVD RCVD RCVD');
    bank().now = at(THURSDAY, '00:00');
    expect(await seen()).toBe('RJCT RCVD RCVD');
    bank().now = at('2026-11-20', '00:00');
    expect(await seen()).toBe('RJCT RJCT RCVD');
    // The Saturday was moved to Monday.
    bank().now = at('2026-11-23', '23:59:59.999');
    expect(await seen()).toBe('RJCT RJCT RCVD');
    bank().now = at('2026-11-24', '00:00');
    expect(await seen()).toBe('RJCT RJCT RJCT');
  });
});

describe('a payment in a live basket [D5-own-start, D4-cancel]', () => {
  it('is not authorised by itself, before the basket is and while it is', async () => {
    const [payment, other] = await received(bank());
    const basket = await createBasket(bank(), [payment!, other!]);
    expectRefusal(await call(bank(), payment!, 'POST', AUTHORISATIONS), conflict);
    const { authorisationId } = await start(bank(), basket);
    expectRefusal(await call(bank(), payment!, 'POST', AUTHORISATIONS), conflict);
    expect(await listed(bank(), payment!)).toEqual([payment!.authorisationId]);
    expect(await scaStatusOf(bank(), basket, authorisationId)).toBe('RECEIVED');
  });

  it('is cancelled by its own DELETE, and the basket goes on without it', async () => {
    const [first, second] = await received(bank());
    const basket = await createBasket(bank(), [first!, second!]);
    const { authorisationId } = await start(bank(), basket);
    expect((await cancel(bank(), first!)).status).toBe(204);
    expect(await statusOf(bank(), first!)).toBe('CANC');
    expect(await basketStatusOf(bank(), basket)).toBe('CANC');
    expect(await scaStatusOf(bank(), basket, authorisationId)).toBe('RECEIVED');
    expect(await play(bank(), 'approve', basket.basketId)).toMatchObject({
      scaStatus: 'FINALISED',
      transactionStatus: 'CANC',
    });
    expect(await statusOf(bank(), first!)).toBe('CANC');
    expect(await statusOf(bank(), second!)).toBe('ACTC');
  });
});
const missing = { status: 400, code: 'HTTP_HEADER_REQUIRED', path: 'PSU-Corporate-ID' };
const noContext = { 'PSU-Context': null };

/** The firm's PSU-Corporate-ID, from an SCA in its agreement. */
async function corporateId(): Promise<string> {
  const payment = await createOfFirm(bank(), { headers: noContext });
  const { psuCorporateId } = await play(bank(), 'approve', payment.paymentId, {
    context: 'CORPORATE',
    agreementId,
  });
  return psuCorporateId!;
}

describe('a basket of a corporate user [D5-basket-psu, D3-corporate-user, I-authentication-9]', () => {
  let headers: Headers;
  let payments: readonly [Payment, Payment];
  let basket: Basket;
  beforeEach(async () => {
    await agree(bank());
    headers = { 'PSU-Corporate-ID': await corporateId() };
    const wish = { headers: { ...noContext, ...headers } };
    payments = [await createOfFirm(bank(), wish), await createOfFirm(bank(), wish)];
    basket = await createBasket(bank(), payments, { psu: FIRM, headers });
  });

  it('needs PSU-Corporate-ID in every operation', async () => {
    expectRefusal(await sendBasket(bank(), payments, { psu: FIRM }), missing);
    const operations: readonly (readonly [string, string])[] = [
      ['GET', ''],
      ['GET', 'status'],
      ['DELETE', ''],
      ['POST', AUTHORISATIONS],
      ['GET', AUTHORISATIONS],
      ['GET', `${AUTHORISATIONS}/x`],
    ];
    for (const [method, below] of operations) {
      expectRefusal(await call(bank(), basket, method, below), missing);
    }
    expect(await basketStatusOf(bank(), basket, { headers })).toBe('RCVD');
  });

  it("does not take another's PSU-Corporate-ID", async () => {
    const others = { 'PSU-Corporate-ID': '00000000-0000-4000-8000-000000000000' };
    const refusal = { status: 401, code: 'PSU_CREDENTIALS_INVALID', path: 'PSU-Corporate-ID' };
    expectRefusal(await sendBasket(bank(), payments, { psu: FIRM, headers: others }), refusal);
    expectRefusal(await call(bank(), basket, 'POST', AUTHORISATIONS, { headers: others }), refusal);
  });

  it('is signed in the agreement that the header settled: the page does not ask for it', async () => {
    const { link } = await start(bank(), basket, AUTHORISATIONS, { headers });
    const browser = new Browser(bank());
    await toDecision(browser, await browser.open(link), { number: FIRM });
    for (const page of browser.seen) expect(contextControl(page, 'PRIVATE')).toBeUndefined();
    expect(parametersOf((await play(bank(), 'approve', basket.basketId)).redirect!)).toMatchObject({
      context: 'CORPORATE',
      'psu-corporate-id': headers['PSU-Corporate-ID'],
    });
    for (const payment of payments) {
      const read = await call(bank(), payment, 'GET', 'status', { headers });
      expect(read.json.transactionStatus, read.text).toBe('ACTC');
    }
  });
});
