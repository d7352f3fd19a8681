import { hash } from 'node:crypto';
import {
  createSandboxCardTransactions,
  createSandboxTransactions,
  listSandboxCardTransactions,
  listSandboxTransactions,
  updateSandboxAccountBalances,
  updateSandboxCardAccountBalances,
} from '../../client/sandbox.ts';
import type { Session } from '../../client/session.ts';
import { Fault } from '../../errors.ts';
import type { SandboxAccount, SandboxCardAccount, SandboxTransaction } from '../../wire/answers/sandbox.ts';
import { faultInWords, type Where } from '../faults.ts';
import type { SeedAccount, SeedCard, SeedCardTransaction, SeedTransaction } from '../world.ts';
import { APPLIED_IN_PART, type ApplyContext, bodyOf, send } from './context.ts';
import type { Held } from './converge.ts';
import { ACCOUNTS, balanceBody, CARDS, type Kind } from './kinds.ts';
import { differing } from './tally.ts';

/** How many transactions a request has. @see D8-array-size */
const AT_A_TIME = 500;

/** How many transactions a page of the bank's list has. @see D8-transaction-list */
const PAGE = 1000;

/** How often a transaction is there, by its name: a million of them fit in memory. @see C-seed-streams */
export type Known = Map<string, number>;

/** A transaction of the files. */
interface Entry {
  /** The same of equal ones, and of no others. @see C-seed-same */
  readonly name: string;
  /** How far it moves the balance. */
  readonly moved: number;
  /** The account that pays, where it is another one. */
  readonly debtor?: { readonly bban: string; readonly where: () => Where };
  readonly toBody: () => object;
}

interface Booked extends Where {
  readonly currency: string;
  readonly balance?: number | undefined;
}

interface Bookable {
  readonly currency: string;
  readonly balances: readonly {
    readonly balanceType: string;
    readonly balanceAmount: { readonly amount: number };
  }[];
}

/** How transactions of one kind of account are listed, compared and made. */
interface Book<Seed extends Booked, Item extends Bookable> {
  readonly kind: Kind<Seed, Item>;
  readonly countOf: (seed: Seed) => number;
  readonly list: (session: Session, item: Item) => Promise<Known>;
  readonly entries: (seed: Seed, item: Item | undefined) => Iterable<Entry>;
  readonly create: (
    context: ApplyContext,
    item: Item,
    entries: readonly object[],
    seed: Seed,
  ) => Promise<unknown>;
  readonly setBalance: (context: ApplyContext, item: Item, balance: object, seed: Seed) => Promise<unknown>;
}

export const ACCOUNT_BOOK: Book<SeedAccount, SandboxAccount> = {
  kind: ACCOUNTS,
  countOf: ({ transactions }) => transactions.count,
  list: (session, account) =>
    listAll(async (page) => {
      const wanted = { mockAccountId: account.id, ...page };
      const { resource } = await session.lookUp(listSandboxTransactions, wanted);
      return resource.map((one) => nameOf(toSeed(one, account)));
    }),
  *entries({ transactions }, account) {
    let count = 0;
    for (const one of transactions) {
      const { direction, amount, counterparty } = one;
      const isIn = direction === 'in';
      const index = count;
      count += 1;
      yield {
        name: nameOf(one),
        moved: isIn ? amount : -amount,
        debtor: isIn ? { bban: counterparty.bban, where: () => transactions.whereOf(index) } : undefined,
        toBody: () => (account === undefined ? {} : transactionBody(one, account)),
      };
    }
  },
  create: (context, { id: mockAccountId }, all, { place }) =>
    send(context, createSandboxTransactions, { mockAccountId, ...bodyOf(all) }, place),
  setBalance: (context, { id: mockAccountId }, balance, { place }) =>
    send(context, updateSandboxAccountBalances, { mockAccountId, ...bodyOf([balance]) }, place),
};

