import { beforeEach, describe, expect, it } from 'vitest';
import { byPsuId, makeKnown } from '../../support/known-psu.ts';
import { accountId, minorOn } from '../../support/life/books.ts';
import { Browser } from '../../support/life/browser.ts';
import { sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, ask, play, runBatch, wake } from '../../support/life/operator.ts';
import { call, create, KARI, type Payment, scaStatusOf, statusOf } from '../../support/life/payments.ts';
import { cardOf, createAs } from '../../support/life/products.ts';
import { expectTotals } from '../../support/life/totals.ts';
import { decide, parametersOf, toDecision } from '../../support/life/walk.ts';
import { readStored } from '../../support/stored.ts';
import { expectRefusal } from '../refusals/expectations.ts';
import {
  balance,
  CARD,
  CUSTOMER,
  cardTransaction,
  get,
  incoming,
  made,
  NUMBER,
  post,
  put,
  remove,
} from '../sandbox/calls.ts';

const bank = bankOfEach();

beforeEach(async () => {
  await makeKnown(bank().path, bank().now);
  await post(bank(), '/customers', CUSTOMER);
});

const BBAN = '99900510019';
const account = (more: object = {}) =>
  made(bank(), '/accounts', {
    customerNumber: NUMBER,
    accountName: 'Konto',
    currency: 'NOK',
    bban: BBAN,
    ...more,
  });

/** From Kari to the account that comes and goes. */
async function paid(amount = '100.00'): Promise<Payment> {
  const payment = await create(bank(), { to: BBAN, amount });
  await approve(bank(), payment);
  return payment;
}

const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };

it('payments to an account that is deleted are booked to the new one, in its currency, when the number has an account again [D8-paid-to-deleted, D9-expected-balance, D9-double-entry]', async () => {
  const first = await account();
  const payment = await paid('115.00');
  await remove(bank(), `/accounts/${first.id}`);
  const second = await account({ currency: 'EUR' });
  expect(second.id).not.toBe(first.id);
  expect(second.balances).toEqual([balance('closingBooked', 0, 'EUR'), balance('expected', 10, 'EUR')]);
  await runBatch(bank());
  expect(await statusOf(bank(), payment)).toBe('ACSC');
  expect(minorOn(bank(), second.id)).toBe(1_000);
  expect(minorOn(bank(), first.id)).toBe(0);
  expectTotals(bank());
});

describe('an account that was deleted [D8-deleting, D8-natural-key, D2-resource-unknown]', () => {
  it('is known to nothing, and its number is free', async () => {
    const first = await account({ balances: [balance('closingBooked', 500), balance('expected', 700)] });
    const { transactionIds } = await made(bank(), `/accounts/${first.id}/transactions`, [incoming(first)]);
    await remove(bank(), `/accounts/${first.id}`);
    const path = `/accounts/${first.id}`;
    for (const answer of [
      await remove(bank(), path),
      await get(bank(), path),
      await get(bank(), `${path}/transactions`),
      await get(bank(), `${path}/transactions/${transactionIds[0]}`),
      await put(bank(), `${path}/balances`, [balance('closingBooked', 1)]),
      await post(bank(), `${path}/transactions`, [incoming(first)]),
      await ask(bank(), 'POST', `/operator/accounts/${first.id}/payment-right/take`),
      await remove(bank(), '/accounts/none'),
      await remove(bank(), '/card-accounts/none'),
      await remove(bank(), '/customers/none'),
    ]) {
      expectRefusal(answer, unknown);
    }
    expect((await get(bank(), '/accounts')).json.map(({ id }: { id: string }) => id)).not.toContain(first.id);
    const second = await account();
    expect(second).toMatchObject({
      bban: BBAN,
      balances: [balance('closingBooked', 0), balance('expected', 0)],
    });
    expect(second.id).not.toBe(first.id);
    const again = await made(bank(), `/accounts/${second.id}/transactions`, [incoming(second)]);
    expect(again.transactionIds).not.toEqual(transactionIds);
  });

  it('is known to nothing as a card account either, and has other names when it is made again', async () => {
    const first = await made(bank(), '/card-accounts', CARD);
    const path = `/card-accounts/${first.resourceId}`;
    await made(bank(), `${path}/transactions`, [cardTransaction()]);
    expect((await remove(bank(), path)).status).toBe(204);
    for (const answer of [
      await remove(bank(), path),
      await get(bank(), path),
      await get(bank(), `${path}/transactions`, 'bookingStatus=both'),
      await put(bank(), `${path}/balances`, [balance('closingBooked', 1)]),
      await post(bank(), `${path}/transactions`, [cardTransaction()]),
    ]) {
      expectRefusal(answer, unknown);
    }
    const second = await made(bank(), '/card-accounts', CARD);
    expect(second.resourceId).not.toBe(first.resourceId);
    expect(second.relatedAccount).not.toEqual(first.relatedAccount);
    expect(
      (await get(bank(), `/card-accounts/${second.resourceId}/transactions`, 'bookingStatus=both')).json,
    ).toMatchObject({ cardTransactions: { booked: [], pending: [] } });
  });

  it('stays in the lists of those it has paid, and who it paid reads it', async () => {
    const other = accountId(bank(), bank().accounts.debtorOther);
    const payment = await create(bank(), { to: bank().accounts.debtorOther, amount: '70.00' });
    await approve(bank(), payment);
    sleepUntil(bank(), WEDNESDAY, '11:30');
    await wake(bank());
    const list = async () => (await get(bank(), `/accounts/${other}/transactions`)).json;
    const before = await list();
    expect(before).toMatchObject([{ amount: 70, debtorAccount: { bban: bank().accounts.debtor } }]);
    await remove(bank(), `/accounts/${accountId(bank(), bank().accounts.debtor)}`);
    expect((await list()).map(({ debtorName: _, ...rest }: { debtorName: string }) => rest)).toEqual(
      before.map(({ debtorName: _, ...rest }: { debtorName: string }) => rest),
    );
    const { transactionId } = before[0];
    expect((await get(bank(), `/accounts/${other}/transactions/${transactionId}`)).json).toMatchObject({
      debtorName: '',
    });
    expect((await call(bank(), payment, 'GET')).json).toMatchObject({ transactionStatus: 'ACSC' });
  });
});

