import { getOperation } from '../../client/operation.ts';
import type { Session } from '../../client/session.ts';
import { formatCount } from '../../values/duration.ts';
import type {
  SandboxAccount,
  SandboxAgreement,
  SandboxCardAccount,
  SandboxEngagement,
} from '../../wire/answers/sandbox.ts';
import { compareTexts, type FaultPlace, seedFault } from '../faults.ts';
import { findFaultsAtBank } from '../transactions.ts';
import type { SeedAccount, SeedAgreement, SeedCard, SeedEngagement, World } from '../world.ts';
import { type ApplyContext, mapEach, send } from './context.ts';
import type { RememberedIds } from './id-store.ts';
import {
  ACCOUNTS,
  AGREEMENTS,
  buildBalances,
  buildKey,
  CARDS,
  CUSTOMERS,
  describeEngagement,
  getIdKey,
  type Kind,
  matchItems,
} from './kinds.ts';
import { type BankData, findPruning, type Removal, readBankData } from './prune.ts';
import { ApplyReport, type Counts, describeDifferences, type ObjectKind, type Step } from './report.ts';
import { ACCOUNT_BOOK, CARD_BOOK, countAll, take } from './transactions.ts';

export interface ApplyOptions {
  /** True if nothing is changed and only the plan is reported. */
  readonly isPlan?: boolean;
  /** True if data that is absent from the files or different in them is deleted first. */
  readonly prunes?: boolean;
  /**
   * The ids of objects made at a real sandbox, which lists only customers and agreements; absent: this program's bank,
   * which lists all.
   */
  readonly remembered?: RememberedIds | undefined;
  /** Called after the bank was read and before anything is changed. @throws to prevent the changes */
  readonly beforeFirst?: (removals: readonly Removal[]) => Promise<void>;
  readonly onProgress?: (progress: Progress) => void;
}

/** The number of transactions that are done, and the total. */
export interface Progress {
  readonly transactions: number;
  readonly of: number;
}

/** @see C-seed-json */
export interface ApplyResult {
  readonly total: Counts;
  readonly bySort: Readonly<Record<ObjectKind, Counts>>;
  readonly steps: readonly Step[];
  readonly ids: MadeIds;
}

type ByName<Value = string> = Readonly<Record<string, Value>>;

/**
 * The ids of all objects of the files, by their natural keys; sorted, so that equal worlds are equal texts.
 * @see C-seed-json
 */
export interface MadeIds {
  /** Ids by customerNumber. */
  readonly customers: ByName;
  /** Ids by bban. */
  readonly accounts: ByName;
  /** The bban of each account, by its owner's number and its name. */
  readonly bbans: ByName<ByName>;
  /** Ids by the owner's number and the masked PAN. */
  readonly cards: ByName<ByName>;
  /** Ids by the owner's number and the name. */
  readonly agreements: ByName<ByName>;
  /** Ids by the agreement's owner and name, the customer's number and the account's name. */
  readonly engagements: ByName<ByName<ByName<ByName>>>;
}

/**
 * Changes the bank's data to what the files describe: equal data stays, different data is changed if an operation can,
 * missing data is created. Each step looks before it creates, so the next apply completes an interrupted one, and the
 * order of completion changes nothing.
 * @throws Fault INPUT_INVALID if the files conflict with the bank's own accounts
 * @see C-seed-converges, C-seed-streams
 */
export async function applyWorld(
  session: Session,
  world: World,
  options: ApplyOptions = {},
): Promise<ApplyResult> {
  const { isPlan = false, remembered, onProgress } = options;
  const tally = new ApplyReport();
  const seeds = {
    accounts: world.customers.flatMap((one) => one.accounts),
    cards: world.customers.flatMap((one) => one.cards),
  };
  const counts = [...seeds.accounts.map(ACCOUNT_BOOK.count), ...seeds.cards.map(CARD_BOOK.count)];
  const of = counts.reduce((sum, count) => sum + count, 0);
  let transactions = 0;
  const onTransactions = (count: number) => {
    transactions += count;
    onProgress?.({ transactions, of });
  };
  const context = { session, tally, isPlan, remembered, onTransactions };
  const data = await pruneData(context, world, options);
  const customers = await applySeeds(context, CUSTOMERS, world.customers, data.customers);
  // Accounts without a bban come last: no other account gets a number that the bank generates, and each gets the same
  // one every time.
  const isLast = ({ bban }: { readonly bban?: string }) => bban === undefined;
  const accounts = await applySeeds(context, ACCOUNTS, seeds.accounts, data.accounts, isLast);
  const cards = await applySeeds(context, CARDS, seeds.cards, data.cards);
  const types = new Map(customers.map(({ seed, item }) => [seed.number, item?.customerType ?? 'CORPORATE']));
  const owned = world.agreements.filter((seed) => canOwn(context, seed, types.get(seed.owner)));
  const agreements = await applySeeds(context, AGREEMENTS, owned, data.agreements);
  const ibans = new Map(accounts.map(({ seed, item }) => [buildKey(seed.owner, seed.name), item?.iban]));
  const engagements = await mapEach(agreements, async ({ seed, item }) => {
    const made: IdEntry[] = [];
    for (const one of seed.engagements) {
      const engagement = await applyEngagement(
        context,
        one,
        item,
        ibans.get(buildKey(seed.owner, one.account)),
      );
      made.push([[seed.owner, seed.name, one.customer, one.account], engagement?.engagementId]);
    }
    return made;
  });
  await mapEach(accounts, (one) => applyTransactions(context, ACCOUNTS, one));
  await mapEach(cards, (one) => applyTransactions(context, CARDS, one));
  const ids: MadeIds = {
    customers: buildTree(customers.map(({ seed, item }) => [[seed.number], item?.customerId])),
    accounts: buildTree(accounts.map(({ item }) => [[item?.bban ?? ''], item?.id])),
    bbans: buildTree(accounts.map(({ seed, item }) => [[seed.owner, seed.name], item?.bban])),
    cards: buildTree(cards.map(({ seed, item }) => [[seed.owner, seed.maskedPan], item?.resourceId])),
    agreements: buildTree(agreements.map(({ seed, item }) => [[seed.owner, seed.name], item?.agreementId])),
    engagements: buildTree(engagements.flat()),
  };
  const { total, bySort, steps } = tally;
  return { total, bySort, steps, ids };
}