/** Transactions of a card don't move its balance. @see D8-card-balance */
export const CARD_BOOK: Book<SeedCard, SandboxCardAccount> = {
  kind: CARDS,
  countOf: ({ transactions }) => transactions.length,
  list: (session, { resourceId: mockCardAccountId }) =>
    listAll(async (page) => {
      const wanted = { mockCardAccountId, bookingStatus: 'both', ...page } as const;
      const { cardTransactions } = (await session.lookUp(listSandboxCardTransactions, wanted)).resource;
      return [...cardTransactions.booked.map((one) => one.cardTransactionId), ...cardTransactions.pending];
    }),
  *entries({ transactions, currency }) {
    const ordinals = new Map<string, number>();
    for (const one of transactions) {
      const first = cardTransactionId(one, 1);
      const ordinal = (ordinals.get(first) ?? 0) + 1;
      ordinals.set(first, ordinal);
      const name = cardTransactionId(one, ordinal);
      yield { name, moved: 0, toBody: () => cardTransactionBody(one, name, currency) };
    }
  },
  create: (context, { resourceId: mockCardAccountId }, all, { place }) =>
    send(context, createSandboxCardTransactions, { mockCardAccountId, ...bodyOf(all) }, place),
  setBalance: (context, { resourceId: mockCardAccountId }, balance, { place }) =>
    send(context, updateSandboxCardAccountBalances, { mockCardAccountId, ...bodyOf([balance]) }, place),
};

/**
 * Makes the transactions that an account or card lacks, a request of 500 after the other, and sets the balance if it isn't
 * right then. Of those at the bank only names are in memory, of the files' 500.
 * @param bbans of the world's accounts, with those that the bank has made
 * @see C-seed-same, C-seed-streams, C-seed-members
 */
export async function convergeTransactions<Seed extends Booked, Item extends Bookable>(
  context: ApplyContext,
  book: Book<Seed, Item>,
  { seed, item, isNew, differs }: Held<Seed, Item>,
  bbans: ReadonlySet<string>,
): Promise<void> {
  const { session, tally, isPlan, onTransactions } = context;
  const { place } = seed;
  const { sort, describe } = book.kind;
  const add = (fate: 'created' | 'differs', count: number, why?: string) => {
    const what = `${describeCount(count)} of ${describe(seed)}`;
    tally.add({ fate, sort: 'transactions', what, why, place }, count);
  };
  // The bank takes transactions in an account's own currency alone.
  if (item !== undefined && item.currency !== seed.currency) {
    const count = book.countOf(seed);
    add('differs', count, `the ${sort.slice(0, -1)} isn't in ${seed.currency} at the bank`);
    return onTransactions(count);
  }
  const known: Known = item === undefined || isNew ? new Map() : await book.list(session, item);
  let [made, same, moved] = [0, 0, 0];
  let batch: object[] = [];
  const sendBatch = async () => {
    if (item !== undefined && !isPlan && batch.length > 0) await book.create(context, item, batch, seed);
    onTransactions(batch.length);
    batch = [];
  };
  for (const entry of book.entries(seed, item)) {
    if (take(known, entry.name)) {
      same += 1;
      if (same % AT_A_TIME === 0) onTransactions(AT_A_TIME);
      continue;
    }
    if (entry.debtor !== undefined && bbans.has(entry.debtor.bban)) throw debtorFault(entry.debtor.where());
    made += 1;
    moved += entry.moved;
    if (batch.push(entry.toBody()) === AT_A_TIME) await sendBatch();
  }
  await sendBatch();
  onTransactions(same % AT_A_TIME);
  tally.unchanged('transactions', same);
  add('created', made);
  add('differs', countAll(known), 'at the bank, not in the files; no operation deletes a transaction');
  if (item === undefined) return;
  const reached = bookedBalance(item) + moved;
  const why = differing([['balance', reached, seed.balance]]);
  if (!isNew && differs === undefined) {
    if (why === undefined) tally.unchanged(sort);
    else tally.add({ fate: 'changed', sort, what: describe(seed), why, place });
  }
  if (why !== undefined && seed.balance !== undefined)
    await book.setBalance(context, item, balanceBody(seed.balance, seed.currency), seed);
}

/** Takes one away. @returns whether it was there. @see C-seed-same */
function take(known: Known, name: string): boolean {
  const count = known.get(name);
  if (count === undefined) return false;
  if (count === 1) known.delete(name);
  else known.set(name, count - 1);
  return true;
}

/** Whether the bank lists a transaction that the files lack. */
export async function hasExtra<Seed extends Booked, Item extends Bookable>(
  session: Session,
  book: Book<Seed, Item>,
  seed: Seed,
  item: Item,
): Promise<boolean> {
  const known = await book.list(session, item);
  for (const { name } of book.entries(seed, item)) take(known, name);
  return known.size > 0;
}

