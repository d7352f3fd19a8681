import { beforeEach, describe, expect, it } from 'vitest';
import { type BalanceHistory, computeHistory, type Days } from '../../src/accounts/balance-history.ts';
import type { CallContext, Operation } from '../../src/client/operation.ts';
import type { PsuCall } from '../../src/sca/retry-after-sca.ts';
import { addDays } from '../../src/values/oslo.ts';
import { incoming, made, outgoing } from '../bank/sandbox/calls.ts';
import { DAY } from '../support/life/days.ts';
import { ask, consent, ownedBy } from '../support/life/information.ts';
import { bankOfEach } from '../support/life/life.ts';
import { KARI, OLA } from '../support/life/payments.ts';
import { approvedAs } from '../support/life/products.ts';
import { makeMany, numbersOf } from '../support/life/transactions.ts';
import { readStored } from '../support/stored.ts';

const bank = bankOfEach();
const id = () => ownedBy(bank(), KARI).accounts[0]!;
beforeEach(() => consent(bank()));

/** Kari at the bank of the tests. @param before what happens before each of the calls */
function kari(before: (call: number) => Promise<unknown> = async () => undefined) {
  const operations: string[] = [];
  const call = async <Input, Resource>(operation: Operation<Input, Resource>, input: Input) => {
    await before(operations.length);
    operations.push(operation.operation);
    const [path = '', query = ''] = operation
      .request(input, { basePath: '', psu: {} } as CallContext)
      .target.replace(/^\/v1\//, '')
      .split('?');
    const { status, text, headers } = await ask(bank(), path, { query });
    expect(status, text).toBe(200);
    const resource = await operation.resource({ status, headers, body: Buffer.from(text) });
    return { resource, meta: { requestId: 'r', status, durationMs: 1 } };
  };
  return { as: { call } as PsuCall, operations };
}

async function historyFor(as: PsuCall, days: Days = {}): Promise<BalanceHistory> {
  const onProgress = () => undefined;
  return (await computeHistory({ as, place: { basePath: '' }, id: id(), onProgress }, days)).history;
}

/** What the account's lines in the ledger add up to at the end of a day. */
function ledgerOn(date: string): string {
  const end = Date.parse(`${addDays(date, 1)}T00:00:00+01:00`);
  const sql = `SELECT SUM(amount_minor) AS minor FROM booking_lines JOIN bookings ON bookings.sequence = booking
    WHERE account = '${id()}' AND booked_at_ms < ${end}`;
  return (Number(readStored(bank().path, sql)[0]?.minor) / 100).toFixed(2);
}

/** Pays now, from Kari to Ola or the other way. */
function pay(amount: string, isOut: boolean) {
  const { bban: to } = numbersOf(bank(), isOut ? ownedBy(bank(), OLA).accounts[0]! : id());
  const { bban: from } = numbersOf(bank(), isOut ? id() : ownedBy(bank(), OLA).accounts[0]!);
  return approvedAs(bank(), 'instant', { amount, from, to, psu: isOut ? KARI : OLA });
}

describe('the balance over time [C-plot-history, D7-transaction-list]', () => {
  it("is the ledger's at the end of each day, with payments in and out, a fee and what was made by hand", async () => {
    await pay('120.25', true);
    bank().now += DAY;
    await pay('1000.00', false);
    await pay('40.40', true);
    await made(bank(), `/accounts/${id()}/transactions`, [
      outgoing(numbersOf(bank(), id()), { amount: 9, bookingDate: '2026-11-19', valueDate: '2026-11-19' }),
    ]);
    bank().now += 3 * DAY;
    await pay('7.05', true);
    await approvedAs(bank(), 'domestic', { date: '2026-12-01' });
    const { points, currency, account } = await historyFor(kari().as);
    expect({ currency, account }).toEqual({
      currency: 'NOK',
      account: { ...numbersOf(bank(), id()), currency: 'NOK' },
    });
    expect(points).toHaveLength(91);
    expect(points.at(-1)?.date).toBe('2026-11-22');
    const since = points.filter(({ date }) => date >= '2026-11-18');
    expect(since).toEqual(since.map(({ date }) => ({ date, amount: ledgerOn(date) })));
    expect(new Set(since.map(({ amount }) => amount)).size).toBe(3);
    expect(points[0]?.amount).toBe('250000.00');
  });

  it('is that of the days that are asked for, whatever was booked after them', async () => {
    const one = (bookingDate: string) =>
      incoming(numbersOf(bank(), id()), { amount: 10, bookingDate, valueDate: bookingDate });
    await made(bank(), `/accounts/${id()}/transactions`, ['2026-10-02', '2026-10-03', '2026-11-01'].map(one));
    expect((await historyFor(kari().as, { from: '2026-10-01', to: '2026-10-03' })).points).toEqual([
      { date: '2026-10-01', amount: '250000.00' },
      { date: '2026-10-02', amount: '250010.00' },
      { date: '2026-10-03', amount: '250020.00' },
    ]);
    expect((await historyFor(kari().as, { to: '2026-10-03' })).points).toHaveLength(91);
  });

  it('of a day to come is refused with the day that it is at the bank', async () => {
    await expect(historyFor(kari().as, { to: '2026-11-19' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: '--to 2026-11-19 is after today at the bank, 2026-11-18.',
    });
  });
});

describe('the balance and the list that it is reckoned from [C-plot-moment, D7-page-world]', () => {
  it('are of one moment, whenever a payment is booked', async () => {
    await makeMany(bank(), id(), 450, ['2026-11-12', '2026-11-11']);
    for (let when = 0; when < 6; when += 1) {
      const { as, operations } = kari(async (call) => (call === when ? pay('1.00', true) : undefined));
      // Those by hand are no bookings of their day: before them there was what the world began with.
      expect((await historyFor(as)).points[0]?.amount, `before call ${when}`).toBe('250000.00');
      const pages = operations.filter((name) => name === 'list account transactions');
      expect(pages.length).toBe(when === 1 || when === 2 ? 4 : 3);
    }
  });

  it('are given up where the balance never stands still', async () => {
    const { as } = kari(() => pay('1.00', true));
    await expect(historyFor(as)).rejects.toMatchObject({ code: 'BANK_FAILED' });
  });
});
