import { beforeAll, describe, expect, it } from 'vitest';
import { openTestBank, type TestBank } from '../../support/bank.ts';
import { createBasket, EXPLICIT, received, signBasket } from '../../support/life/baskets.ts';
import { consentTo } from '../../support/life/consents.ts';
import { agree, createOfFirm, engage } from '../../support/life/firm.ts';
import { actOn, advanceClock, approve, ask } from '../../support/life/operator.ts';
import { create, KARI, listed, OLA, start } from '../../support/life/payments.ts';
import { reachAs, statesOf } from '../../support/life/product-states.ts';
import { cardOf, KINDS } from '../../support/life/products.ts';
import { keptOf, restore, type SnapshotRecord, take } from '../../support/life/snapshots.ts';
import type { State } from '../../support/life/states.ts';
import { expectTotals } from '../../support/life/totals.ts';
import { copyOf, readStored } from '../../support/stored.ts';
import {
  cardTransaction,
  get,
  incoming,
  made,
  NUMBER,
  ORGANISATION,
  ownAccount,
  ownCard,
  put,
  remove,
} from '../sandbox/calls.ts';

/** A world with something of everything, and what is gone of it. */
async function fill(bank: TestBank): Promise<void> {
  await agree(bank);
  await engage(bank, KARI);
  const account = await ownAccount(bank, {
    balances: [balanceOf('closingBooked', 500), balanceOf('expected', 700)],
  });
  await made(bank, `/accounts/${account.id}/transactions`, [
    incoming(account),
    incoming(account),
    paid(account),
  ]);
  await put(bank, `/accounts/${account.id}/balances`, [balanceOf('closingBooked', 90)]);
  await made(bank, `/card-accounts/${(await ownCard(bank)).resourceId}/transactions`, [
    cardTransaction(),
    cardTransaction({ cardTransactionId: '', bookingDate: '' }),
  ]);
  await made(bank, '/customers', { customerNumber: ORGANISATION, name: 'Prøve Bygg AS', type: 'CORPORATE' });
  const firm = await made(bank, '/accounts', {
    customerNumber: ORGANISATION,
    accountName: 'Drift',
    currency: 'EUR',
  });
  await remove(bank, `/accounts/${firm.id}`);
  await made(bank, '/accounts', { customerNumber: ORGANISATION, accountName: 'Drift', currency: 'EUR' });
  await consentTo(bank, [(await ids(bank, KARI))[0] ?? '', cardOf(bank).id]);
}

function balanceOf(balanceType: string, amount: number) {
  return { balanceAmount: { currency: 'NOK', amount }, balanceType };
}

function paid(account: { bban: string; iban: string }) {
  const { creditorAccount: debtorAccount, debtorAccount: creditorAccount } = incoming(account);
  return incoming(account, { debtorAccount, creditorAccount, valueDate: '2026-11-13' });
}

async function ids(bank: TestBank, owner: string): Promise<string[]> {
  return (await get(bank, '/accounts')).json
    .filter((one: { customerNumber: string }) => one.customerNumber === owner)
    .map(({ id }: { id: string }) => id);
}

/** What takes payments through runs goes forward with the clock; what rests as approved is there before and after. */
const IN_TIME: readonly (readonly State[])[] = [
  ['RCVD', 'RJCT', 'CANC', 'ACTC', 'PDNG'],
  ['ACWP'],
  ['ACCP'],
  ['ACSP'],
  ['ACSC'],
  ['ACTC'],
];

/** Payments of every product in every status in which it rests; each in the same world, the clock only goes forward. */
async function pay(bank: TestBank): Promise<void> {
  for (const states of IN_TIME) {
    for (const kind of KINDS) {
      for (const state of states) if (statesOf(kind).includes(state)) await reachAs(bank, kind, state);
    }
  }
  await reachAs(bank, 'domestic', 'ACWC');
  const [kept, deleted] = await received(bank, [{}, {}]);
  await signBasket(bank, await createBasket(bank, [kept!]));
  await createBasket(bank, [deleted!], EXPLICIT);
  const cancelled = await create(bank);
  await approve(bank, cancelled);
  await start(bank, cancelled, 'cancellation-authorisations');
  await ask(bank, 'POST', `/operator/accounts/${(await ids(bank, OLA))[0]}/payment-right/take`);
  await actOn(bank, 'hold', await create(bank));
}