export function countAll(known: Known): number {
  return [...known.values()].reduce((sum, count) => sum + count, 0);
}

export function describeCount(count: number): string {
  return count === 1 ? '1 transaction' : `${count} transactions`;
}

async function listAll(
  read: (page: { readonly offset: number; readonly limit: number }) => Promise<readonly string[]>,
): Promise<Known> {
  const known: Known = new Map();
  for (let offset = 0; ; offset += PAGE) {
    const names = await read({ offset, limit: PAGE });
    for (const name of names) known.set(name, (known.get(name) ?? 0) + 1);
    if (names.length < PAGE) return known;
  }
}

function bookedBalance({ balances }: Bookable): number {
  const booked = balances.find(({ balanceType }) => balanceType === 'closingBooked');
  return booked?.balanceAmount.amount ?? 0;
}

/** The bank made that number after the files were checked, so no check could know it. @see D8-transaction-parties */
function debtorFault({ place, path }: Where): Fault {
  const message = 'The counterparty has the number that the bank made for an account of these files.';
  const fault = { place, path, message, remedy: 'Name another counterparty.' };
  return new Fault('INPUT_INVALID', faultInWords(fault), { hint: APPLIED_IN_PART });
}

/** What a transaction's body takes of its account. */
type Self = Pick<SandboxAccount, 'bban' | 'iban' | 'currency'>;

/** As the bank takes one: its 14 members. @see I-sandbox-transaction */
export function transactionBody(
  { date, amount, direction, text, counterparty }: SeedTransaction,
  self: Self,
): object {
  const own = { name: '', account: { iban: self.iban, bban: self.bban } };
  const other = { name: counterparty.name, account: { iban: '', bban: counterparty.bban } };
  const [creditor, debtor] = direction === 'in' ? [own, other] : [other, own];
  return {
    ...{ amount, currency: self.currency, valueDate: date, bookingDate: date },
    remittanceInformationUnstructured: text,
    ...{ creditorId: '', creditorName: creditor.name, creditorAccount: creditor.account },
    ...{ ultimateCreditor: '', debtorName: debtor.name, debtorAccount: debtor.account, ultimateDebtor: '' },
    purposeCode: '',
    bankTransactionCode: direction === 'in' ? 'PMNT-RCDT-DMCT' : 'PMNT-ICDT-DMCT',
  };
}

function nameOf({ date, amount, direction, text, counterparty }: SeedTransaction): string {
  return hashShort([date, amount, direction, text, counterparty.name, counterparty.bban]);
}

function hashShort(parts: readonly unknown[]): string {
  return hash('sha256', parts.join('\0'), 'base64url').slice(0, 22);
}

/** What the seed would say of one that the bank lists. */
function toSeed(given: SandboxTransaction, { bban, iban }: Self): SeedTransaction {
  const { debtorAccount, creditorAccount } = given;
  const isOut = debtorAccount.bban === bban || (debtorAccount.bban === '' && debtorAccount.iban === iban);
  const [name, account] = isOut ? [given.creditorName, creditorAccount] : [given.debtorName, debtorAccount];
  return {
    date: given.bookingDate,
    amount: given.amount,
    direction: isOut ? 'out' : 'in',
    text: given.remittanceInformationUnstructured,
    counterparty: { name, bban: account.bban },
  };
}

/**
 * A card transaction, by an id that its content makes: sent once more it is the same one.
 * @see D8-card-transaction-repeated
 */
function cardTransactionBody(
  { date, amount, text, mcc }: SeedCardTransaction,
  cardTransactionId: string,
  currency: string,
): object {
  const money = { currency, amount };
  return {
    ...{ cardTransactionId, terminalId: '' },
    ...{ bookingDate: date, transactionDate: date, transactionAmount: money, originalAmount: money },
    ...{ merchantCategoryCode: mcc, markupFee: { currency, amount: 0 }, markupFeePercentage: '' },
    ...{ cardAcceptorId: '', cardAcceptorAddress: {}, maskedPan: '' },
    ...{ transactionDetails: text, invoiced: '', proprietaryBankTransactionCode: '' },
  };
}

/** @param ordinal its number among equal ones */
function cardTransactionId({ date, amount, text, mcc }: SeedCardTransaction, ordinal: number): string {
  return hashShort([date, amount, text, mcc, ordinal]);
}
