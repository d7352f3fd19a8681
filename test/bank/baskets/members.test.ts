import { describe, expect, it } from 'vitest';
import { basketStatusOf, createBasket, received } from '../../support/life/baskets.ts';
import { Browser } from '../../support/life/browser.ts';
import { at, MINUTE, SATURDAY, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  call,
  cancel,
  listed,
  scaStatusOf,
  start,
  statusOf,
} from '../../support/life/payments.ts';
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
