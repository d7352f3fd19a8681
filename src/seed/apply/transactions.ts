import { hash } from 'node:crypto';
import { updateSandboxAccountBalances } from '../../client/sandbox/accounts.ts';
import { createSandboxTransactions, listSandboxTransactions } from '../../client/sandbox/transactions.ts';
import type { Session } from '../../client/session.ts';
import { Fault } from '../../errors.ts';
import type { SandboxAccount } from '../../wire/sandbox/account.ts';
import { faultInWords } from '../faults.ts';
import type { SeedAccount, SeedTransaction } from '../world.ts';
import { balanceBody, type HeldAccount } from './accounts.ts';
import { APPLIED_IN_PART, bodyOf, type Hand, send } from './hand.ts';
import { differing } from './tally.ts';
import { sameText, seedOf, transactionBody } from './transaction-body.ts';
import { accountInWords } from './words.ts';

/** How many transactions a request has. @see D8-array-size */
export const AT_A_TIME = 500;

/** How many transactions a page of the bank's list has. @see D8-transaction-list */
const PAGE = 1000;

/**
 * Makes the transactions that the account lacks, a request of 500 after the other, and sets the balance if it isn't right
 * then. Of those at the bank only hashes are in memory, of the files' 500.
 * @param bbans of the world's accounts, with those that the bank has made
 * @see C-seed-same, C-seed-streams, C-seed-members
 */
export async function convergeTransactions(
  hand: Hand,
  held: HeldAccount,
  bbans: ReadonlySet<string>,
): Promise<void> {
  const { seed, atBank } = held;
  if (atBank !== undefined && atBank.currency !== seed.currency) return unable(hand, seed);
  const before = held.isNew || atBank === undefined ? undefined : await transactionsAt(hand.session, atBank);
  const sorted = await sendMissing(hand, held, { before, bbans });
  tell(hand, seed, { ...sorted, extra: before === undefined ? 0 : countOf(before) });
  await settle(hand, held, sorted.net);
}

/** How often a transaction is there, by a hash of it: a million of them fit in memory. @see C-seed-streams */
export type Known = Map<string, number>;

function hashOf(one: SeedTransaction): string {
  return hash('sha256', sameText(one), 'base64url').slice(0, 22);
}

/** Takes one away. @returns whether it was there. @see C-seed-same */
export function take(known: Known, one: SeedTransaction): boolean {
  const name = hashOf(one);
  const count = known.get(name);
  if (count === undefined) return false;
  if (count === 1) known.delete(name);
  else known.set(name, count - 1);
  return true;
}

function countOf(known: Known): number {
  return [...known.values()].reduce((sum, count) => sum + count, 0);
}

/** All that the bank lists of an account. */
export async function transactionsAt(session: Session, account: SandboxAccount): Promise<Known> {
  const { id: mockAccountId } = account;
  const known: Known = new Map();
  for (let offset = 0; ; offset += PAGE) {
    const wanted = { mockAccountId, offset, limit: PAGE };
    const { resource } = await session.lookUp(listSandboxTransactions, wanted);
    for (const one of resource) {
      const name = hashOf(seedOf(one, account));
      known.set(name, (known.get(name) ?? 0) + 1);
    }
    if (resource.length < PAGE) return known;
  }
}

/** How many the bank lists of an account. */
export async function transactionCount(session: Session, mockAccountId: string): Promise<number> {
  for (let offset = 0; ; offset += PAGE) {
    const wanted = { mockAccountId, offset, limit: PAGE };
    const { length } = (await session.lookUp(listSandboxTransactions, wanted)).resource;
    if (length < PAGE) return offset + length;
  }
}

interface Sorted {
  readonly made: number;
  readonly same: number;
  /** What those that were made moved. */
  readonly net: number;
}

interface Before {
  /** What was there; what is the same in the files is taken from it. */
  readonly before: Known | undefined;
  readonly bbans: ReadonlySet<string>;
}

