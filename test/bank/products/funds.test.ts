import { describe, expect, it } from 'vitest';
import { makeSession } from '../../support/known-psu.ts';
import { bookedOn, minorOn } from '../../support/life/books.ts';
import { sleepUntil, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve } from '../../support/life/operator.ts';
import { KARI, type Payment, readStatus, statusOf } from '../../support/life/payments.ts';
import {
  approvedAs,
  cardOf,
  createAs,
  FEES,
  type Kind,
  leftOnCard,
  sendAs,
  written,
} from '../../support/life/products.ts';
import { walk } from '../../support/life/walk.ts';

const bank = bankOfEach();
/** Those that wait for money at their runs; the domestic one is shown elsewhere. */
const WAITING = ['card', 'cross-border', 'bulk'] as const satisfies readonly Kind[];

/** The most that each kind can pay, in øre, its fee apart: of NOK 250 000, or of what is left of the card's limit. */
function most(kind: Kind): number {
  if (kind === 'card') return leftOnCard(bank());
  return 25_000_000 - FEES[kind] * 100;
}

async function fundsOf(payment: Payment) {
  const { json } = await readStatus(bank(), payment);
  return { status: json.transactionStatus, fundsAvailable: json.fundsAvailable };
}

const waits = { status: 'ACCP', fundsAvailable: false };
const rejected = { status: 'RJCT', fundsAvailable: false };

describe('a product that lacks funds at its run [D4-lack-of-funds, D4-fees, I-funds-available, I-accp]', () => {
  it.each(WAITING)('is booked when there is exactly enough for amount and fee: %s', async (kind) => {
    const payment = await approvedAs(bank(), kind, { amount: written(most(kind)) });
    sleepUntil(bank(), WEDNESDAY, '13:30');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    const spent = kind === 'card' ? cardOf(bank()).id : undefined;
    if (spent === undefined) expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(0);
    else expect(minorOn(bank(), spent)).toBe(-5_000_000);
  });
});

describe('the money of a cross-border payment between its runs [D4-cross-border-runs, D9-reserved]', () => {
  it('is spent by nobody else, amount and fee, and what was sent is booked', async () => {
    const payment = await approvedAs(bank(), 'cross-border', { amount: '1000.00' });
    sleepUntil(bank(), WEDNESDAY, '11:30');
    expect(await statusOf(bank(), payment)).toBe('ACWP');
    await makeSession(bank());
    const refused = await sendAs(bank(), 'instant', { amount: '248933.01', psu: KARI });
    expect(refused.json.tppMessages).toMatchObject([{ code: 'PAYMENT_FAILED' }]);
    await approvedAs(bank(), 'instant', { amount: '248933.00' });
    sleepUntil(bank(), WEDNESDAY, '13:30');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(0);
  });
});

describe('a bulk that has money for some of its items [D4-bulk-booked, D4-bulk-status, D4-lack-of-funds]', () => {
  it('books those that fit, in the order of the body, and is PART at the end of the day', async () => {
    const amounts = ['200000.00', '100000.00', '50000.00'];
    const payment = await approvedAs(bank(), 'bulk', { amounts });
    sleepUntil(bank(), WEDNESDAY, '11:30');
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(0);
    expect(await fundsOf(payment)).toEqual(waits);
    sleepUntil(bank(), WEDNESDAY, '15:30');
    expect((await fundsOf(payment)).status).toBe('PART');
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(0);
  });
});

describe('an instant payment that lacks funds [D4-instant-funds, I-insufficient-funds, D4-fees]', () => {
  it('is made when there is exactly enough for amount and fee, and not for an øre more', async () => {
    await makeSession(bank());
    const refused = await sendAs(bank(), 'instant', { amount: '249998.01', psu: KARI });
    expect(refused.status, refused.text).toBe(400);
    expect(refused.json.tppMessages).toMatchObject([
      { code: 'PAYMENT_FAILED', path: 'instructedAmount.amount' },
    ]);
    const payment = await approvedAs(bank(), 'instant', { amount: '249998.00', psu: KARI });
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(0);
  });

  it.each(['confirm', 'play'])('is rejected when the money went before its approval (%s)', async (way) => {
    const [first, second] = [
      await createAs(bank(), 'instant', { amount: '200000.00' }),
      await createAs(bank(), 'instant', { amount: '200000.00' }),
    ];
    await approve(bank(), first);
    const redirect =
      way === 'play'
        ? new URL((await approve(bank(), second)).redirect ?? '')
        : await walk(bank(), second.link, { number: KARI }, 'confirm');
    expect(redirect.searchParams.get('status')).toBe('400');
    expect(redirect.searchParams.get('code')).toBe('PAYMENT_FAILED');
    expect(redirect.searchParams.has('psu-id')).toBe(false);
    expect(await fundsOf(second)).toEqual(rejected);
    expect(await statusOf(bank(), first)).toBe('ACSC');
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(49_998);
  });
});
