import { describe, expect, it } from 'vitest';
import { bookedOn, changesOf } from '../../support/life/books.ts';
import { sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { wake } from '../../support/life/operator.ts';
import { type Payment, statusOf } from '../../support/life/payments.ts';
import { approvedAs } from '../../support/life/products.ts';
import { changeStore } from '../../support/store-work.ts';
import { readStored } from '../../support/stored.ts';

const bank = bankOfEach();

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