/** Deletes what is pruned. @returns the data that is left */
async function pruneData(
  context: ApplyContext,
  world: World,
  { prunes = false, beforeFirst }: ApplyOptions,
): Promise<BankData> {
  const { session, isPlan, remembered } = context;
  remembered?.refuseUncertain(world);
  const data = await readBankData(session, remembered);
  const { removals, left } = prunes ? await findPruning(context, world, data) : { removals: [], left: data };
  const faults = findFaultsAtBank(world, left.accounts);
  if (faults.length > 0) throw seedFault(faults);
  await beforeFirst?.(removals);
  if (isPlan || removals.length === 0) return left;
  for (const { remove } of removals) await remove(session);
  return readBankData(session, remembered);
}

/** An object of the files, and its counterpart at the bank. */
interface Match<Seed, Item> {
  readonly seed: Seed;
  /** Absent in a plan that would create it. */
  readonly item: Item | undefined;
  /** True if its balance counts as changed: not for a new account or one with differences that can't be changed. */
  readonly isCounted: boolean;
  readonly isNew: boolean;
}

/**
 * Creates the objects of a kind that the bank lacks.
 * @param isLast true for those that are created after all others, one by one in the world's order
 */
async function applySeeds<Seed extends FaultPlace, Item>(
  context: ApplyContext,
  kind: Kind<Seed, Item>,
  seeds: readonly Seed[],
  items: readonly Item[],
  isLast: (seed: Seed) => boolean = () => false,
): Promise<readonly Match<Seed, Item>[]> {
  const { tally } = context;
  const { sort } = kind;
  const matched = matchItems(kind, seeds, items);
  const found = new Map<Seed, Match<Seed, Item>>();
  const convergeOne = async (seed: Seed) => {
    const item = matched.get(seed);
    const step = { sort, what: kind.describe(seed), place: seed.place };
    if (item === undefined) {
      tally.add({ fate: 'created', ...step });
      found.set(seed, { seed, item: await create(context, kind, seed), isCounted: true, isNew: true });
      return;
    }
    const why = describeDifferences(kind.compare(seed, item));
    if (why !== undefined) tally.add({ fate: 'differs', ...step, why });
    else if (kind.account === undefined) tally.addUnchanged(sort);
    found.set(seed, { seed, item, isCounted: why !== undefined, isNew: false });
  };
  const first = seeds.filter((seed) => !isLast(seed));
  await mapEach(first, convergeOne);
  for (const seed of seeds.filter(isLast)) await convergeOne(seed);
  return seeds.flatMap((seed) => found.get(seed) ?? []);
}

async function create<Seed extends FaultPlace, Item>(
  context: ApplyContext,
  kind: Kind<Seed, Item>,
  seed: Seed,
): Promise<Item | undefined> {
  const { remembered, isPlan } = context;
  const { place } = seed;
  const { account, operations, toBody, idOf } = kind;
  const make = () => send(context, operations.create, {}, toBody(seed), place);
  if (isPlan || remembered === undefined || account === undefined) return make();
  return remembered.keep(account.sort, getIdKey(kind, seed), place, make, (item) => item && idOf(item));
}

/** Checks whether the owner is CORPORATE at the bank too: the bank accepts no other. */
function canOwn({ tally }: ApplyContext, seed: SeedAgreement, type: string | undefined): boolean {
  if (type === undefined || type === 'CORPORATE') return true;
  const why = `its owner is ${type} at the bank`;
  const { place, engagements } = seed;
  tally.add({ fate: 'differs', sort: 'agreements', what: AGREEMENTS.describe(seed), why, place });
  for (const one of engagements) {
    const what = describeEngagement(one.customer, one.account);
    tally.add({ fate: 'differs', sort: 'engagements', what, why, place: one.place });
  }
  return false;
}

