import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openTestBank, type TestBank } from '../../support/bank.ts';
import { actOn, approve, ask, runBatch, wake } from '../../support/life/operator.ts';
import { approvedAs, createAs } from '../../support/life/products.ts';
import { expectTotals } from '../../support/life/totals.ts';
import { emptyFolder } from '../../support/program.ts';
import { copyOf, openStored, readStored } from '../../support/stored.ts';
import { BACK_FROM_VERSION_5 } from './version-5.ts';
import { BACK_FROM_VERSION_6 } from './version-6.ts';
import { BACK_FROM_VERSION_7 } from './version-7.ts';
import { BACK_FROM_VERSION_8 } from './version-8.ts';
import { BACK_FROM_VERSION_9 } from './version-9.ts';
import { BACK_FROM_VERSION_10 } from './version-10.ts';
import { BACK_FROM_VERSION_11 } from './version-11.ts';
import { BACK_FROM_VERSION_12 } from './version-12.ts';

const banks: TestBank[] = [];
afterEach(async () => {
  for (const bank of banks.splice(0)) await bank.close();
});

async function opened(file?: Uint8Array): Promise<TestBank> {
  const bank = await openTestBank(file === undefined ? {} : { file });
  banks.push(bank);
  return bank;
}

/** The store of a bank as the fourth version would have left it; `more` is done to it before. */
function asOfVersion4({ path }: TestBank, more: readonly string[] = []): Uint8Array {
  const copy = join(emptyFolder(), 'bank.db');
  writeFileSync(copy, copyOf(path));
  const old = openStored(copy, { readOnly: false });
  for (const statement of [
    ...BACK_FROM_VERSION_12,
    ...BACK_FROM_VERSION_11,
    ...BACK_FROM_VERSION_10,
    ...BACK_FROM_VERSION_9,
    ...BACK_FROM_VERSION_8,
    ...BACK_FROM_VERSION_7,
    ...BACK_FROM_VERSION_6,
    ...BACK_FROM_VERSION_5,
    ...more,
    'PRAGMA user_version = 4',
  ])
    old.exec(statement);
  old.close();
  return readFileSync(copy);
}

/** What was spent of Kari's money while the older program kept none. */
function spent({ path, accounts }: TestBank, minor: number): readonly string[] {
  const kari = readStored(path, `SELECT id FROM accounts WHERE bban = '${accounts.debtor}'`)[0]?.id;
  return [
    `INSERT INTO bookings (sequence, kind, booked_at_ms) SELECT MAX(sequence) + 1, 'balance', 0 FROM bookings`,
    `INSERT INTO booking_lines SELECT MAX(sequence), '${kari}', 'NOK', -${minor} FROM bookings`,
    `INSERT INTO booking_lines SELECT MAX(sequence), 'SUSPENSE', 'NOK', ${minor} FROM bookings`,
    `INSERT INTO balances VALUES ('SUSPENSE', 'NOK', ${minor})`,
    `UPDATE balances SET balance_minor = balance_minor - ${minor} WHERE account = '${kari}'`,
  ];
}

describe('a store from before there were totals [S7-migrated-world, D9-totals, D9-reserved]', () => {
  it('has them all at the first request, and what was sent keeps its money from then on', async () => {
    const before = await opened();
    const { debtorOther } = before.accounts;
    await createAs(before, 'domestic');
    await approvedAs(before, 'cross-border', { amount: '1000.00' });
    await runBatch(before);
    await approvedAs(before, 'periodic');
    await approvedAs(before, 'domestic', { amount: '0.01', currency: 'EUR', to: debtorOther });
    await actOn(before, 'hold', await approvedAs(before, 'card'));
    // In more than one piece, and its end is in the last.
    await approvedAs(before, 'bulk', { amounts: Array.from({ length: 500 }, () => '1.00') });
    const after = await opened(asOfVersion4(before));
    await wake(after);
    expectTotals(after);
    const kept = 'SELECT * FROM balances ORDER BY account, currency';
    expect(readStored(after.path, kept)).toEqual(readStored(before.path, kept));
    const reserved = 'SELECT payment, account, currency, amount_minor FROM reservations';
    expect(readStored(after.path, reserved)).toEqual(readStored(before.path, reserved));
    expect(after.unexpected).toEqual([]);
  });

  it('has what was sent rejected where its money was spent meanwhile', async () => {
    const before = await opened();
    for (const amount of ['150000.00', '1000.00']) await approvedAs(before, 'cross-border', { amount });
    await runBatch(before);
    // Enough is left for the first, and an øre too little for both with their fees.
    const after = await opened(asOfVersion4(before, spent(before, 98_870_01)));
    await wake(after);
    expect(readStored(after.path, `SELECT status, funds_available FROM payments ORDER BY sequence`)).toEqual([
      { status: 'ACWP', funds_available: 1 },
      { status: 'RJCT', funds_available: 0 },
    ]);
    expectTotals(after);
  });

  it('goes on with what runs take, and answers the clock while it counts', async () => {
    const before = await opened();
    const payment = await approvedAs(before, 'domestic');
    const after = await opened(asOfVersion4(before));
    expect((await ask(after, 'GET', '/operator/clock')).status).toBe(200);
    expect(await runBatch(after)).toMatchObject({ settled: 1 });
    expect(readStored(after.path, 'SELECT id, status FROM payments')).toEqual([
      { id: payment.paymentId, status: 'ACSC' },
    ]);
    await approve(after, await createAs(after, 'domestic'));
    expectTotals(after);
  });
});