describe('a world that is restored [D16-snapshot, D16-restore, S7-snapshot]', () => {
  let bank: TestBank;
  let before: readonly SnapshotRecord[];
  let kept: ReturnType<typeof keptOf>;

  beforeAll(async () => {
    bank = await openTestBank();
    await fill(bank);
    await pay(bank);
    await advanceClock(bank, 3600);
    before = await take(bank);
    kept = keptOf(bank);
    return () => bank.close();
  });

  it('is the one that was saved, whatever was done since, and its totals add up', async () => {
    await approve(bank, await createOfFirm(bank));
    await remove(bank, `/customers/${(await get(bank, '/customers')).json[0].customerId}`);
    await advanceClock(bank, 30 * 86_400);
    const sequence = readStored(bank.path, 'SELECT sequence FROM world')[0]?.sequence;
    const { status, text, json } = await restore(bank, before);
    expect(status, text).toBe(200);
    expect(json).toMatchObject({ customers: 6, cardAccounts: 3, transactions: 5 });
    expect(await take(bank)).toEqual(before);
    expect(keptOf(bank)).toEqual(kept);
    expectTotals(bank);
    // No number of before is given again.
    expect(Number(readStored(bank.path, 'SELECT sequence FROM world')[0]?.sequence)).toBeGreaterThan(
      Number(sequence),
    );
  });

  it('is the same in a bank that has never seen it', async () => {
    const other = await openTestBank({ now: bank.now });
    expect((await restore(other, before)).status).toBe(200);
    expect(keptOf(other)).toEqual(kept);
    expect(await take(other)).toEqual(before);
    expectTotals(other);
    await other.close();
  });

  it('goes on: payments of before are run, and equal things made again get other ids', async () => {
    const other = await openTestBank({ now: bank.now, file: copyOf(bank.path) });
    expect((await restore(other, before)).status).toBe(200);
    for (const one of [bank, other]) {
      await ask(one, 'POST', '/operator/batch/run');
      await remove(one, `/accounts/${(await ids(one, NUMBER))[0]}`);
      await ownAccount(one);
    }
    const lists = async (one: TestBank) =>
      Promise.all(
        ['/customers', '/accounts', '/card-accounts', '/agreements'].map(
          async (path) => (await get(one, path)).json,
        ),
      );
    expect(await lists(other)).toEqual(await lists(bank));
    expectTotals(other);
    expect(unnumbered(await take(other))).toEqual(unnumbered(await take(bank)));
    await other.close();
  });
});

/** Without the numbers that are drawn as things happen. */
function unnumbered(records: readonly SnapshotRecord[]): unknown[] {
  return records.map(({ approval, ...record }) => record);
}

it('open SCAs, sessions, secrets and requests stand in no snapshot, and a payment that waits for its SCA is RCVD without one [D16-snapshot, S8-secrets]', async () => {
  const bank = await openTestBank();
  const waiting = await create(bank, { session: 'a-session-of-its-own' });
  const done = await create(bank);
  await approve(bank, done);
  const records = await take(bank);
  const text = JSON.stringify(records);
  const stored = readStored(
    bank.path,
    `SELECT secret AS word FROM authorisations UNION SELECT tpp_session_id FROM authorisations
       UNION SELECT tpp_session_id FROM sessions UNION SELECT redirect_uri FROM authorisations
       UNION SELECT request_id FROM requests UNION SELECT paging_secret FROM world`,
  );
  const words = stored.flatMap(({ word }) => (word === null ? [] : [String(word)]));
  expect(words.length).toBeGreaterThan(5);
  for (const word of words) expect(text).not.toContain(word);
  expect((await restore(bank, records)).status).toBe(200);
  expect(await listed(bank, waiting)).toEqual([]);
  expect(await listed(bank, done)).toHaveLength(1);
  const rows = readStored(
    bank.path,
    `SELECT (SELECT COUNT(*) FROM sessions) + (SELECT COUNT(*) FROM requests) AS rows,
         (SELECT status FROM payments ORDER BY sequence LIMIT 1) AS status`,
  );
  expect(rows[0]).toEqual({ rows: 0, status: 'RCVD' });
  // Its SCA is started anew.
  await start(bank, waiting);
  expect(await listed(bank, waiting)).toHaveLength(1);
  await bank.close();
});
