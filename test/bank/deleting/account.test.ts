import { beforeEach, describe, expect, it } from 'vitest';
import { byPsuId, makeKnown } from '../../support/known-psu.ts';
import { accountId, minorOn } from '../../support/life/books.ts';
import { sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { actOn, approve, runBatch, wake } from '../../support/life/operator.ts';
import { KARI, type Payment, readStatus, scaStatusOf } from '../../support/life/payments.ts';
import { cardOf, createAs, type Kind, type ProductWish } from '../../support/life/products.ts';
import { expectTotals } from '../../support/life/totals.ts';
import { changeStore } from '../../support/store-work.ts';
import { readAllStored, readStored } from '../../support/stored.ts';
import { get, incoming, post, remove } from '../sandbox/calls.ts';

const bank = bankOfEach();

beforeEach(async () => {
  await makeKnown(bank().path, bank().now);
});

async function created(kind: Kind, wish: ProductWish = {}): Promise<Payment> {
  return createAs(bank(), kind, { ...wish, headers: byPsuId(), psu: KARI });
}

async function approvedOf(kind: Kind, wish: ProductWish = {}): Promise<Payment> {
  const payment = await created(kind, wish);
  await approve(bank(), payment);
  return payment;
}

async function held(kind: Kind): Promise<Payment> {
  const payment = await created(kind);
  await actOn(bank(), 'hold', payment);
  await approve(bank(), payment);
  return payment;
}

/** On its way: what is kept for it must come free. */
async function sent(kind: Kind): Promise<Payment> {
  const payment = await created(kind);
  await actOn(bank(), 'settle-late', payment);
  await approve(bank(), payment);
  return payment;
}

const KINDS = ['card', 'cross-border', 'instant', 'periodic', 'bulk'] as const satisfies readonly Kind[];

// A kind that hangs on its account in another way (a card's id, a bulk's items, no run) would be left behind.
it.each(
  KINDS,
)('an account is deleted, with each kind of payment: %s: unapproved, approved, held, on its way [D8-deleting, D4-rejection-reason, D4-card-debtor, D4-bulk-items]', async (kind) => {
  const onItsWay = kind === 'periodic' ? [] : [await sent(kind)];
  sleepUntil(bank(), WEDNESDAY, '11:30');
  await wake(bank());
  const open = await created(kind, kind === 'bulk' ? { amounts: ['10.00', '20.00'] } : {});
  const resting = kind === 'instant' ? [] : [await approvedOf(kind)];
  const payments = [open, ...resting, await held(kind), ...onItsWay];
  const card = cardOf(bank());
  const id = kind === 'card' ? card.id : accountId(bank(), bank().accounts.debtor);
  const path = kind === 'card' ? '/card-accounts' : '/accounts';
  expect((await remove(bank(), `${path}/${id}`)).status).toBe(204);
  expectTotals(bank());
  for (const payment of payments) {
    expect((await readStatus(bank(), payment)).json, payment.path).toMatchObject({
      transactionStatus: 'RJCT',
      psuMessage: 'The payment was rejected because its account was deleted.',
      tppMessages: [{ category: 'ERROR', code: 'BAD_REQUEST', text: 'the debtor account was deleted' }],
    });
  }
  expect(await scaStatusOf(bank(), open)).toBe('FAILED');
  expect(await runBatch(bank())).toMatchObject({ settled: 0, sent: 0, waiting: 0, rejected: 0, held: 0 });
  sleepUntil(bank(), THURSDAY, '16:00');
  await wake(bank());
  expect(minorOn(bank(), id)).toBe(0);
  expectTotals(bank());
});

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
