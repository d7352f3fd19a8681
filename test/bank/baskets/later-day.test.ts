import { describe, expect, it } from 'vitest';
import {
  allStatuses,
  basketStatusOf,
  createBasket,
  received,
  signBasket,
} from '../../support/life/baskets.ts';
import { FRIDAY, sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play } from '../../support/life/operator.ts';
import { AUTHORISATIONS, call, type Payment, start } from '../../support/life/payments.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const statusesOf = (payments: readonly Payment[]) => allStatuses(bank(), payments);

describe('an SCA of a basket on a later day than its payments [D5-later-day, D4-date-at-approval]', () => {
  it('looks at each date again', async () => {
    const dates = [{ date: THURSDAY }, { date: FRIDAY }, { date: '2026-12-01' }];
    const payments = await received(bank(), dates);
    const basket = await createBasket(bank(), payments);
    sleepUntil(bank(), THURSDAY, '16:00');
    await signBasket(bank(), basket);
    expect(await statusesOf(payments)).toBe('ACWC ACTC ACTC');
    const read = await call(bank(), payments[0]!, 'GET');
    expect(read.json.requestedExecutionDate).toBe(FRIDAY);
    sleepUntil(bank(), FRIDAY, '05:31');
    expect(await statusesOf(payments)).toBe('ACSC ACSC ACTC');
    expect(await basketStatusOf(bank(), basket)).toBe('ACTC');
  });

  it('may begin before midnight and end after it', async () => {
    sleepUntil(bank(), WEDNESDAY, '23:50');
    const payments = await received(bank(), [{}, { date: THURSDAY }]);
    const basket = await createBasket(bank(), payments);
    await start(bank(), basket);
    sleepUntil(bank(), THURSDAY, '00:04');
    expect(await play(bank(), 'approve', basket.basketId)).toMatchObject({ transactionStatus: 'ACTC' });
    expect(await statusesOf(payments)).toBe('ACTC ACTC');
  });

  it('may begin on the last day of a payment and end after it, as a payment’s own does', async () => {
    sleepUntil(bank(), THURSDAY, '00:05');
    const payments = await received(bank(), [{ date: THURSDAY }, { date: THURSDAY }]);
    const basket = await createBasket(bank(), payments);
    sleepUntil(bank(), THURSDAY, '23:55');
    await start(bank(), basket);
    sleepUntil(bank(), FRIDAY, '00:05');
    expect(await play(bank(), 'approve', basket.basketId)).toMatchObject({ scaStatus: 'FINALISED' });
    expect(await statusesOf(payments)).toBe('ACWC ACWC');
    sleepUntil(bank(), FRIDAY, '05:31');
    expect(await statusesOf(payments)).toBe('ACSC ACSC');
    expectRefusal(await call(bank(), basket, 'POST', AUTHORISATIONS), { status: 409, code: 'CONFLICT' });
  });
});
