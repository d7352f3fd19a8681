import type { Operation } from '../../client/operation.ts';
import {
  deleteSandboxAccount,
  deleteSandboxAgreement,
  deleteSandboxCardAccount,
  deleteSandboxCustomer,
  deleteSandboxEngagement,
} from '../../client/sandbox.ts';
import type { Session } from '../../client/session.ts';
import type { World } from '../world.ts';
import { mapEach } from './context.ts';
import { ACCOUNTS, AGREEMENTS, CARDS, CUSTOMERS, key, matchItems } from './kinds.ts';
import { differing, SORTS, type Sort, type Tally } from './tally.ts';
import type { There } from './there.ts';
import { ACCOUNT_BOOK, CARD_BOOK, countAll, describeCount, hasExtra, type Known } from './transactions.ts';

/** Something that `--prune` deletes, with all that it owns. */
export interface Removal {
  readonly what: string;
  readonly remove: (session: Session) => Promise<unknown>;
}

/** One thing at the bank. */
interface Thing extends Removal {
  readonly sort: Sort;
  readonly id: string;
  /** Ids of things that it goes with. */
  readonly owners: readonly (string | undefined)[];
  readonly listTransactions?: (session: Session) => Promise<Known>;
}

/** What `--prune` deletes, and what is left then. */
export interface Pruning {
  readonly removals: readonly Removal[];
  readonly left: There;
  /** Counts all that goes. @see C-seed-json */
  addTo(tally: Tally): void;
}

/**
 * Finds what `--prune` deletes before the rest is applied: what the files lack, and what differs, which is made again.
 * @param listsAll whether the bank is our own: a real sandbox deletes customers, accounts and engagements alone
 * @see C-seed-converges, D16-seed-differs
 */
export async function findPruning(
  session: Session,
  world: World,
  there: There,
  listsAll: boolean,
): Promise<Pruning> {
  const things = thingsAt(there);
  const staying = await findStaying(session, world, there, listsAll);
  /** The removal that each goes with, or is. */
  const rootOf = new Map<string, string>();
  // Owners come last in the order of deleting.
  for (const { id, owners } of things.toReversed()) {
    const owner = owners.find((one) => rootOf.has(one ?? ''));
    if (owner !== undefined) rootOf.set(id, rootOf.get(owner) ?? owner);
    else if (!staying.has(id)) rootOf.set(id, id);
  }
  const removals = things.filter(({ id }) => rootOf.get(id) === id);
  const going = new Map(removals.map(({ id }): [string, Thing[]] => [id, []]));
  for (const thing of things) going.get(rootOf.get(thing.id) ?? '')?.push(thing);
  const counts = new Map<Thing, number>();
  await mapEach([...going.values()].flat(), async (thing) => {
    if (thing.listTransactions !== undefined)
      counts.set(thing, countAll(await thing.listTransactions(session)));
  });
  return {
    removals,
    left: {
      customers: there.customers.filter(({ customerId }) => !rootOf.has(customerId)),
      accounts: there.accounts.filter(({ id }) => !rootOf.has(id)),
      cards: there.cards.filter(({ resourceId }) => !rootOf.has(resourceId)),
      agreements: there.agreements
        .filter(({ agreementId }) => !rootOf.has(agreementId))
        .map((one) => ({
          ...one,
          engagements: one.engagements.filter(({ engagementId }) => !rootOf.has(engagementId)),
        })),
    },
    addTo: (tally) => {
      for (const group of going.values()) {
        group.sort((left, right) => SORTS.indexOf(left.sort) - SORTS.indexOf(right.sort));
        for (const { sort, what } of group) tally.add({ fate: 'deleted', sort, what });
        for (const thing of group) {
          const count = counts.get(thing) ?? 0;
          const what = `${describeCount(count)} of ${thing.what}`;
          tally.add({ fate: 'deleted', sort: 'transactions', what }, count);
        }
      }
    },
  };
}