describe('an SCA whose account is deleted [D8-deleting, D6-redirect, D4-debtor-later, S9-confirm-repeated]', () => {
  async function atDecision(payment: Payment) {
    const browser = new Browser(bank());
    const page = await toDecision(browser, await browser.open(payment.link), { number: KARI });
    await remove(bank(), `/accounts/${accountId(bank(), bank().accounts.debtor)}`);
    return decide(browser, page, 'confirm');
  }

  it('sends the PSU back from an open page, and says why', async () => {
    const { leavesTo } = await atDecision(await create(bank(), { headers: byPsuId(), psu: KARI }));
    expect(parametersOf(leavesTo!)).toEqual({
      status: '400',
      code: 'BAD_REQUEST',
      message: 'the debtor account was deleted',
    });
  });

  it.each([
    ['bban', 'domestic', (one: Named) => ({ bban: one.bban })],
    ['IBAN', 'cross-border', (one: Named) => ({ iban: one.iban })],
    ['bban of a bulk', 'bulk', (one: Named) => ({ bban: one.bban })],
    ['bban of a standing order', 'periodic', (one: Named) => ({ bban: one.bban })],
  ] as const)('fails by a name alone: %s', async (_, kind, named) => {
    const first = await account();
    const [from, other] = [named(first), named((await get(bank(), '/accounts')).json[1])];
    const asked = (debtor: object) =>
      createAs(bank(), kind, { body: { debtorAccount: { ...debtor, currency: 'NOK' } } });
    const [mine, others] = [await asked(from), await asked(other)];
    await remove(bank(), `/accounts/${first.id}`);
    expect([mine, others].map(({ paymentId }) => storedStatuses(paymentId))).toEqual(['RJCT', 'RCVD']);
    expect(await scaStatusOf(bank(), mine)).toBe('FAILED');
  });

  it('fails by the name of a card account alone, and not by that of another', async () => {
    const card = cardOf(bank());
    const payment = await createAs(bank(), 'card');
    const second = await made(bank(), '/card-accounts', CARD);
    await remove(bank(), `/card-accounts/${second.resourceId}`);
    expect(storedStatuses(payment.paymentId)).toBe('RCVD');
    await remove(bank(), `/card-accounts/${card.id}`);
    expect(storedStatuses(payment.paymentId)).toBe('RJCT');
  });

  it('and what names the number afterwards is that of the new account when it has one', async () => {
    const first = await account();
    await remove(bank(), `/accounts/${first.id}`);
    const payment = await create(bank(), { from: BBAN, amount: '10.00' });
    const second = await account({ balances: [balance('closingBooked', 20)] });
    await play(bank(), 'approve', payment.paymentId, { as: NUMBER });
    sleepUntil(bank(), THURSDAY, '05:30');
    await wake(bank());
    expect(minorOn(bank(), second.id)).toBe(1_000);
  });

  interface Named {
    readonly bban: string;
    readonly iban: string;
  }

  /** A bulk's number is not that of its items. */
  function storedStatuses(paymentId: string): string {
    const sql = `SELECT DISTINCT status FROM payments WHERE id = '${paymentId}'
      OR bulk = (SELECT sequence FROM bulks WHERE id = '${paymentId}')`;
    return readStored(bank().path, sql)
      .map(({ status }) => String(status))
      .join(' ');
  }
});
