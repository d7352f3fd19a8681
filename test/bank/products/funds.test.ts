import { describe, expect, it } from 'vitest';
import { makeSession } from '../../support/known-psu.ts';
import { bookedOn, changesOf, minorOn } from '../../support/life/books.ts';
import { sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { wake } from '../../support/life/operator.ts';
import { KARI, type Payment, readStatus, statusOf } from '../../support/life/payments.ts';
import {
  approvedAs,
  cardOf,
  FEES,
  type Kind,
  leftOnCard,
  sendAs,
  written,
} from '../../support/life/products.ts';
import { changeStore } from '../../support/store-work.ts';
import { readStored } from '../../support/stored.ts';

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

it.each(
  WAITING,
)('a product that lacks funds at its run is booked when there is exactly enough for amount and fee: %s [D4-lack-of-funds, D4-fees, I-funds-available, I-accp]', async (kind) => {
  const payment = await approvedAs(bank(), kind, { amount: written(most(kind)) });
  sleepUntil(bank(), WEDNESDAY, '13:30');
  expect(await statusOf(bank(), payment)).toBe('ACSC');
  const spent = kind === 'card' ? cardOf(bank()).id : undefined;
  if (spent === undefined) expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(0);
  else expect(minorOn(bank(), spent)).toBe(-5_000_000);
});

it('the money of a cross-border payment between its runs is spent by nobody else, amount and fee, and what was sent is booked [D4-cross-border-runs, D9-reserved]', async () => {
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

it('a bulk that has money for some of its items books those that fit, in the order of the body, and is PART at the end of the day [D4-bulk-booked, D4-bulk-status, D4-lack-of-funds]', async () => {
  const amounts = ['200000.00', '100000.00', '50000.00'];
  const payment = await approvedAs(bank(), 'bulk', { amounts });
  sleepUntil(bank(), WEDNESDAY, '11:30');
  expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(0);
  expect(await fundsOf(payment)).toEqual(waits);
  sleepUntil(bank(), WEDNESDAY, '15:30');
  expect((await fundsOf(payment)).status).toBe('PART');
  expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(0);
});

/** Takes the debtor account from a payment, or from one item of a bulk: a run that takes it throws. */
async function breakIt({ paymentId }: Payment, item = 0): Promise<void> {
  const sql = `SELECT p.sequence AS sequence FROM payments p LEFT JOIN bulks b ON b.sequence = p.bulk
    WHERE p.id = '${paymentId}' OR b.id = '${paymentId}' ORDER BY p.sequence`;
  const sequence = Number(readStored(bank().path, sql)[item]?.sequence);
  await changeStore(bank().path, `UPDATE payments SET debtor_account = 'none' WHERE sequence = ?`, sequence);
}

/** What the bank itself found; the tests end with nothing else. */
function takeUnexpected(): number {
  return (bank().unexpected as unknown[]).splice(0).length;
}

describe('a payment of a product that throws in a run [S5-catch-up, D4-bulk-booked]', () => {
  it('stays in ACWP when it is to be settled, and the run goes on', async () => {
    const [broken, other] = [
      await approvedAs(bank(), 'cross-border'),
      await approvedAs(bank(), 'cross-border'),
    ];
    sleepUntil(bank(), WEDNESDAY, '11:30');
    await wake(bank());
    await breakIt(broken);
    sleepUntil(bank(), WEDNESDAY, '13:30');
    expect(await statusOf(bank(), broken)).toBe('ACWP');
    expect(await statusOf(bank(), other)).toBe('ACSC');
    expect(takeUnexpected()).toBe(1);
    sleepUntil(bank(), THURSDAY, '05:30');
    expect(await statusOf(bank(), broken)).toBe('ACWP');
    takeUnexpected();
  });

  it('is held, and the other items of its bulk are booked', async () => {
    const payment = await approvedAs(bank(), 'bulk', { amounts: ['1.00', '20.00', '300.00'] });
    await breakIt(payment, 1);
    sleepUntil(bank(), WEDNESDAY, '11:30');
    await wake(bank());
    expect(takeUnexpected()).toBe(1);
    expect(changesOf(bank(), payment)).toContain('ACTC→PDNG');
    expect(changesOf(bank(), payment).filter((change) => change === 'ACSP→ACSC')).toHaveLength(2);
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(250_000 - 301);
    expect(await statusOf(bank(), payment)).toBe('PDNG');
  });
});
