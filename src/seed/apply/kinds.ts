import { getOperation, type Operation } from '../../client/operation.ts';
import { isInt32 } from '../../values/int32.ts';
import type { KidPolicy } from '../../values/kid.ts';
import type {
  SandboxAccount,
  SandboxAgreement,
  SandboxCardAccount,
  SandboxCustomer,
} from '../../wire/answers/sandbox.ts';
import type { Where } from '../faults.ts';
import type { SeedAccount, SeedAgreement, SeedCard, SeedCustomer } from '../world.ts';
import type { ComparedMember } from './report.ts';
import { ACCOUNT_BOOK, type Book, CARD_BOOK } from './transactions.ts';

/** A kind of data in seed files: how it is found at the bank, compared, created and deleted. */
export interface Kind<Seed extends Where, Item> {
  readonly sort: 'customers' | 'accounts' | 'cards' | 'agreements';
  readonly describe: (seed: Seed) => string;
  readonly describeItem: (item: Item) => string;
  /**
   * Names by which an object of the files matches one at the bank, tried in order; the last one is the key in the id
   * file.
   */
  readonly names: readonly (readonly [
    ofSeed: (seed: Seed) => string | undefined,
    ofItem: (item: Item) => string,
  ])[];
  readonly idOf: (item: Item) => string;
  /** Returns the customerNumber; absent for a customer. */
  readonly ownerOf?: (item: Item) => string;
  /** Lists members that no operation changes. @see D16-seed-differs */
  readonly compare: (seed: Seed, item: Item) => readonly ComparedMember[];
  /** The path parameter with its id. */
  readonly parameter: string;
  readonly list: Operation<void, readonly Item[]>;
  readonly create: Operation<never, Item>;
  readonly remove: Operation<never, object>;
  /** Builds the body that creates it, without undefined members. */
  readonly toBody: (seed: Seed) => object;
  /** Operations of accounts and cards: a real sandbox doesn't list them, and their balance is set last. */
  readonly account?: { readonly read: Operation<never, Item>; readonly book: Book<Seed, Item> };
}

/** Joins owner and name into one key. */
export function buildKey(owner: string, name: string): string {
  return JSON.stringify([owner, name]);
}

export const CUSTOMERS: Kind<SeedCustomer, SandboxCustomer> = {
  sort: 'customers',
  describe: ({ number }) => `customer ${number}`,
  describeItem: ({ customerNumber }) => `customer ${customerNumber}`,
  names: [[({ number }) => number, ({ customerNumber }) => customerNumber]],
  idOf: ({ customerId }) => customerId,
  compare: (seed, item) => [
    ['name', item.customerName, seed.name],
    ['type', item.customerType, seed.type],
  ],
  parameter: 'customerId',
  list: getOperation('list sandbox customers'),
  create: getOperation('create sandbox customer'),
  remove: getOperation('delete sandbox customer'),
  toBody: ({ number: customerNumber, name, type }) => ({ customerNumber, name, type }),
};

export const ACCOUNTS: Kind<SeedAccount, SandboxAccount> = {
  sort: 'accounts',
  describe: ({ name, owner }) => `account ${name} of ${owner}`,
  describeItem: ({ accountName, customerNumber, bban }) =>
    `account ${accountName} of ${customerNumber} (${bban})`,
  names: [
    [
      ({ owner, bban }) => (bban === undefined ? undefined : buildKey(owner, bban)),
      ({ customerNumber, bban }) => buildKey(customerNumber, bban),
    ],
    [
      ({ owner, name }) => buildKey(owner, name),
      ({ customerNumber, accountName }) => buildKey(customerNumber, accountName),
    ],
  ],
  idOf: ({ id }) => id,
  ownerOf: ({ customerNumber }) => customerNumber,
  compare: (seed, item) => [
    ['name', item.accountName, seed.name],
    ['bban', item.bban, seed.bban],
    ['currency', item.currency, seed.currency],
    ['product', item.product, seed.product],
    ['cashAccountType', item.cashAccountType, seed.cashAccountType],
    ['creditLine', item.creditLine, seed.creditLine],
    ['kid', describeKid(item.kid), describeKid(seed.kid)],
  ],
  parameter: 'mockAccountId',
  list: getOperation('list sandbox accounts'),
  create: getOperation('create sandbox account'),
  remove: getOperation('delete sandbox account'),
  toBody: (seed) => {
    const { owner: customerNumber, name: accountName, bban, currency, product, cashAccountType } = seed;
    const { creditLine, kid } = seed;
    return {
      ...{ customerNumber, accountName, currency, product, cashAccountType, creditLine, bban, kid },
      balances: buildBalances(computeOpening(seed), currency),
    };
  },
  account: { read: getOperation('read sandbox account'), book: ACCOUNT_BOOK },
};

