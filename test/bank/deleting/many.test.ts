import { describe, expect, it } from 'vitest';
import { byPsuId, makeKnown } from '../../support/known-psu.ts';
import { accountId } from '../../support/life/books.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve } from '../../support/life/operator.ts';
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
    count('balances', `account = '${id}'`),
  ]).map(([row]) => Number(row?.n));
}

describe('an account with much depending on it [D8-deleting, S1-durable]', () => {
  it('is gone with all of it once the deletion is answered', async () => {
    await makeKnown(bank().path, bank().now);
    const amounts = Array.from({ length: 150 }, () => '1.00');
    const bulk = await createAs(bank(), 'bulk', { amounts, headers: byPsuId(), psu: KARI });
    await approve(bank(), bulk);
    const id = accountId(bank(), bank().accounts.debtor);
    const [account] = (await get(bank(), `/accounts/${id}`)).json;
    const rows = Array(2_000).fill(incoming(account));
    expect((await post(bank(), `/accounts/${id}/transactions`, rows)).status).toBe(201);
    expect((await remove(bank(), `/accounts/${id}`)).status).toBe(204);
    expect(left(id)).toEqual([0, 0, 0]);
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
    expect((await remove(bank(), `/card-accounts/${id}`)).status).toBe(204);
    expect(readStored(bank().path, 'SELECT COUNT(*) AS n FROM card_transactions')).toEqual([{ n: 0 }]);
  });
});
