import { describe, expect, it } from 'vitest';
import { byPsuId, makeKnown } from '../../support/known-psu.ts';
import { accountId } from '../../support/life/books.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, showClock, wake } from '../../support/life/operator.ts';
import { KARI } from '../../support/life/payments.ts';
import { cardOf, createAs } from '../../support/life/products.ts';
import { expectTotals } from '../../support/life/totals.ts';
import { changeStore } from '../../support/store-work.ts';
import { readAllStored, readStored } from '../../support/stored.ts';
import { get, incoming, post, remove } from '../sandbox/calls.ts';

const bank = bankOfEach();

function left(id: string) {
  const count = (table: string, where: string) => `SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`;
  return readAllStored(bank().path, [
    count('payments', `debtor_account = '${id}' AND status <> 'RJCT'`),
    count('transactions', `account = '${id}'`),
    count('deletions', '1 = 1'),
    count('balances', `account = '${id}'`),
  ]).map(([row]) => Number(row?.n));
}

// All of it in one work would hold the lock for as long as the account has payments; the rest forgotten, it would
// stay there for runs to find.
describe('an account with much hanging on it [D8-deleting, S3-short-lock, S1-durable]', () => {
  it('is gone at once, and the rest is done in pieces before the next request is answered', async () => {
    await makeKnown(bank().path, bank().now);
    const amounts = Array.from({ length: 150 }, () => '1.00');
    const bulk = await createAs(bank(), 'bulk', { amounts, headers: byPsuId(), psu: KARI });
    await approve(bank(), bulk);
    const id = accountId(bank(), bank().accounts.debtor);
    const [account] = (await get(bank(), `/accounts/${id}`)).json;
    // A piece ends within a day of many rows.
    for (const [size, day] of [
      [100, '2026-11-13'],
      [2_000, '2026-11-12'],
    ] as const) {
      const rows = Array(size).fill(incoming(account, { bookingDate: day, valueDate: day }));
      expect((await post(bank(), `/accounts/${id}/transactions`, rows)).status).toBe(201);
    }
    expect((await remove(bank(), `/accounts/${id}`)).status).toBe(204);
    expect(left(id)).toEqual([50, 2_100, 1, 1]);
    // The clock is shown at once, whatever is due.
    await showClock(bank());
    expect(left(id)).toEqual([50, 2_100, 1, 1]);
    await wake(bank());
    expect(left(id)).toEqual([0, 0, 0, 0]);
    expectTotals(bank());
  });

  it('of a card account too', async () => {
    const { id } = cardOf(bank());
    await changeStore(
      bank().path,
      `WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 2100)
       INSERT INTO card_transactions (card_account, id, is_pending, listed_date, details)
       SELECT ?, '', n % 2, '2026-11-12', '{}' FROM many`,
      id,
    );
    const rows = () =>
      readStored(bank().path, 'SELECT COUNT(*) AS n FROM card_transactions').map(({ n }) => Number(n));
    expect((await remove(bank(), `/card-accounts/${id}`)).status).toBe(204);
    expect(rows()).toEqual([100]);
    await wake(bank());
    expect(rows()).toEqual([0]);
  });

  it('goes on where another process has left it', async () => {
    const id = accountId(bank(), bank().accounts.debtorOther);
    await changeStore(
      bank().path,
      `INSERT INTO deletions (place, kind, subject) VALUES (1, 'ACCOUNT', 'gone')`,
    );
    expect((await remove(bank(), `/accounts/${id}`)).status).toBe(204);
    expect(left(id)).toEqual([0, 0, 0, 0]);
  });
});
