import { describe, expect, it } from 'vitest';
import type { TestBank } from '../../support/bank.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { advanceClock, approve } from '../../support/life/operator.ts';
import { create } from '../../support/life/payments.ts';
import { readStored, rowCounts } from '../../support/stored.ts';
import { faults } from '../refusals/expectations.ts';
import { bankOf } from '../refusals/rows.ts';
import { balance, get, incoming, outgoing, ownAccount, post } from './calls.ts';

const DAY = 86_400;

async function pay(bank: TestBank, amount: string, wish: object = {}): Promise<void> {
  await approve(bank, await create(bank, { amount, ...wish }));
  await bank.send({ path: '/operator/batch/run', body: {} });
}

// biome-ignore lint/suspicious/noExplicitAny: accounts as the sandbox shows them
async function accounts(bank: TestBank): Promise<any[]> {
  return (await get(bank, '/accounts')).json;
}

// biome-ignore lint/suspicious/noExplicitAny: transactions as the sandbox shows them
async function listed(bank: TestBank, { id }: { id: string }, query = ''): Promise<any[]> {
  return (await get(bank, `/accounts/${id}/transactions`, query)).json;
}

describe('the list of an account [D8-one-list, D8-transaction-list, D7-payment-transaction-id, D8-transaction-shape]', () => {
  const bank = bankOfEach();

  it('has payments and what was made by hand, newest first, payments of a day before the others', async () => {
    const [debtor] = await accounts(bank());
    const path = `/accounts/${debtor.id}/transactions`;
    const today = { bookingDate: '2026-11-18', valueDate: '2026-11-18' };
    const byHand = [1, 2, 3].map((amount) => incoming(debtor, { amount, ...today }));
    const { transactionIds } = (await post(bank(), path, byHand)).json;
    await pay(bank(), '11.00');
    await pay(bank(), '12.00');
    await post(bank(), path, [incoming(debtor, { amount: 5 })]);
    await advanceClock(bank(), DAY);
    await pay(bank(), '13.00');
    const list = await listed(bank(), debtor);
    expect(list.map(({ amount }) => amount)).toEqual([
      13,
      12,
      11,
      ...list.slice(3, 6).map((one) => one.amount),
      5,
    ]);
    const ofDay = list.slice(3, 6).map(({ transactionId }) => transactionId);
    expect(ofDay).toEqual(transactionIds.toSorted());
  });

  it('shows a payment on both sides, each with an id of its own, its parties and its charge', async () => {
    const [debtor, , creditor] = await accounts(bank());
    const instant = 'instant-norwegian-credit-transfers-straks';
    const body = { ...bank().payment(), remittanceInformationUnstructured: 'Husleie' };
    const paid = await bank().send({ path: `/v1/payments/${instant}`, body });
    await bank().send({ path: `/operator/sca/${paid.json.paymentId}/approve`, body: {} });
    const [out] = await listed(bank(), debtor);
    const [into] = await listed(bank(), creditor);
    const parties = {
      creditorName: 'Ola Eksempel',
      creditorAccount: { iban: creditor.iban, bban: creditor.bban },
      debtorName: 'Kari Prøve',
      debtorAccount: { iban: debtor.iban, bban: debtor.bban },
    };
    const both = {
      currency: 'NOK',
      valueDate: '2026-11-18',
      bookingDate: '2026-11-18',
      remittanceInformationUnstructured: 'Husleie',
      creditorId: '',
      ultimateCreditor: '',
      ultimateDebtor: '',
      purposeCode: '',
      ...parties,
    };
    const shown = ({ id }: { id: string }, transactionId: string) => ({
      transactionId,
      ...both,
      _links: {
        self: { href: `/v1/sandbox/accounts/${id}/transactions/${transactionId}`, verbs: ['GET'] },
      },
    });
    expect(out).toEqual({
      ...shown(debtor, out.transactionId),
      amount: 102,
      bankTransactionCode: 'PMNT-IRCT-DMCT',
    });
    expect(into).toEqual({
      ...shown(creditor, into.transactionId),
      amount: 100,
      bankTransactionCode: 'PMNT-RRCT-DMCT',
    });
    expect(out.transactionId).not.toBe(into.transactionId);
    const read = (account: { id: string }, id: string) =>
      get(bank(), `/accounts/${account.id}/transactions/${id}`);
    expect((await read(debtor, out.transactionId)).json).toEqual(out);
    expect((await read(creditor, into.transactionId)).json).toEqual(into);
    expect((await read(debtor, into.transactionId)).status).toBe(404);
    expect((await read(creditor, out.transactionId)).status).toBe(404);
  });

  it('shows a payment on the day that it is in Oslo', async () => {
    const [debtor] = await accounts(bank());
    // 00:15 in Oslo is still the day before in UTC.
    await advanceClock(bank(), 14.25 * 3600);
    const path = '/v1/payments/instant-norwegian-credit-transfers-straks';
    const { json } = await bank().send({ path, body: bank().payment() });
    await bank().send({ path: `/operator/sca/${json.paymentId}/approve`, body: {} });
    const [{ bookingDate, transactionId }] = await listed(bank(), debtor);
    expect(bookingDate).toBe('2026-11-19');
    expect((await get(bank(), `/accounts/${debtor.id}/transactions/${transactionId}`)).status).toBe(200);
  });

  it('adds up to the ledger', async () => {
    const [debtor] = await accounts(bank());
    await pay(bank(), '99.00');
    await post(bank(), `/accounts/${debtor.id}/transactions`, [
      incoming(debtor),
      outgoing(debtor, { amount: 7 }),
    ]);
    const sum = (table: string) =>
      `SELECT SUM(amount_minor) AS n FROM ${table} WHERE account = '${debtor.id}' AND booking >= 0`;
    expect(readStored(bank().path, sum('transactions'))).toEqual(
      readStored(bank().path, sum('booking_lines')),
    );
    expect((await listed(bank(), debtor)).length).toBe(3);
  });
});