/** Applies an engagement. Roles and limits change by a new engagement of the same customer and account. */
async function applyEngagement(
  context: ApplyContext,
  seed: SeedEngagement,
  agreement: SandboxAgreement | undefined,
  iban: string | undefined,
): Promise<SandboxEngagement | undefined> {
  const { place, customer, roles, registerLimit, approvalLimit } = seed;
  const known = agreement?.engagements.find((one) => one.customer === customer && one.account.iban === iban);
  const why =
    known &&
    describeDifferences([
      ['roles', known.roles.join(', '), roles.join(', ')],
      ['registerLimit', known.registerLimit, registerLimit],
      ['approvalLimit', known.approvalLimit, approvalLimit],
    ]);
  if (known !== undefined && why === undefined) {
    context.tally.addUnchanged('engagements');
    return known;
  }
  const fate = known === undefined ? 'created' : 'changed';
  const what = describeEngagement(customer, seed.account);
  context.tally.add({ fate, sort: 'engagements', what, place, why });
  // In a plan, the agreement or the account may not exist yet.
  if (agreement === undefined || iban === undefined) return undefined;
  const reference = { mockAgreementId: agreement.agreementId };
  if (known !== undefined) {
    const old = { ...reference, mockEngagementId: known.engagementId };
    await send(context, getOperation('delete sandbox engagement'), old, undefined, place);
  }
  const body = { customer, account: { iban }, roles, registerLimit, approvalLimit };
  return send(context, getOperation('create sandbox engagement'), reference, body, place);
}

/** The number of transactions in a request. @see D8-array-size */
const AT_A_TIME = 500;

/**
 * Creates the missing transactions of an account or card, one request of 500 after the other, then corrects the balance
 * if needed. Memory holds only the names of the bank's transactions, and 500 of the files'.
 * @see C-seed-same, C-seed-streams, C-seed-members
 */
async function applyTransactions<
  Seed extends SeedAccount | SeedCard,
  Item extends SandboxAccount | SandboxCardAccount,
>(
  context: ApplyContext,
  { sort, describe, idOf, operations, account }: Kind<Seed, Item>,
  { seed, item, isNew, isCounted }: Match<Seed, Item>,
): Promise<void> {
  if (account === undefined) return;
  const { book } = account;
  const { session, tally, onTransactions } = context;
  const { place, currency, balance } = seed;
  const add = (fate: 'created' | 'differs', count: number, why?: string) => {
    const what = `${formatCount(count, 'transaction')} of ${describe(seed)}`;
    tally.add({ fate, sort: 'transactions', what, why, place }, count);
  };
  // The bank accepts transactions in an account's own currency only.
  if (item !== undefined && item.currency !== currency) {
    const count = book.count(seed);
    add('differs', count, `the ${sort.slice(0, -1)} isn't in ${currency} at the bank`);
    return onTransactions(count);
  }
  const reference = { [operations.parameter]: item && idOf(item) };
  const known = item === undefined || isNew ? new Map() : await book.list(session, item);
  let [made, same, moved] = [0, 0, 0];
  let batch: object[] = [];
  const sendBatch = async () => {
    if (item !== undefined && batch.length > 0) await send(context, book.create, reference, batch, place);
    onTransactions(batch.length);
    batch = [];
  };
  for (const entry of book.entries(seed, item)) {
    if (take(known, entry.name)) {
      same += 1;
      if (same % AT_A_TIME === 0) onTransactions(AT_A_TIME);
      continue;
    }
    made += 1;
    moved += entry.moved;
    if (batch.push(entry.toBody()) === AT_A_TIME) await sendBatch();
  }
  await sendBatch();
  onTransactions(same % AT_A_TIME);
  tally.addUnchanged('transactions', same);
  add('created', made);
  add('differs', countAll(known), 'at the bank, not in the files; no operation deletes a transaction');
  if (item === undefined) return;
  const booked = item.balances.find(({ balanceType }) => balanceType === 'closingBooked');
  const why = describeDifferences([['balance', (booked?.balanceAmount.amount ?? 0) + moved, balance]]);
  if (!isCounted) {
    if (why === undefined) tally.addUnchanged(sort);
    else tally.add({ fate: 'changed', sort, what: describe(seed), why, place });
  }
  if (why !== undefined)
    await send(context, book.setBalance, reference, buildBalances(balance, currency), place);
}

/** An id with its path; undefined in a plan. */
type IdEntry = readonly [path: readonly string[], id: string | undefined];

/** Builds nested objects by paths of names, each sorted. */
function buildTree<Tree>(entries: readonly IdEntry[]): Tree {
  const below = new Map<string, IdEntry[]>();
  for (const [[name = '', ...path], id] of entries)
    if (id !== undefined) below.set(name, [...(below.get(name) ?? []), [path, id]]);
  const members = [...below].sort(([left], [right]) => compareTexts(left, right));
  return Object.fromEntries(
    members.map(([name, all]) => [name, all[0]?.[0].length === 0 ? all[0][1] : buildTree(all)]),
  ) as Tree;
}
