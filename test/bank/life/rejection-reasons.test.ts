import { describe, expect, it } from 'vitest';
import { sleepUntil, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { actOn, approve, play } from '../../support/life/operator.ts';
import { create, KARI, type Payment, readStatus } from '../../support/life/payments.ts';
import { createAs } from '../../support/life/products.ts';
import { TOO_MUCH } from '../../support/life/states.ts';
import { parametersOf } from '../../support/life/walk.ts';
import { SiteBrowser } from '../../support/site.ts';

const bank = bankOfEach();
/** How a payment comes to its end; what its PSU is sent back with, where anybody is. */
type Way = (payment: Payment) => Promise<string | undefined>;

const played =
  (act: 'decline' | 'fail' | 'expire'): Way =>
  async ({ paymentId }) =>
    (await play(bank(), act, paymentId)).redirect;

async function wrongNumbers({ link }: Payment) {
  const browser = new SiteBrowser(bank(), new URL(link).pathname);
  await browser.open();
  for (const number of ['1', '2']) await browser.identify(number);
  return (await browser.press('identify', { number: '3' })).header('Location');
}

async function short(payment: Payment) {
  await approve(bank(), payment);
  sleepUntil(bank(), WEDNESDAY, '15:30');
  return undefined;
}

async function rejected(payment: Payment) {
  await approve(bank(), payment);
  await actOn(bank(), 'reject', payment);
  return undefined;
}

async function late() {
  sleepUntil(bank(), WEDNESDAY, '10:15');
  return undefined;
}

describe('why a payment was rejected [D4-rejection-reason, D4-status-body, D6-redirect]', () => {
  it.each<{ what: string; way: Way; code: string; amount?: string }>([
    { what: 'the PSU declines', way: played('decline'), code: 'SCA_INVALID' },
    { what: 'three wrong numbers are given', way: wrongNumbers, code: 'PSU_CREDENTIALS_INVALID' },
    { what: 'the operator lets its time be over', way: played('expire'), code: 'SCA_EXPIRED' },
    { what: 'its 15 minutes are over', way: late, code: 'SCA_EXPIRED' },
    { what: 'the bank has a fault', way: played('fail'), code: 'SYSTEM_ERROR' },
    { what: 'it is short at the day’s last run', way: short, code: 'PAYMENT_FAILED', amount: TOO_MUCH },
    { what: 'the operator rejects it', way: rejected, code: 'BAD_REQUEST' },
  ])('is told by its status: $what', async ({ way, code, amount = '100.50' }) => {
    const payment = await create(bank(), { amount });
    const redirect = await way(payment);
    const { json } = await readStatus(bank(), payment);
    const text = expect.stringMatching(/./);
    expect(json).toMatchObject({
      transactionStatus: 'RJCT',
      tppMessages: [{ category: 'ERROR', code, text }],
      psuMessage: text,
    });
    expect(json.fundsAvailable).toBe(code === 'PAYMENT_FAILED' ? false : undefined);
    if (redirect === undefined) return;
    // Where the PSU is sent says the same.
    expect(parametersOf(redirect)).toMatchObject({ code, message: json.tppMessages[0].text });
  });

  it('is told of a payment that nobody ever authorised, at the end of its day', async () => {
    const payment = await create(bank(), { headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' } });
    sleepUntil(bank(), WEDNESDAY, '23:59:59.999');
    bank().now += 1;
    expect((await readStatus(bank(), payment)).json.tppMessages).toMatchObject([{ code: 'SCA_EXPIRED' }]);
  });

  it('is not told of a payment that was not rejected', async () => {
    const payment = await create(bank(), { psu: KARI });
    await approve(bank(), payment);
    expect((await readStatus(bank(), payment)).json).not.toHaveProperty('tppMessages');
  });

  it('is one for a bulk that was rejected whole', async () => {
    const bulk = await createAs(bank(), 'bulk', { amounts: ['1.00', '2.00'] });
    await play(bank(), 'decline', bulk.paymentId);
    const { json } = await readStatus(bank(), bulk);
    expect(json.tppMessages).toEqual([{ category: 'ERROR', code: 'SCA_INVALID', text: 'the PSU declined' }]);
  });
});