/** All that the bank has, in the order of deleting. */
function thingsAt({ customers, accounts, cards, agreements }: There): readonly Thing[] {
  const customerIds = new Map(customers.map((one) => [one.customerNumber, one.customerId]));
  const accountIds = new Map(accounts.map(({ iban, id }) => [iban, id]));
  return [
    ...agreements.flatMap(({ agreementId, engagements }) =>
      engagements.map(({ engagementId, customer, account }) => ({
        sort: 'engagements' as const,
        id: engagementId,
        what: `engagement of ${customer} for ${account.iban}`,
        owners: [agreementId, customerIds.get(customer), accountIds.get(account.iban)],
        remove: removing(deleteSandboxEngagement, {
          mockAgreementId: agreementId,
          mockEngagementId: engagementId,
        }),
      })),
    ),
    ...agreements.map(({ agreementId, owner, name }) => ({
      sort: 'agreements' as const,
      id: agreementId,
      what: `agreement ${name} of ${owner}`,
      owners: [customerIds.get(owner)],
      remove: removing(deleteSandboxAgreement, { mockAgreementId: agreementId }),
    })),
    ...accounts.map((one) => ({
      sort: 'accounts' as const,
      id: one.id,
      what: `account ${one.accountName} of ${one.customerNumber} (${one.bban})`,
      owners: [customerIds.get(one.customerNumber)],
      remove: removing(deleteSandboxAccount, { mockAccountId: one.id }),
      listTransactions: (session: Session) => ACCOUNT_BOOK.list(session, one),
    })),
    ...cards.map((one) => ({
      sort: 'cards' as const,
      id: one.resourceId,
      what: `card ${one.maskedPan} of ${one.customerNumber}`,
      owners: [customerIds.get(one.customerNumber)],
      remove: removing(deleteSandboxCardAccount, { mockCardAccountId: one.resourceId }),
      listTransactions: (session: Session) => CARD_BOOK.list(session, one),
    })),
    ...customers.map(({ customerNumber, customerId }) => ({
      sort: 'customers' as const,
      id: customerId,
      what: `customer ${customerNumber}`,
      owners: [],
      remove: removing(deleteSandboxCustomer, { customerId }),
    })),
  ];
}

function removing<Input>(operation: Operation<Input, object>, input: Input): Removal['remove'] {
  return (session) => session.call(operation, input);
}

/** Ids of what the files have as it is, whatever becomes of its owner. */
async function findStaying(
  session: Session,
  { customers, agreements }: World,
  there: There,
  listsAll: boolean,
): Promise<ReadonlySet<string>> {
  const staying = new Set<string>();
  for (const [seed, item] of matchItems(CUSTOMERS, customers, there.customers))
    if (differing(CUSTOMERS.compare(seed, item)) === undefined) staying.add(item.customerId);
  const accounts = matchItems(
    ACCOUNTS,
    customers.flatMap((one) => one.accounts),
    there.accounts,
  );
  await mapEach(accounts, async ([seed, item]) => {
    if (differing(ACCOUNTS.compare(seed, item)) !== undefined) return;
    if (!(await hasExtra(session, ACCOUNT_BOOK, seed, item))) staying.add(item.id);
  });
  const cards = matchItems(
    CARDS,
    customers.flatMap((one) => one.cards),
    there.cards,
  );
  await mapEach(listsAll ? cards : [], async ([seed, item]) => {
    if (differing(CARDS.compare(seed, item)) !== undefined) return;
    if (!(await hasExtra(session, CARD_BOOK, seed, item))) staying.add(item.resourceId);
  });
  const ibans = new Map([...accounts].map(([{ owner, name }, { iban }]) => [key(owner, name), iban]));
  for (const [seed, { agreementId, engagements }] of matchItems(AGREEMENTS, agreements, there.agreements)) {
    staying.add(agreementId);
    const wanted = seed.engagements.map((one) =>
      key(one.customer, ibans.get(key(seed.owner, one.account)) ?? ''),
    );
    for (const { engagementId, customer, account } of engagements)
      if (wanted.includes(key(customer, account.iban))) staying.add(engagementId);
  }
  if (listsAll) return staying;
  for (const { resourceId } of there.cards) staying.add(resourceId);
  for (const { agreementId, engagements } of there.agreements)
    if (!staying.has(agreementId)) {
      staying.add(agreementId);
      for (const { engagementId } of engagements) staying.add(engagementId);
    }
  return staying;
}
