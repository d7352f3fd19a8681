import { describe, expect, it } from 'vitest';
import { makeSession } from '../../support/known-psu.ts';
import { accountId, balancesOf, bookedOn } from '../../support/life/books.ts';
import { sleepUntil, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch } from '../../support/life/operator.ts';
import { create, KARI, type Payment, send, statusOf, type Wish } from '../../support/life/payments.ts';
import { reach } from '../../support/life/states.ts';
import { readStored } from '../../support/stored.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
/** An account of another bank. */
const ELSEWHERE = '99930700017';

async function booked(wish: Wish = {}): Promise<Payment> {
  const payment = await create(bank(), wish);
  await approve(bank(), payment);
  await runBatch(bank());
  return payment;
}

/** Exact balances of all accounts and cards by id. */
function everyBalance(): Record<string, number> {
  const sql = `SELECT account, SUM(amount_minor) AS n FROM booking_lines
    WHERE account IN (SELECT id FROM accounts UNION SELECT id FROM card_accounts) GROUP BY account`;
  return Object.fromEntries(readStored(bank().path, sql).map(({ account, n }) => [account, Number(n)]));
}

/** What changed on our accounts, in minor units. */
async function movedBy(act: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = everyBalance();
  await act();
  const changes = Object.entries(everyBalance()).map(([id, n]) => [id, n - (before[id] ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

describe('the booking of a payment [D9-double-entry, D9-booked-when-acsc, D9-one-booking, D9-expected-balance]', () => {
  it('moves exactly the amount, and nothing else of ours', async () => {
    const { debtor, foreign } = bank().accounts;
    const moved = await movedBy(() => booked({ amount: '1234.56' }));
    expect(moved).toEqual({
      [accountId(bank(), debtor)]: -123_456,
      [accountId(bank(), foreign)]: 123_456,
    });
  });

  it('takes money out of the bank when the creditor is elsewhere', async () => {
    const moved = await movedBy(() => booked({ to: ELSEWHERE, amount: '10.00' }));
    expect(moved).toEqual({ [accountId(bank(), bank().accounts.debtor)]: -1000 });
  });

  it('shows in the expected balance from the approval on', async () => {
    const { debtor, foreign } = bank().accounts;
    const before = await balancesOf(bank(), debtor);
    const creditor = await balancesOf(bank(), foreign);
    const payment = await create(bank(), { amount: '1000.00' });
    expect(await balancesOf(bank(), debtor)).toEqual(before);
    await approve(bank(), payment);
    expect(await balancesOf(bank(), debtor)).toEqual({ ...before, expected: before.expected - 1000 });
    expect(await balancesOf(bank(), foreign)).toEqual({ ...creditor, expected: creditor.expected + 1000 });
    await runBatch(bank());
    const after = before.expected - 1000;
    expect(await balancesOf(bank(), debtor)).toEqual({ closingBooked: after, expected: after });
  });

  it('does not come with ACSP, but what is reserved can not be spent again', async () => {
    const { debtor } = bank().accounts;
    const reserved = await reach(bank(), 'ACSP', { amount: '200000.00' });
    expect(await statusOf(bank(), reserved)).toBe('ACSP');
    expect(await bookedOn(bank(), debtor)).toBe(250_000);
    const headers = { 'TPP-Rejection-NoFunds-Preferred': 'true' };
    const wish = { amount: '50000.01', psu: KARI, headers };
    await makeSession(bank());
    expectRefusal(await send(bank(), wish), {
      status: 400,
      code: 'PAYMENT_FAILED',
      path: 'instructedAmount.amount',
    });
    expect((await send(bank(), { ...wish, amount: '50000.00' })).status).toBe(201);
    sleepUntil(bank(), WEDNESDAY, '13:30');
    expect(await statusOf(bank(), reserved)).toBe('ACSC');
    expect(await bookedOn(bank(), debtor)).toBe(50_000);
  });
});

describe('a payment from a card [I-domestic-card, D4-card-debtor]', () => {
  const card = () => {
    const sql = `SELECT id, related_account FROM card_accounts WHERE customer_number = '${KARI}'`;
    const [row] = readStored(bank().path, sql);
    return { id: String(row?.id), relatedAccount: String(row?.related_account) };
  };
  const fromCard = (): Wish => {
    const other = { identification: card().relatedAccount, schemeNameProprietary: 'creditCardAccount' };
    return { body: { debtorAccount: { currency: 'NOK', other } } };
  };

  it('is booked on the card', async () => {
    const { foreign } = bank().accounts;
    const moved = await movedBy(() => booked({ ...fromCard(), amount: '99.90' }));
    expect(moved).toEqual({ [card().id]: -9990, [accountId(bank(), foreign)]: 9990 });
  });
});

describe('a payment in another currency [D4-conversion, D4-any-currency]', () => {
  /** NOK per unit: EUR 11.50, SEK 1.00, DKK 1.54, USD 10.50, GBP 13.50, JPY 0.07; half even. */
  const rows: readonly (readonly [string, string, number])[] = [
    ['EUR', '10.00', 11_500],
    ['EUR', '0.01', 12],
    ['SEK', '77.77', 7_777],
    ['DKK', '100.00', 15_400],
    ['GBP', '0.10', 135],
    ['IMP', '0.10', 135],
    ['JPY', '1000', 7_000],
    ['USD', '10.01', 10_510],
    ['USD', '10.03', 10_532],
    ['USD', '10.05', 10_552],
  ];
  it.each(rows)('costs the debtor NOK by the rate of the day: %s %s', async (currency, amount, minor) => {
    const moved = await movedBy(() => booked({ currency, amount, to: ELSEWHERE }));
    expect(moved).toEqual({ [accountId(bank(), bank().accounts.debtor)]: -minor });
  });
});
