import { beforeEach, describe, expect, it } from 'vitest';
import { byPsuId, makeKnown } from '../../support/known-psu.ts';
import { basketStatusOf, createBasket } from '../../support/life/baskets.ts';
import { accountId, changesOf, minorOn } from '../../support/life/books.ts';
import { SATURDAY, sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { actOn, approve, runBatch, wake } from '../../support/life/operator.ts';
import {
  call,
  create,
  KARI,
  type Payment,
  readStatus,
  scaStatusOf,
  start,
  statusOf,
  type Wish,
} from '../../support/life/payments.ts';
import { cardOf, createAs, type Kind, type ProductWish } from '../../support/life/products.ts';
import { TOO_MUCH } from '../../support/life/states.ts';
import { expectTotals } from '../../support/life/totals.ts';
import { changeStore } from '../../support/store-work.ts';
import { readAllStored, readStored } from '../../support/stored.ts';
import { get, incoming, post, remove } from '../sandbox/calls.ts';

const bank = bankOfEach();

beforeEach(async () => {
  await makeKnown(bank().path, bank().now);
});

/** Of a PSU whose SCA was long ago: the debtor account is settled at the creation. */
function known(wish: Wish = {}): Promise<Payment> {
  return create(bank(), { ...wish, headers: byPsuId(), psu: KARI });
}

async function approved(wish: Wish = {}): Promise<Payment> {
  const payment = await known(wish);
  await approve(bank(), payment);
  return payment;
}

/** One payment in each status in which a domestic one can rest before its end. */
async function oneInEach(): Promise<Readonly<Record<string, Payment>>> {
  const ACCP = await approved({ amount: TOO_MUCH });
  const ACSP = await approved();
  const ACWP = await approved();
  await actOn(bank(), 'hold', ACSP);
  await actOn(bank(), 'settle-late', ACWP);
  sleepUntil(bank(), WEDNESDAY, '12:00');
  await actOn(bank(), 'release', ACSP);
  const PDNG = await approved();
  await actOn(bank(), 'hold', PDNG);
  const ACWC = await approved({ date: SATURDAY });
  return { RCVD: await known(), ACTC: await approved(), ACWC, ACCP, PDNG, ACSP, ACWP };
}

const BY_DELETION = {
  transactionStatus: 'RJCT',
  psuMessage: 'The payment was rejected because its account was deleted.',
  tppMessages: [{ category: 'ERROR', code: 'BAD_REQUEST', text: 'the debtor account was deleted' }],
};

// Whoever forgets a status leaves a payment whose account the next run can't find: it is held for a fault.
describe('an account is deleted with live payments [D8-deleting, D4-rejection-reason, D9-invariants, D4-transitions]', () => {
  it('in each status, and a live basket: each is rejected with its reason, and the batch holds none', async () => {
    const payments = await oneInEach();
    const mine = await known();
    const other = await known({ from: bank().accounts.debtorOther });
    const basket = await createBasket(bank(), [mine, other]);
    const { authorisationId } = await start(bank(), basket);
    for (const [status, payment] of Object.entries(payments)) {
      expect(await statusOf(bank(), payment), status).toBe(status);
    }
    const id = accountId(bank(), bank().accounts.debtor);
    expect((await remove(bank(), `/accounts/${id}`)).status).toBe(204);
    expectTotals(bank());
    for (const [status, payment] of Object.entries({ ...payments, mine })) {
      const { json } = await readStatus(bank(), payment);
      expect(json, status).toMatchObject({ ...BY_DELETION, paymentId: payment.paymentId });
      expect(json, status).not.toHaveProperty('fundsAvailable');
      expect(changesOf(bank(), payment).at(-1)).toMatch(/→RJCT$/);
    }
    expect(await scaStatusOf(bank(), payments.RCVD!)).toBe('FAILED');
    expect(await basketStatusOf(bank(), basket)).toBe('RJCT');
    expect(await scaStatusOf(bank(), basket, authorisationId)).toBe('FAILED');
    expect(await statusOf(bank(), other)).toBe('RCVD');
    expect(await runBatch(bank())).toMatchObject({ settled: 0, sent: 0, waiting: 0, rejected: 0, held: 0 });
    expect(readStored(bank().path, 'SELECT * FROM reservations')).toEqual([]);
    expect(minorOn(bank(), id)).toBe(0);
    expect(minorOn(bank(), 'SUSPENSE')).toBe(25_000_000);
    expectTotals(bank());
  });

  it('a payment freed from the ended basket is authorised by itself, or is over at the end of its day', async () => {
    const [mine, other, third] = [
      await known(),
      await known({ from: bank().accounts.debtorOther }),
      await known({ from: bank().accounts.debtorOther }),
    ];
    await createBasket(bank(), [mine, other, third]);
    await remove(bank(), `/accounts/${accountId(bank(), bank().accounts.debtor)}`);
    await start(bank(), other);
    await approve(bank(), other);
    expect(await statusOf(bank(), other)).toBe('ACTC');
    sleepUntil(bank(), WEDNESDAY, '23:59');
    expect(await statusOf(bank(), third)).toBe('RCVD');
    bank().now += 60_000;
    expect((await readStatus(bank(), third)).json).toMatchObject({
      transactionStatus: 'RJCT',
      tppMessages: [{ code: 'SCA_EXPIRED' }],
    });
  });

  it('an open cancellation fails too', async () => {
    const payment = await approved();
    const { authorisationId } = await start(bank(), payment, 'cancellation-authorisations');
    await remove(bank(), `/accounts/${accountId(bank(), bank().accounts.debtor)}`);
    expect(await scaStatusOf(bank(), payment, authorisationId, 'cancellation-authorisations')).toBe('FAILED');
    expect((await call(bank(), payment, 'DELETE')).status).toBe(409);
  });

  // A run that fell due before the deletion comes first: what it took is booked, not rejected.
  it('after the runs that fell due before it', async () => {
    const payment = await approved({ amount: '100.00' });
    sleepUntil(bank(), WEDNESDAY, '14:00');
    const id = accountId(bank(), bank().accounts.debtor);
    expect((await remove(bank(), `/accounts/${id}`)).status).toBe(204);
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    expect(minorOn(bank(), 'SUSPENSE')).toBe(25_000_000 - 10_000);
  });
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