async function sendMissing(
  hand: Hand,
  { seed, atBank }: HeldAccount,
  { before, bbans }: Before,
): Promise<Sorted> {
  let [made, same, net] = [0, 0, 0];
  let batch: SeedTransaction[] = [];
  const sendBatch = async () => {
    if (atBank !== undefined && batch.length > 0) await sendBatchOf(hand, seed, atBank, batch);
    hand.onTransactions(batch.length);
    batch = [];
  };
  for (const one of seed.transactions) {
    if (before !== undefined && take(before, one)) {
      same += 1;
      if (same % AT_A_TIME === 0) hand.onTransactions(AT_A_TIME);
      continue;
    }
    if (one.direction === 'in' && bbans.has(one.counterparty.bban)) throw debtorHere(seed, same + made);
    made += 1;
    net += one.direction === 'in' ? one.amount : -one.amount;
    if (batch.push(one) === AT_A_TIME) await sendBatch();
  }
  await sendBatch();
  hand.onTransactions(same % AT_A_TIME);
  return { made, same, net };
}

/** The bank made that number after the files were checked, so no check could know it. @see D8-transaction-parties */
function debtorHere({ transactions: all }: SeedAccount, index: number): Fault {
  const { place, path } = all.whereOf(index);
  const message = 'The counterparty has the number that the bank made for an account of these files.';
  const fault = { place, path, message, remedy: 'Name another counterparty.' };
  return new Fault('INPUT_INVALID', faultInWords(fault), { hint: APPLIED_IN_PART });
}

async function sendBatchOf(
  hand: Hand,
  { place }: SeedAccount,
  atBank: SandboxAccount,
  batch: readonly SeedTransaction[],
): Promise<void> {
  if (hand.isPlan) return;
  const body = bodyOf(batch.map((one) => transactionBody(one, atBank)));
  await send(hand, createSandboxTransactions, { mockAccountId: atBank.id, ...body }, place);
}

function tell(
  { tally }: Hand,
  seed: SeedAccount,
  { made, same, extra }: Pick<Sorted, 'made' | 'same'> & { readonly extra: number },
): void {
  const { place } = seed;
  const of = `of ${accountInWords(seed)}`;
  tally.unchanged('transactions', same);
  tally.add({ fate: 'created', sort: 'transactions', what: `${transactions(made)} ${of}`, place }, made);
  const why = 'at the bank, not in the files; no operation deletes a transaction';
  tally.add(
    { fate: 'differs', sort: 'transactions', what: `${transactions(extra)} ${of}`, why, place },
    extra,
  );
}

export function transactions(count: number): string {
  return count === 1 ? '1 transaction' : `${count} transactions`;
}

/** The balance comes last: it is the one after the transactions. @param net what the new ones moved */
async function settle(hand: Hand, { seed, atBank, isNew, differs }: HeldAccount, net: number): Promise<void> {
  const { balance, currency, place } = seed;
  const booked = atBank?.balances.find(({ balanceType }) => balanceType === 'closingBooked');
  const reached = (booked?.balanceAmount.amount ?? 0) + net;
  const why = atBank === undefined ? undefined : differing([['balance', reached, balance]]);
  if (!isNew && differs === undefined) {
    const what = accountInWords(seed);
    if (why === undefined) hand.tally.unchanged('accounts');
    else hand.tally.add({ fate: 'changed', sort: 'accounts', what, why, place });
  }
  if (why === undefined || atBank === undefined || balance === undefined) return;
  const body = bodyOf([balanceBody(balance, currency)]);
  await send(hand, updateSandboxAccountBalances, { mockAccountId: atBank.id, ...body }, place);
}

/** The bank takes transactions in an account's own currency alone. */
function unable({ tally, onTransactions }: Hand, seed: SeedAccount): void {
  const { place, transactions: wanted } = seed;
  const what = `${transactions(wanted.count)} of ${accountInWords(seed)}`;
  const why = `the account isn't in ${seed.currency} at the bank`;
  tally.add({ fate: 'differs', sort: 'transactions', what, why, place }, wanted.count);
  onTransactions(wanted.count);
}
