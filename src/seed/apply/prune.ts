import { getOperation } from '../../client/operation.ts';
import type { Session } from '../../client/session.ts';
import { Fault } from '../../errors.ts';
import { formatCount } from '../../values/duration.ts';
import type {
  SandboxAccount,
  SandboxAgreement,
  SandboxCardAccount,
  SandboxCustomer,
} from '../../wire/answers/sandbox.ts';
import type { FaultPlace } from '../faults.ts';
import type { World } from '../world.ts';
import { type ApplyContext, mapEach } from './context.ts';
import type { RememberedIds } from './id-store.ts';
import {
  ACCOUNTS,
  AGREEMENTS,
  buildKey,
  CARDS,
  CUSTOMERS,
  describeEngagement,
  type Kind,
  matchItems,
} from './kinds.ts';
import { describeDifferences, type ObjectKind, SORTS } from './report.ts';
import { type CountByName, countAll, take } from './transactions.ts';

/**
 * The data of the bank. Agreements are those that a customer made: a private customer's agreement is created and
 * deleted with the customer.
 */
export interface BankData {
  readonly customers: readonly SandboxCustomer[];
  readonly accounts: readonly SandboxAccount[];
  readonly cards: readonly SandboxCardAccount[];
  readonly agreements: readonly SandboxAgreement[];
}

/**
 * @param remembered the ids by which accounts and cards of a real sandbox are read; absent: the bank lists everything
 * @see C-seed-real-sandbox
 */
export async function readBankData(
  session: Session,
  remembered: RememberedIds | undefined,
): Promise<BankData> {
  const readKind = async <Item>({ account, operations }: Kind<never, Item>) => {
    const { list, read, parameter } = operations;
    if (remembered === undefined || account === undefined)
      return (await session.lookUp(list, undefined)).resource;
    const found = await mapEach(remembered.ids(account.sort), async (id) => {
      try {
        return [(await session.lookUp(read, { [parameter]: id } as never)).resource];
      } catch (fault) {
        // An object that was deleted meanwhile is created again.
        if (fault instanceof Fault && fault.details.status === 404) return [];
        throw fault;
      }
    });
    return found.flat() as Item[];
  };
  const [accounts, cards] = [await readKind(ACCOUNTS), await readKind(CARDS)];
  const agreements = (await readKind(AGREEMENTS)).filter(({ type }) => type === 'CORPORATE');
  return { customers: await readKind(CUSTOMERS), accounts, cards, agreements };
}

/** An object that `--prune` deletes, with everything that it owns. */
export interface Removal {
  readonly what: string;
  readonly remove: (session: Session) => Promise<unknown>;
}

/** One object at the bank. */
interface BankObject extends Removal {
  readonly sort: ObjectKind;
  readonly id: string;
  /** Ids of objects whose deletion deletes this one. */
  readonly owners: readonly (string | undefined)[];
  readonly listTransactions?: (session: Session) => Promise<CountByName> | undefined;
}

/**
 * Finds what `--prune` deletes before the rest is applied: objects that the files lack, and different ones, which are
 * created again. Reports all deletions.
 * @returns what is deleted, and the data that is left
 * @see C-seed-converges, D16-seed-differs, C-seed-json
 */
export async function findPruning(
  { session, tally, remembered }: ApplyContext,
  world: World,
  data: BankData,
): Promise<{ readonly removals: readonly Removal[]; readonly left: BankData }> {
  const things = listThings(data);
  const staying = await findStaying(session, world, data, remembered === undefined);
  /** The removal that deletes each object. */
  const roots = new Map<string, string>();
  // In the order of deletion owners come last.
  for (const { id, owners } of things.toReversed()) {
    const owner = owners.find((one) => roots.has(one ?? ''));
    if (owner !== undefined) roots.set(id, roots.get(owner) ?? owner);
    else if (!staying.has(id)) roots.set(id, id);
  }
  const removals = things.filter(({ id }) => roots.get(id) === id);
  const groups = removals.map((root) => things.filter(({ id }) => roots.get(id) === root.id));
  const counted = await mapEach(groups.flat(), async (thing) => {
    const known = await thing.listTransactions?.(session);
    return [thing, countAll(known ?? new Map())] as const;
  });
  const counts = new Map(counted);
  for (const group of groups) {
    group.sort((left, right) => SORTS.indexOf(left.sort) - SORTS.indexOf(right.sort));
    for (const { sort, what } of group) tally.add({ fate: 'deleted', sort, what });
    for (const thing of group) {
      const count = counts.get(thing) ?? 0;
      const what = `${formatCount(count, 'transaction')} of ${thing.what}`;
      tally.add({ fate: 'deleted', sort: 'transactions', what }, count);
    }
  }
  const isLeft =
    <Item>({ idOf }: Kind<never, Item>) =>
    (item: Item) =>
      !roots.has(idOf(item));
  return {
    removals,
    left: {
      customers: data.customers.filter(isLeft(CUSTOMERS)),
      accounts: data.accounts.filter(isLeft(ACCOUNTS)),
      cards: data.cards.filter(isLeft(CARDS)),
      agreements: data.agreements.filter(isLeft(AGREEMENTS)).map((one) => ({
        ...one,
        engagements: one.engagements.filter(({ engagementId }) => !roots.has(engagementId)),
      })),
    },
  };
}

