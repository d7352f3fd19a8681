import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Basket,
  basketStatusOf,
  createBasket,
  received,
  sendBasket,
} from '../../support/life/baskets.ts';
import { Browser } from '../../support/life/browser.ts';
import { agree, agreementId, createOfFirm } from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  call,
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

it("joining a basket ends the payment's own open authorisation, and leaves the payment [D5-joining]", async () => {
  const payments = await received(bank());
  await createBasket(bank(), payments);
  for (const payment of payments) {
    expect(await scaStatusOf(bank(), payment)).toBe('FAILED');
    expect(await statusOf(bank(), payment)).toBe('RCVD');
    expect(await listed(bank(), payment)).toEqual([payment.authorisationId]);
  }
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
