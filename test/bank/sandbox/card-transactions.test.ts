import { describe, expect, it } from 'vitest';
import type { TestBank } from '../../support/bank.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { readStored, rowCounts } from '../../support/stored.ts';
import { faults } from '../refusals/expectations.ts';
import { cardTransaction, get, ownCard, post, remove } from './calls.ts';

const pathOf = ({ resourceId }: { resourceId: string }) => `/card-accounts/${resourceId}/transactions`;

/** Named by its id, of a day of November 2026; without a day it is pending. */
function purchase(cardTransactionId: string, day?: number, more: object = {}) {
  const date = day === undefined ? '' : `2026-11-${String(day).padStart(2, '0')}`;
  return cardTransaction({ cardTransactionId, bookingDate: date, ...more });
}

// biome-ignore lint/suspicious/noExplicitAny: the list as the sandbox shows it
async function listed(bank: TestBank, card: { resourceId: string }, query = ''): Promise<any> {
  const answer = await get(bank, pathOf(card), `bookingStatus=both${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.cardTransactions;
}

async function idsOf(bank: TestBank, card: { resourceId: string }, query = '') {
  const { booked, pending } = await listed(bank, card, query);
  return {
    booked: booked.map(({ cardTransactionId }: { cardTransactionId: string }) => cardTransactionId),
    pending,
  };
}

describe('transactions of a card [D8-card-transaction-members, D8-card-transaction-list, D8-card-balance, I-sandbox-card-transactions]', () => {
  const bank = bankOfEach();

  it('show what the interface does, pending ones their id alone', async () => {
    const card = await ownCard(bank());
    const original = { currency: 'eur', amount: -9 };
    const body = [purchase('a', 12, { originalAmount: original }), purchase('b')];
    const answer = await post(bank(), pathOf(card), body);
    expect([answer.status, answer.json]).toEqual([201, { cardTransactionIds: ['a', 'b'] }]);
    expect(answer.header('Location')).toBe(`/v1/sandbox${pathOf(card)}`);
    const booked = {
      cardTransactionId: 'a',
      bookingDate: '2026-11-12',
      transactionDate: '2026-11-10',
      transactionAmount: { currency: 'NOK', amount: 100 },
      originalAmount: { currency: 'EUR', amount: -9 },
      merchantCategoryCode: 'BOB',
    };
    const cardAccount = { maskedPan: card.maskedPan };
    for (const [bookingStatus, cardTransactions] of Object.entries({
      booked: { booked: [booked], pending: [] },
      PENDING: { booked: [], pending: ['b'] },
      both: { booked: [booked], pending: ['b'] },
    })) {
      const list = await get(bank(), pathOf(card), `bookingStatus=${bookingStatus}`);
      expect([list.status, list.json]).toEqual([200, { cardAccount, cardTransactions }]);
    }
  });

  it('take empty strings for all that is text', async () => {
    const card = await ownCard(bank());
    const empty = Object.fromEntries(
      Object.entries(cardTransaction()).map(([member, value]) => [
        member,
        typeof value === 'string' ? '' : value,
      ]),
    );
    expect((await post(bank(), pathOf(card), [empty, empty])).status).toBe(201);
    expect(await listed(bank(), card)).toEqual({ booked: [], pending: ['', ''] });
  });

  it('keep all that was given for those who read the account', async () => {
    const card = await ownCard(bank());
    const address = { street: 'Gate', buildingNumber: '1', postalCode: '7014', city: '', country: 'no' };
    await post(bank(), pathOf(card), [purchase('a', 12, { cardAcceptorAddress: address, invoiced: 'TRUE' })]);
    const { cardTransactionId: _, ...rest } = purchase('a', 12);
    const [row] = readStored(bank().path, 'SELECT details FROM card_transactions');
    expect(JSON.parse(String(row?.details))).toEqual({
      ...rest,
      cardAcceptorAddress: { ...address, country: 'NO' },
      invoiced: 'true',
    });
  });

  it('leave the balance as it is: it is set by itself', async () => {
    const card = await ownCard(bank());
    await post(bank(), pathOf(card), [purchase('a', 12), purchase('b')]);
    expect((await get(bank(), `/card-accounts/${card.resourceId}`)).json).toEqual(card);
  });

  it("are the card's own, and end with it", async () => {
    const card = await ownCard(bank());
    const other = await ownCard(bank(), { maskedPan: '4925xxxxxxxx9999' });
    await post(bank(), pathOf(card), [purchase('a', 12), purchase('b')]);
    await post(bank(), pathOf(other), [purchase('a', 13)]);
    expect(await idsOf(bank(), other)).toEqual({ booked: ['a'], pending: [] });
    expect((await remove(bank(), `/card-accounts/${card.resourceId}`)).status).toBe(204);
    expect(readStored(bank().path, 'SELECT id FROM card_transactions')).toEqual([{ id: 'a' }]);
  });
});

describe('a card transaction that comes again [D8-card-transaction-repeated, D8-all-or-nothing]', () => {
  const bank = bankOfEach();

  it('is there already, in the same request and in another', async () => {
    const card = await ownCard(bank());
    const body = [purchase('a', 12), purchase('b'), purchase('a', 12), purchase('', 12)];
    for (const round of [1, 2]) {
      const answer = await post(bank(), pathOf(card), body);
      expect([answer.status, answer.json.cardTransactionIds]).toEqual([201, ['a', 'b', 'a', '']]);
      // What has no id can't be told from another one.
      const withoutId = Array.from({ length: round }, () => '');
      expect(await idsOf(bank(), card)).toEqual({ booked: [...withoutId, 'a'], pending: ['b'] });
    }
  });

  it('is booked when it was pending, with what is said of it now', async () => {
    const card = await ownCard(bank());
    await post(bank(), pathOf(card), [purchase('a'), purchase('b')]);
    const more = { transactionAmount: { currency: 'NOK', amount: 107 } };
    expect((await post(bank(), pathOf(card), [purchase('a', 14, more)])).status).toBe(201);
    const { booked, pending } = await listed(bank(), card);
    expect(pending).toEqual(['b']);
    expect(booked).toMatchObject([{ cardTransactionId: 'a', bookingDate: '2026-11-14', ...more }]);
    const inOne = [purchase('c'), purchase('c', 15), purchase('c', 15)];
    await post(bank(), pathOf(card), inOne);
    expect(await idsOf(bank(), card)).toEqual({ booked: ['c', 'a'], pending: ['b'] });
  });

  it('stops the whole request when it is another one, the last of 500 too', async () => {
    const card = await ownCard(bank());
    await post(bank(), pathOf(card), [purchase('taken', 12), purchase('pending')]);
    const before = rowCounts(bank().path);
    const body = Array.from({ length: 500 }, (_, place) => purchase(`t${place}`, 12));
    body[0] = purchase('pending', 13);
    body[499] = purchase('taken', 11);
    const answer = await post(bank(), pathOf(card), body);
    expect([answer.status, faults(answer)]).toEqual([409, ['CONFLICT [499].cardTransactionId']]);
    expect(rowCounts(bank().path)).toEqual(before);
    expect(await idsOf(bank(), card)).toEqual({ booked: ['taken'], pending: ['pending'] });
  });
});

describe('pages of card transactions [D8-card-transaction-list, D8-array-size]', () => {
  const bank = bankOfEach();

  it('are newest first and in a day by id, each list by itself', async () => {
    const card = await ownCard(bank());
    const pending = (id: string, transactionDate: string) => purchase(id, undefined, { transactionDate });
    await post(bank(), pathOf(card), [
      ...[purchase('c', 10), purchase('a', 12), purchase('d', 12), purchase('b', 11)],
      ...[pending('x', '2026-11-10'), pending('z', '2026-11-12'), pending('y', '')],
    ]);
    expect(await idsOf(bank(), card)).toEqual({ booked: ['a', 'd', 'b', 'c'], pending: ['z', 'x', 'y'] });
    expect(await idsOf(bank(), card, '&offset=1&limit=2')).toEqual({
      booked: ['d', 'b'],
      pending: ['x', 'y'],
    });
    expect(await idsOf(bank(), card, '&fromDate=2026-11-11&toDate=2026-11-11')).toEqual({
      booked: ['b'],
      pending: [],
    });
    expect(await idsOf(bank(), card, '&fromDate=2026-11-12')).toEqual({
      booked: ['a', 'd'],
      pending: ['z'],
    });
    expect(await idsOf(bank(), card, '&toDate=2026-11-10')).toEqual({ booked: ['c'], pending: ['x', 'y'] });
  });

  it('have 200 where no limit is given, and 1,000 at most, of 2,000 that came at once', async () => {
    const card = await ownCard(bank());
    const body = Array.from({ length: 2000 }, (_, place) => purchase(`t${place}`, 1 + (place % 17)));
    expect((await post(bank(), pathOf(card), body)).json.cardTransactionIds).toHaveLength(2000);
    expect((await idsOf(bank(), card)).booked).toHaveLength(200);
    const { booked } = await idsOf(bank(), card, '&limit=5000');
    expect(new Set(booked).size).toBe(1000);
    expect((await idsOf(bank(), card, '&offset=900&limit=100')).booked).toEqual(booked.slice(900));
  });

  it('are found by an index, without sorting, and what comes again by its own', async () => {
    await ownCard(bank());
    const plan = (sql: string) =>
      readStored(bank().path, `EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => String(detail));
    const of = `card_account = '' AND is_pending = 0 AND listed_date >= '' AND listed_date <= ''`;
    const order = 'ORDER BY listed_date DESC, id, sequence LIMIT 1';
    const range = 'card_account=? AND is_pending=? AND listed_date>? AND listed_date<?';
    expect(plan(`SELECT * FROM card_transactions WHERE ${of} ${order}`)).toEqual([
      expect.stringContaining(`card_transactions_of_accounts (${range})`),
    ]);
    const ids = `card_account = '' AND id IN ('a', 'b') AND id <> ''`;
    expect(plan(`SELECT details FROM card_transactions WHERE ${ids}`)).toEqual([
      expect.stringContaining('card_transactions_by_id (card_account=? AND id=?)'),
    ]);
  });
});
