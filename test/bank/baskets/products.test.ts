import { describe, expect, it } from 'vitest';
import {
  allStatuses,
  basketStatusOf,
  createBasket,
  deleteBasket,
  idsOf,
  signBasket,
} from '../../support/life/baskets.ts';
import { bookedOn } from '../../support/life/books.ts';
import { sleepUntil, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve } from '../../support/life/operator.ts';
import { call, KARI, type Payment, readStatus } from '../../support/life/payments.ts';
import { createAs, FEES, type Kind, type ProductWish } from '../../support/life/products.ts';
import { parametersOf } from '../../support/life/walk.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const statusesOf = (payments: readonly Payment[]) => allStatuses(bank(), payments);

async function ofKinds(kinds: readonly Kind[], wish: ProductWish = {}): Promise<Payment[]> {
  const payments: Payment[] = [];
  for (const kind of kinds)
    payments.push(await createAs(bank(), kind, { psu: KARI, amount: '100.00', ...wish }));
  return payments;
}

describe('payments of several products in one basket [D5-products, D5-one-sca, D5-not-atomic, I-basket-not-atomic]', () => {
  it('are approved by one SCA, and each lives as its product does', async () => {
    const before = await bookedOn(bank(), bank().accounts.debtor);
    const payments = await ofKinds(['domestic', 'instant', 'cross-border', 'card']);
    const basket = await createBasket(bank(), payments);
    expect((await call(bank(), basket, 'GET')).json).toMatchObject({
      payments: idsOf(payments),
      transactionStatus: 'RCVD',
    });
    expect(await signBasket(bank(), basket)).toMatchObject({
      scaStatus: 'FINALISED',
      transactionStatus: 'ACTC',
    });
    expect(await statusesOf(payments)).toBe('ACTC ACSC ACTC ACTC');
    sleepUntil(bank(), WEDNESDAY, '11:31');
    expect(await statusesOf(payments)).toBe('ACSC ACSC ACWP ACSC');
    expect(await basketStatusOf(bank(), basket)).toBe('ACWP');
    sleepUntil(bank(), WEDNESDAY, '13:31');
    expect(await statusesOf(payments)).toBe('ACSC ACSC ACSC ACSC');
    expect(await basketStatusOf(bank(), basket)).toBe('ACSC');
    // The card's own account pays for the fourth.
    const fees = FEES.instant + FEES['cross-border'];
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(before - 300 - fees);
  });
});

describe('instant payments that want more than there is [D5-not-atomic, D5-one-sca]', () => {
  const large = { amount: '200000.00' };

  it('are booked in the order of paymentIds: the first that fits is, the SCA is finished', async () => {
    const [one, two, small] = await ofKinds(['instant', 'instant', 'instant'], large);
    const domestic = await createAs(bank(), 'domestic', { psu: KARI, amount: '10.00' });
    const basket = await createBasket(bank(), [two!, one!, domestic]);
    expect(await signBasket(bank(), basket)).toMatchObject({
      scaStatus: 'FINALISED',
      transactionStatus: 'RJCT',
    });
    expect(await statusesOf([one!, two!, domestic, small!])).toBe('RJCT ACSC ACTC RCVD');
    expect((await readStatus(bank(), one!)).json).toMatchObject({ fundsAvailable: false });
  });

  it('fail the SCA when not one of them can be paid', async () => {
    const [spender, ...payments] = await ofKinds(['instant', 'instant', 'instant'], large);
    const basket = await createBasket(bank(), payments);
    await approve(bank(), spender!);
    const played = await signBasket(bank(), basket);
    expect(played).toMatchObject({ scaStatus: 'FAILED', transactionStatus: 'RJCT' });
    expect(parametersOf(played.redirect!)).toMatchObject({ status: '400', code: 'PAYMENT_FAILED' });
    expect(await statusesOf(payments)).toBe('RJCT RJCT');
    expectRefusal(await deleteBasket(bank(), basket), { status: 409, code: 'CONFLICT' });
  });
});
