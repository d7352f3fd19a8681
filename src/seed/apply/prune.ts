import type { Operation } from '../../client/operation.ts';
import { deleteSandboxAccount } from '../../client/sandbox/accounts.ts';
import { deleteSandboxAgreement, deleteSandboxEngagement } from '../../client/sandbox/agreements.ts';
import { deleteSandboxCardAccount } from '../../client/sandbox/card-accounts.ts';
import { deleteSandboxCustomer } from '../../client/sandbox/customers.ts';
import type { Session } from '../../client/session.ts';
import type { World } from '../world.ts';
import { accountDiffers, matchAccounts } from './accounts.ts';
import { agreementInWords, matchAgreements } from './agreements.ts';
import { cardTransactionsAt, idsInFiles } from './card-transactions.ts';
import { cardDiffers, matchCards } from './cards.ts';
import { customerDiffers, customerInWords } from './customers.ts';
import type { Sort, Tally } from './tally.ts';
import type { There } from './there.ts';
import { take, transactionCount, transactions, transactionsAt } from './transactions.ts';
import { accountInWords, cardInWords, key } from './words.ts';
import { forEachOf } from './workers.ts';

/** Something at the bank that the files lack, or have otherwise than it can become. */
export interface Removal {
  readonly sort: Sort;
  readonly id: string;
  readonly what: string;
  readonly remove: (session: Session) => Promise<unknown>;
  /** What goes with it. */
  readonly owned: readonly Owned[];
}

interface Owned {
  readonly sort: Sort;
  readonly id: string;
  readonly what: string;
  /** Of transactions, how many; else it is one. */
  readonly count?: number;
}

/**
 * What `--prune` deletes before the rest is applied: what the files lack, and what differs, which is made again.
 * @param listsAll whether the bank is our own: a real sandbox deletes customers, accounts and engagements alone
 * @see C-seed-converges, D16-seed-differs
 */
export async function prunable(
  session: Session,
  world: World,
  there: There,
  listsAll: boolean,
): Promise<readonly Removal[]> {
  const customers = customersToGo(world, there);
  const left = without(there, customers);
  const accounts = await accountsToGo(session, world, left);
  const cards = listsAll ? await cardsToGo(session, world, left) : [];
  return withTransactions(session, [
    ...engagementsToGo(world, left),
    ...agreementsToGo(world, left, listsAll),
    ...accounts,
    ...cards,
    ...customers,
  ]);
}

/** What is left once those are deleted. */
export function without(there: There, removals: readonly Removal[]): There {
  const gone = new Set(removals.flatMap(({ id, owned }) => [id, ...owned.map((one) => one.id)]));
  const accounts = there.accounts.filter(({ id }) => !gone.has(id));
  const ibans = new Set(accounts.map(({ iban }) => iban));
  const isKept = (one: There['agreements'][number]['engagements'][number]) =>
    !gone.has(one.engagementId) && ibans.has(one.account.iban);
  return {
    customers: there.customers.filter(({ customerId }) => !gone.has(customerId)),
    accounts,
    cards: there.cards.filter(({ resourceId }) => !gone.has(resourceId)),
    agreements: there.agreements
      .filter(({ agreementId }) => !gone.has(agreementId))
      .map((one) => ({ ...one, engagements: one.engagements.filter(isKept) })),
  };
}

export function tellRemovals(tally: Tally, removals: readonly Removal[]): void {
  const all = removals.flatMap(({ sort, id, what, owned }): readonly Owned[] => [
    { sort, id, what },
    ...owned,
  ]);
  const each = new Map(all.map((one) => [one.id, one]));
  for (const { sort, what, count } of each.values()) tally.add({ fate: 'deleted', sort, what }, count);
}

function customersToGo({ customers }: World, there: There): Removal[] {
  const seeds = new Map(customers.map((one) => [one.number, one]));
  const gone = there.customers.filter((one) => {
    const seed = seeds.get(one.customerNumber);
    return seed === undefined || customerDiffers(seed, one) !== undefined;
  });
  return gone.map(({ customerId, customerNumber }) => ({
    ...removal('customers', customerId, customerInWords({ number: customerNumber }), deleteSandboxCustomer, {
      customerId,
    }),
    owned: ownedBy(customerNumber, there),
  }));
}

/** Each removal with the transactions that go with it, of the accounts and cards that it is or owns. @see C-seed-json */
async function withTransactions(session: Session, removals: readonly Removal[]): Promise<Removal[]> {
  const counted = new Map<Removal, readonly Owned[]>();
  await forEachOf(removals, async (removal) => {
    const found: Owned[] = [];
    for (const { sort, id, what } of [removal, ...removal.owned]) {
      if (sort !== 'accounts' && sort !== 'cards') continue;
      const count =
        sort === 'accounts'
          ? await transactionCount(session, id)
          : (await cardTransactionsAt(session, id)).size;
      found.push({ sort: 'transactions', id: `of ${id}`, what: `${transactions(count)} of ${what}`, count });
    }
    counted.set(removal, found);
  });
  return removals.map((one) => ({ ...one, owned: [...one.owned, ...(counted.get(one) ?? [])] }));
}