/** Lists all objects of the bank, in the order of deletion. */
function listThings({ customers, accounts, cards, agreements }: BankData): readonly BankObject[] {
  const customerIds = new Map(customers.map((one) => [one.customerNumber, one.customerId]));
  const accountIds = new Map(accounts.map(({ iban, id }) => [iban, id]));
  const thingsOf = <Item>(kind: Kind<never, Item>, items: readonly Item[]): BankObject[] => {
    const { sort, idOf, ownerOf, describeItem, operations, account } = kind;
    return items.map((item) => ({
      sort,
      id: idOf(item),
      what: describeItem(item),
      owners: ownerOf === undefined ? [] : [customerIds.get(ownerOf(item))],
      remove: (session) => session.call(operations.remove, { [operations.parameter]: idOf(item) } as never),
      listTransactions: (session) => account?.book.list(session, item),
    }));
  };
  const engagements = agreements.flatMap(({ agreementId: mockAgreementId, engagements }) =>
    engagements.map(
      ({ engagementId: mockEngagementId, customer, account }): BankObject => ({
        sort: 'engagements',
        id: mockEngagementId,
        what: describeEngagement(customer, account.iban),
        owners: [mockAgreementId, customerIds.get(customer), accountIds.get(account.iban)],
        remove: (session) =>
          session.call(getOperation('delete sandbox engagement'), { mockAgreementId, mockEngagementId }),
      }),
    ),
  );
  return [
    ...engagements,
    ...thingsOf(AGREEMENTS, agreements),
    ...thingsOf(ACCOUNTS, accounts),
    ...thingsOf(CARDS, cards),
    ...thingsOf(CUSTOMERS, customers),
  ];
}

/**
 * Finds the ids of objects that equal those of the files, even if their owner is deleted.
 * @param listsAll true if the bank is our own: a real sandbox deletes customers, accounts and engagements alone
 */
async function findStaying(
  session: Session,
  { customers, agreements }: World,
  data: BankData,
  listsAll: boolean,
): Promise<ReadonlySet<string>> {
  const staying = new Set<string>();
  /** Keeps equal objects without transactions that the files lack. */
  const keepEqual = async <Seed extends FaultPlace, Item>(
    kind: Kind<Seed, Item>,
    seeds: readonly Seed[],
    items: readonly Item[],
  ) => {
    const matched = matchItems(kind, seeds, items);
    await mapEach(matched, async ([seed, item]) => {
      if (describeDifferences(kind.compare(seed, item)) !== undefined) return;
      const known = await kind.account?.book.list(session, item);
      if (known !== undefined)
        for (const { name } of kind.account?.book.entries(seed, item) ?? []) take(known, name);
      if (known === undefined || known.size === 0) staying.add(kind.idOf(item));
    });
    return matched;
  };
  await keepEqual(CUSTOMERS, customers, data.customers);
  const accounts = await keepEqual(
    ACCOUNTS,
    customers.flatMap((one) => one.accounts),
    data.accounts,
  );
  if (listsAll)
    await keepEqual(
      CARDS,
      customers.flatMap((one) => one.cards),
      data.cards,
    );
  else for (const { resourceId } of data.cards) staying.add(resourceId);
  const ibans = new Map([...accounts].map(([{ owner, name }, { iban }]) => [buildKey(owner, name), iban]));
  const matched = matchItems(AGREEMENTS, agreements, data.agreements);
  const seeds = new Map([...matched].map(([seed, item]) => [item, seed]));
  for (const agreement of data.agreements) {
    const seed = seeds.get(agreement);
    if (seed === undefined && listsAll) continue;
    staying.add(agreement.agreementId);
    const wanted = seed?.engagements.map((one) =>
      buildKey(one.customer, ibans.get(buildKey(seed.owner, one.account)) ?? ''),
    );
    for (const { engagementId, customer, account } of agreement.engagements)
      if (wanted?.includes(buildKey(customer, account.iban)) ?? true) staying.add(engagementId);
  }
  return staying;
}