export const CARDS: Kind<SeedCard, SandboxCardAccount> = {
  sort: 'cards',
  describe: ({ maskedPan, owner }) => `card ${maskedPan} of ${owner}`,
  describeItem: ({ maskedPan, customerNumber }) => `card ${maskedPan} of ${customerNumber}`,
  names: [
    [
      ({ owner, maskedPan }) => buildKey(owner, maskedPan),
      ({ customerNumber, maskedPan }) => buildKey(customerNumber, maskedPan),
    ],
  ],
  idOf: ({ resourceId }) => resourceId,
  ownerOf: ({ customerNumber }) => customerNumber,
  compare: (seed, item) => [
    ['currency', item.currency, seed.currency],
    ['creditLimit', item.creditLimit.amount, seed.creditLimit],
    ['name', item.name, seed.name],
    ['product', item.product, seed.product],
  ],
  parameter: 'mockCardAccountId',
  list: getOperation('list sandbox card accounts'),
  create: getOperation('create sandbox card account'),
  remove: getOperation('delete sandbox card account'),
  toBody: ({ owner: customerNumber, maskedPan, currency, creditLimit, balance, name, product }) => ({
    ...{ customerNumber, maskedPan, currency, creditLimit: { currency, amount: creditLimit }, name, product },
    balances: buildBalances(balance, currency),
  }),
  account: { read: getOperation('read sandbox card account'), book: CARD_BOOK },
};

export const AGREEMENTS: Kind<SeedAgreement, SandboxAgreement> = {
  sort: 'agreements',
  describe: ({ name, owner }) => `agreement ${name} of ${owner}`,
  describeItem: ({ name, owner }) => `agreement ${name} of ${owner}`,
  names: [[({ owner, name }) => buildKey(owner, name), ({ owner, name }) => buildKey(owner, name)]],
  idOf: ({ agreementId }) => agreementId,
  ownerOf: ({ owner }) => owner,
  compare: () => [],
  parameter: 'mockAgreementId',
  list: getOperation('list sandbox agreements'),
  create: getOperation('create sandbox agreement'),
  remove: getOperation('delete sandbox agreement'),
  toBody: ({ owner, name }) => ({ owner, name }),
};

function describeKid(kid: KidPolicy | undefined): string | undefined {
  if (kid === undefined) return undefined;
  return [kid.use, ...kid.rules.map(({ length, method }) => `${method} of ${length}`)].join(' ');
}

/** Computes the balance before the account's transactions, so that they lead to its balance. @see C-seed-members */
function computeOpening({ balance, transactions }: SeedAccount): number | undefined {
  if (balance === undefined) return undefined;
  const opening = balance - transactions.net;
  return isInt32(opening) ? opening : undefined;
}

export function buildBalances(amount: number | undefined, currency: string) {
  if (amount === undefined) return undefined;
  return [{ balanceAmount: { currency, amount }, balanceType: 'closingBooked' }];
}

/** Matches objects of the files to those at the bank, one to one. Of several equal ones it chooses the smallest id. */
export function matchItems<Seed extends Where, Item>(
  { names, idOf }: Kind<Seed, Item>,
  seeds: readonly Seed[],
  items: readonly Item[],
): ReadonlyMap<Seed, Item> {
  const matched = new Map<Seed, Item>();
  const free = new Set([...items].sort((left, right) => (idOf(left) < idOf(right) ? 1 : -1)));
  for (const [ofSeed, ofItem] of names) {
    const known = new Map([...free].map((item) => [ofItem(item), item]));
    for (const seed of seeds) {
      const found = matched.has(seed) ? undefined : known.get(ofSeed(seed) ?? '');
      if (found !== undefined && free.delete(found)) matched.set(seed, found);
    }
  }
  return matched;
}