function ownedBy(number: string, { accounts, cards, agreements }: There): Removal['owned'] {
  return [
    ...accounts
      .filter(({ customerNumber }) => customerNumber === number)
      .map((one) => ({ sort: 'accounts' as const, id: one.id, what: wordsOfAccount(one) })),
    ...cards
      .filter(({ customerNumber }) => customerNumber === number)
      .map((one) => ({ sort: 'cards' as const, id: one.resourceId, what: wordsOfCard(one) })),
    ...agreements
      .filter(({ owner }) => owner === number)
      .map((one) => ({ sort: 'agreements' as const, id: one.agreementId, what: agreementInWords(one) })),
    ...agreements.flatMap(({ owner, engagements }) =>
      engagements
        .filter(({ customer }) => owner === number || customer === number)
        .map((one) => ({ sort: 'engagements' as const, id: one.engagementId, what: wordsOfEngagement(one) })),
    ),
  ];
}

async function accountsToGo(session: Session, { customers }: World, there: There): Promise<Removal[]> {
  const seeds = customers.flatMap(({ accounts }) => accounts);
  const stays = new Set<string>();
  await forEachOf(matchAccounts(seeds, there.accounts), async ([seed, atBank]) => {
    if (accountDiffers(seed, atBank) !== undefined) return;
    const known = await transactionsAt(session, atBank);
    for (const one of seed.transactions) take(known, one);
    if (known.size === 0) stays.add(atBank.id);
  });
  const gone = there.accounts.filter(({ id }) => !stays.has(id));
  return gone.map((one) => ({
    ...removal('accounts', one.id, wordsOfAccount(one), deleteSandboxAccount, { mockAccountId: one.id }),
    owned: there.agreements.flatMap(({ engagements }) =>
      engagements
        .filter(({ account }) => account.iban === one.iban)
        .map((engaged) => ({
          ...{ sort: 'engagements' as const, id: engaged.engagementId, what: wordsOfEngagement(engaged) },
        })),
    ),
  }));
}

async function cardsToGo(session: Session, { customers }: World, there: There): Promise<Removal[]> {
  const seeds = customers.flatMap(({ cards }) => cards);
  const stays = new Set<string>();
  await forEachOf(matchCards(seeds, there.cards), async ([seed, { resourceId, ...atBank }]) => {
    if (cardDiffers(seed, { resourceId, ...atBank }) !== undefined) return;
    const inFiles = idsInFiles(seed);
    const listed = await cardTransactionsAt(session, resourceId);
    if ([...listed].every((id) => inFiles.has(id))) stays.add(resourceId);
  });
  const gone = there.cards.filter(({ resourceId }) => !stays.has(resourceId));
  return gone.map((one) => {
    const { resourceId: mockCardAccountId } = one;
    return removal('cards', one.resourceId, wordsOfCard(one), deleteSandboxCardAccount, {
      mockCardAccountId,
    });
  });
}

function agreementsToGo({ agreements }: World, there: There, listsAll: boolean): Removal[] {
  if (!listsAll) return [];
  const stays = new Set([...matchAgreements(agreements, there.agreements).values()]);
  const gone = there.agreements.filter((one) => !stays.has(one));
  return gone.map((one) => ({
    ...removal('agreements', one.agreementId, agreementInWords(one), deleteSandboxAgreement, {
      mockAgreementId: one.agreementId,
    }),
    owned: one.engagements.map((engaged) => ({
      ...{ sort: 'engagements' as const, id: engaged.engagementId, what: wordsOfEngagement(engaged) },
    })),
  }));
}

function engagementsToGo({ customers, agreements }: World, there: There): Removal[] {
  const accounts = matchAccounts(
    customers.flatMap((one) => one.accounts),
    there.accounts,
  );
  const ibans = new Map([...accounts].map(([seed, { iban }]) => [key(seed.owner, seed.name), iban]));
  return [...matchAgreements(agreements, there.agreements)].flatMap(
    ([seed, { agreementId, engagements }]) => {
      const wanted = new Set(
        seed.engagements.map(({ customer, account }) => key(customer, ibans.get(key(seed.owner, account)))),
      );
      const gone = engagements.filter(({ customer, account }) => !wanted.has(key(customer, account.iban)));
      return gone.map((one) => {
        const reference = { mockAgreementId: agreementId, mockEngagementId: one.engagementId };
        return removal(
          ...(['engagements', one.engagementId, wordsOfEngagement(one)] as const),
          ...([deleteSandboxEngagement, reference] as const),
        );
      });
    },
  );
}

function removal<Input>(
  sort: Sort,
  id: string,
  what: string,
  operation: Operation<Input, object>,
  input: Input,
): Removal {
  return { sort, id, what, owned: [], remove: (session) => session.call(operation, input) };
}

function wordsOfAccount(one: There['accounts'][number]): string {
  return `${accountInWords({ name: one.accountName, owner: one.customerNumber })} (${one.bban})`;
}

function wordsOfCard({ maskedPan, customerNumber }: There['cards'][number]): string {
  return cardInWords({ maskedPan, owner: customerNumber });
}

function wordsOfEngagement(one: There['agreements'][number]['engagements'][number]): string {
  return `engagement of ${one.customer} for ${one.account.iban}`;
}
