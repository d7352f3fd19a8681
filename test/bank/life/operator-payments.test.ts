import { describe, expect, it } from 'vitest';
import { bookedOn, stepsOf } from '../../support/life/books.ts';
import { at, sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { actOn, approve, ask, type PaymentAct } from '../../support/life/operator.ts';
import { create, KARI, statusOf } from '../../support/life/payments.ts';
import { reach } from '../../support/life/states.ts';
import { walk } from '../../support/life/walk.ts';
import { expectRefusal, UNKNOWN } from '../refusals/expectations.ts';

const bank = bankOfEach();
const ACTS: readonly PaymentAct[] = ['hold', 'release', 'reject', 'settle-late', 'settle'];

it.each(
  ACTS,
)('what the operator does to a payment: %s of an unknown payment is refused [D11-hold, D11-settle-late, D11-operator]', async (act) => {
  for (const id of ['AAAAAAAAAAAAAAAAAAAAAA', 'x', (await create(bank())).authorisationId]) {
    expectRefusal(await ask(bank(), 'POST', `/operator/payments/${id}/${act}`), UNKNOWN);
  }
});

describe('a payment that is held [D11-hold]', () => {
  it('while it is received, is so from its approval, in a browser too', async () => {
    const payment = await create(bank());
    await actOn(bank(), 'hold', payment);
    expect(await statusOf(bank(), payment)).toBe('RCVD');
    const redirect = await walk(bank(), payment.link, { number: KARI }, 'confirm');
    expect(redirect.searchParams.has('psu-id')).toBe(true);
    expect(await statusOf(bank(), payment)).toBe('PDNG');
  });

  it.each([
    ['ACWC when a date was asked for', { date: WEDNESDAY }, 'ACWC'],
    ['ACTC when none was', {}, 'ACTC'],
  ])("and released after its day's last run has the next bank day: %s", async (_, wish, status) => {
    const payment = await reach(bank(), 'PDNG', wish);
    sleepUntil(bank(), WEDNESDAY, '15:30');
    expect((await actOn(bank(), 'release', payment)).transactionStatus).toBe(status);
    sleepUntil(bank(), THURSDAY, '05:30');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    expect(stepsOf(bank(), payment).at(-1)).toEqual({ change: 'ACSP→ACSC', at: at(THURSDAY, '05:30') });
  });
});

it('a payment that settles late waits in ACWP over all runs, its money kept and not booked [D11-settle-late, D9-reserved]', async () => {
  const { debtor } = bank().accounts;
  const payment = await reach(bank(), 'ACWP', { amount: '200000.00' });
  const [more, rest] = [
    await create(bank(), { amount: '50000.01' }),
    await create(bank(), { amount: '50000.00' }),
  ];
  await approve(bank(), more);
  await approve(bank(), rest);
  sleepUntil(bank(), THURSDAY, '16:00');
  expect(await statusOf(bank(), payment)).toBe('ACWP');
  expect(await statusOf(bank(), more)).toBe('RJCT');
  expect(await statusOf(bank(), rest)).toBe('ACSC');
  expect(await bookedOn(bank(), debtor)).toBe(200_000);
  await actOn(bank(), 'settle', payment);
  expect(await bookedOn(bank(), debtor)).toBe(0);
});