describe('pages of a list [D8-transaction-list]', () => {
  const bank = bankOfEach();

  it('are of the dates of booking, both included, 200 where no limit is given, 1,000 at most', async () => {
    const [account] = await accounts(bank());
    const path = `/accounts/${account.id}/transactions`;
    const days = Array.from({ length: 12 }, (_, day) => `2026-10-${String(day + 10)}`);
    const body = Array.from({ length: 1200 }, (_, place) => {
      const date = days[place % 12];
      return incoming(account, { amount: place + 1, bookingDate: date, valueDate: date });
    });
    await post(bank(), path, body);
    expect(await listed(bank(), account)).toHaveLength(200);
    const all = await listed(bank(), account, 'limit=5000');
    expect(all).toHaveLength(1000);
    expect(await listed(bank(), account, 'limit=30&offset=195')).toEqual(all.slice(195, 225));
    expect(await listed(bank(), account, 'offset=1200')).toEqual([]);
    expect(await listed(bank(), account, 'offset=2147483647&limit=2147483647')).toEqual([]);
    const some = await listed(bank(), account, 'fromDate=2026-10-11&toDate=2026-10-12&limit=1000');
    expect(some).toHaveLength(200);
    expect(new Set(some.map(({ bookingDate }) => bookingDate))).toEqual(
      new Set(['2026-10-12', '2026-10-11']),
    );
    expect(await listed(bank(), account, 'toDate=2026-10-09')).toEqual([]);
  });

  it('are found by an index, without sorting', async () => {
    await accounts(bank());
    const plan = (sql: string) =>
      readStored(bank().path, `EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => String(detail));
    const order = 'ORDER BY booking_date DESC, payment DESC, id';
    const of = `account = '' AND booking_date >= '' AND booking_date <= ''`;
    expect(plan(`SELECT * FROM transactions WHERE ${of} ${order} LIMIT 1`)).toEqual([
      expect.stringContaining('transactions_of_accounts (account=? AND booking_date>? AND booking_date<?)'),
    ]);
  });
});

describe('transactions by hand [D8-transaction-members, D8-transaction-parties, D8-transaction-shape, D2-created-location, I-sandbox-transaction]', () => {
  const bank = bankOf();

  it('are shown as they were given, with an id, newest first, and move the balance', async () => {
    const account = await ownAccount(bank(), { balances: [balance('closingBooked', 1000)] });
    const path = `/accounts/${account.id}/transactions`;
    const first = incoming(account, { bookingDate: '2026-11-10', valueDate: '2026-11-11' });
    const second = outgoing(account, { amount: 40, remittanceInformationUnstructured: '' });
    const answer = await post(bank(), path, [first, second]);
    expect(answer.text).toBe(JSON.stringify({ transactionIds: answer.json.transactionIds }));
    const [one, other] = answer.json.transactionIds;
    const shown = (transactionId: string, given: object) => ({
      transactionId,
      ...given,
      _links: { self: { href: `/v1/sandbox${path}/${transactionId}`, verbs: ['GET'] } },
    });
    expect((await get(bank(), path)).json).toEqual([shown(other, second), shown(one, first)]);
    expect((await get(bank(), `${path}/${one}`)).json).toEqual(shown(one, first));
    const [after] = (await get(bank(), `/accounts/${account.id}`)).json;
    expect(after.balances).toEqual([balance('closingBooked', 2460), balance('expected', 2460)]);
    expect(readStored(bank().path, `SELECT SUM(amount_minor) AS n FROM booking_lines`)).toEqual([{ n: 0 }]);
  });
});

describe('many transactions at once [D8-all-or-nothing, D8-array-size, D8-natural-key]', () => {
  const bank = bankOfEach();

  it('are stored whole, 2,000 of them, each with an id, equal ones too', async () => {
    const account = await ownAccount(bank());
    const path = `/accounts/${account.id}/transactions`;
    const body = Array.from({ length: 2000 }, (_, place) =>
      place % 4 === 0 ? incoming(account, { amount: 3 }) : outgoing(account, { amount: 1 + (place % 500) }),
    );
    expect(new Set((await post(bank(), path, body)).json.transactionIds).size).toBe(2000);
    const moved = body.reduce(
      (sum, item) => sum + (item.debtorAccount.bban === account.bban ? -item.amount : item.amount),
      0,
    );
    const [after] = (await get(bank(), `/accounts/${account.id}`)).json;
    expect(after.balances[0]).toEqual(balance('closingBooked', moved));
    const counted = `SELECT COUNT(*) AS n, COUNT(DISTINCT booking) AS bookings FROM transactions`;
    expect(readStored(bank().path, counted)).toEqual([{ n: 2000, bookings: 2000 }]);
  });

  it('store nothing when one of 500 is wrong, the last one too', async () => {
    const account = await ownAccount(bank());
    const before = rowCounts(bank().path);
    const body = Array.from({ length: 500 }, (_, place) => incoming(account, { amount: place + 1 }));
    body[499] = incoming(account, { valueDate: '2026-11-19' });
    const answer = await post(bank(), `/accounts/${account.id}/transactions`, body);
    expect([answer.status, faults(answer)]).toEqual([400, ['FORMAT_ERROR [499].valueDate']]);
    expect(rowCounts(bank().path)).toEqual(before);
    const [after] = (await get(bank(), `/accounts/${account.id}`)).json;
    expect(after).toEqual(account);
  });
});
