import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestBank, signerOf, type TestBank } from '../support/bank.ts';
import { createBasket, EXPLICIT, received, signBasket } from '../support/life/baskets.ts';
import { expectBooksInBalance } from '../support/life/books.ts';
import { DAY, HOUR } from '../support/life/days.ts';
import { actOn, approve, decline, play, runBatch, wake } from '../support/life/operator.ts';
import {
  AUTHORISATIONS,
  CANCELLATIONS,
  call,
  create,
  KARI,
  listed,
  type Payment,
  start,
  statusOf,
  type Wish,
} from '../support/life/payments.ts';
import { approvedAs } from '../support/life/products.ts';
import { readStored } from '../support/stored.ts';

const FORTNIGHT = 14 * DAY;
const YEARS = 6;
const KEPT = 400 * DAY;
/** What is old goes together with what gets old within an hour, and what was on its way is looked at again. */
const TOGETHER = HOUR;

const TPPS = [undefined, 'PSDNO-FSA-39999991'] as const;

interface Ended {
  readonly id: string;
  readonly at: number;
}

let bank: TestBank;
/** Authorisations that have ended, and those that are about what is on its way all the time. */
const ended: Ended[] = [];
/** Of one fortnight, at most. */
const most = { authorisations: 0, sessions: 0, requests: 0 };

beforeAll(async () => {
  bank = await openTestBank();
});
afterAll(() => bank.close());

function idsIn(table: string, column: string): Set<string> {
  return new Set(readStored(bank.path, `SELECT ${column} AS id FROM ${table}`).map(({ id }) => String(id)));
}

function countOf(table: string): number {
  return Number(readStored(bank.path, `SELECT COUNT(*) AS n FROM ${table}`)[0]?.n);
}

/** All that a TPP does in a fortnight, in a session of its own, with one beside it. */
async function work(nth: number, tpp: (typeof TPPS)[number]): Promise<void> {
  const as = tpp === undefined ? {} : { as: signerOf(tpp) };
  const wish = { psu: KARI, amount: '1.00', session: `session-${nth}`, ...as };
  const beside = { ...wish, session: `beside-${nth}` };
  const begun = await create(bank, wish);
  const paid = await create(bank, wish);
  await start(bank, paid);
  await approve(bank, paid);
  await approve(bank, await create(bank, beside));
  // In a session that is dead by now.
  await approve(bank, begun);
  await decline(bank, await create(bank, wish));
  await play(bank, 'abandon', (await create(bank, wish)).paymentId);
  await create(bank, { ...beside, to: bank.accounts.debtorOther });
  const cancelled = await create(bank, wish);
  await approve(bank, cancelled);
  await start(bank, cancelled, CANCELLATIONS);
  await approve(bank, cancelled);
  await baskets(wish);
  for (const uri of ['https://tpp.example/one', 'https://tpp.example/other']) {
    await bank.send({ headers: { 'X-PSU-IDENTITY': '99999999999', 'TPP-Redirect-URI': uri }, ...as });
  }
}

/** One that is signed, after a start from elsewhere, and one whose time runs out. */
async function baskets(wish: Wish): Promise<void> {
  const as = wish.as === undefined ? {} : { as: wish.as };
  for (const isSigned of [true, false]) {
    const basket = await createBasket(bank, await received(bank, [{ ...wish, ...EXPLICIT }]), as);
    await start(bank, basket);
    const headers = { 'TPP-Redirect-URI': 'https://tpp.example/retry' };
    await start(bank, basket, AUTHORISATIONS, { headers });
    if (isSigned) await signBasket(bank, basket);
  }
}

/** Creates a standing order, and a payment that stays on hold. */
async function whatStays(): Promise<readonly [standing: Payment, held: Payment]> {
  const standing = await approvedAs(bank, 'periodic');
  const held = await create(bank, { psu: KARI, amount: '1.00' });
  await approve(bank, held);
  await actOn(bank, 'hold', held);
  return [standing as unknown as Payment, held];
}

/** What has ended by now, as the bank says. */
function noteEnded(): void {
  const known = new Set(ended.map(({ id }) => id));
  const rows = readStored(
    bank.path,
    'SELECT id, ended_at_ms FROM authorisations WHERE ended_at_ms IS NOT NULL',
  );
  for (const { id, ended_at_ms } of rows) {
    if (!known.has(String(id))) ended.push({ id: String(id), at: Number(ended_at_ms) });
  }
}

describe('six years of a bank at which TPPs work [S12-kept, D6-last-sca]', () => {
  it('keep its rows within bounds, and what may not go', { timeout: 600_000 }, async () => {
    const first = bank.now;
    const [, held] = await whatStays();
    for (let nth = 0; bank.now < first + YEARS * 365 * DAY; nth += 1) {
      const before = { authorisations: countOf('authorisations'), sessions: countOf('sessions') };
      for (const tpp of TPPS) await work(nth, tpp);
      await runBatch(bank);
      most.authorisations = Math.max(most.authorisations, countOf('authorisations') - before.authorisations);
      most.sessions = Math.max(most.sessions, countOf('sessions') - before.sessions);
      most.requests = Math.max(most.requests, countOf('requests'));
      bank.now += HOUR;
      await wake(bank);
      noteEnded();
      expectRightRows();
      bank.now += FORTNIGHT - HOUR;
      await wake(bank);
      expectBounds();
    }
    expect(ended.length).toBeGreaterThan(3 * countOf('authorisations'));
    const goneOnes = ended.filter(({ at }) => at < bank.now - KEPT - TOGETHER);
    const [paid] = readStored(
      bank.path,
      `SELECT id FROM payments WHERE status = 'ACSC' AND tpp = 'PSDNO-FSA-39999990' ORDER BY sequence LIMIT 1`,
    );
    const old = { ...held, path: held.path.replace(held.paymentId, String(paid?.id)) };
    expect(await listed(bank, old)).toEqual([]);
    expect((await call(bank, old, 'GET', `${AUTHORISATIONS}/${goneOnes[0]?.id}`)).status).toBe(404);
    expect(await statusOf(bank, old)).toBe('ACSC');
    expect(await statusOf(bank, held)).toBe('PDNG');
    expect(bank.unexpected).toEqual([]);
    expectBooksInBalance(bank);
  });

  function expectRightRows(): void {
    const there = idsIn('authorisations', 'id');
    const mustStay = ended.filter(({ at }) => at > bank.now - KEPT).map(({ id }) => id);
    expect(mustStay.filter((id) => !there.has(id))).toEqual([]);
    const mustBeGone = ended.filter(({ at }) => at <= bank.now - KEPT - TOGETHER);
    expect(mustBeGone.filter(({ id }) => there.has(id))).toEqual([]);
    const oldest = Number(readStored(bank.path, 'SELECT MIN(finalised_at_ms) AS ms FROM sessions')[0]?.ms);
    expect(oldest).toBeGreaterThan(bank.now - KEPT - TOGETHER - FORTNIGHT);
    const psus = readStored(bank.path, `SELECT last_sca_ms FROM psus WHERE customer_number = '${KARI}'`);
    expect(psus).toHaveLength(TPPS.length);
    expect(psus.every(({ last_sca_ms }) => Number(last_sca_ms) > bank.now - 2 * HOUR)).toBe(true);
  }

  function expectBounds(): void {
    const fortnights = Math.ceil((KEPT + TOGETHER) / FORTNIGHT) + 1;
    expect(countOf('authorisations')).toBeLessThanOrEqual(fortnights * most.authorisations);
    expect(countOf('sessions')).toBeLessThanOrEqual(fortnights * most.sessions);
    expect(countOf('requests')).toBe(0);
  }
});
