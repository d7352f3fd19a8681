import { getSandboxOperations } from '../../client/operation.ts';
import { isInt32 } from '../../values/int32.ts';
import type { KidPolicy } from '../../values/kid.ts';
import type {
  SandboxAccount,
  SandboxAgreement,
  SandboxCardAccount,
  SandboxCustomer,
} from '../../wire/answers/sandbox.ts';
import type { FaultPlace } from '../faults.ts';
import type { SeedAccount, SeedAgreement, SeedCard, SeedCustomer } from '../world.ts';
import type { ComparedMember } from './report.ts';
import { ACCOUNT_BOOK, type Book, CARD_BOOK } from './transactions.ts';

type OwnedSeed = FaultPlace & { readonly owner?: string };

/** A kind of data in seed files: how it is found at the bank, compared, created and deleted. */
export interface Kind<Seed extends OwnedSeed, Item> {
  readonly sort: 'customers' | 'accounts' | 'cards' | 'agreements';
  readonly describe: (seed: Seed) => string;
  readonly describeItem: (item: Item) => string;
  /**
   * Members by which an object of the files matches one of the same owner at the bank, tried in order; the last one
   * and the owner are the key in the id file.
   */
  readonly names: readonly (readonly [ofSeed: keyof Seed, ofItem: keyof Item])[];
  readonly idOf: (item: Item) => string;
  /** Returns the customerNumber; absent for a customer. */
  readonly ownerOf?: (item: Item) => string;
  /** Lists members that no operation changes. @see D16-seed-differs */
  readonly compare: (seed: Seed, item: Item) => readonly ComparedMember[];
  readonly operations: ReturnType<typeof getSandboxOperations<Item>>;
  /** Builds the body that creates it, without undefined members. */
  readonly toBody: (seed: Seed) => object;
  /** Accounts and cards have transactions. A real sandbox doesn't list them, and their balance is set last. */
  readonly account?: { readonly sort: 'accounts' | 'cards'; readonly book: Book<Seed, Item> };
}

/** A kind with transactions. */
export type AccountKind<Seed extends OwnedSeed, Item> = Kind<Seed, Item> &
  Required<Pick<Kind<Seed, Item>, 'account'>>;

/** Joins owner and name into one key. */
export function buildKey(owner: string | undefined, name: unknown): string {
  return JSON.stringify([owner, name]);
}

/** Returns an object's key in the id file. */
export function getIdKey<Seed extends OwnedSeed>({ names }: Pick<Kind<Seed, never>, 'names'>, seed: Seed) {
  const [[member]] = names.slice(-1) as [Kind<Seed, never>['names'][number]];
  return buildKey(seed.owner, seed[member]);
}

export function describeEngagement(customer: string, account: string): string {
  return `engagement of ${customer} for ${account}`;
}

export const CUSTOMERS: Kind<SeedCustomer, SandboxCustomer> = {
  sort: 'customers',
  describe: ({ number }) => `customer ${number}`,
  describeItem: ({ customerNumber }) => `customer ${customerNumber}`,
  names: [['number', 'customerNumber']],
  idOf: ({ customerId }) => customerId,
  compare: (seed, item) => [
    ['name', item.customerName, seed.name],
    ['type', item.customerType, seed.type],
  ],
  operations: getSandboxOperations('customer'),
  toBody: ({ number: customerNumber, name, type }) => ({ customerNumber, name, type }),
};

export const ACCOUNTS: AccountKind<SeedAccount, SandboxAccount> = {
  sort: 'accounts',
  describe: ({ name, owner }) => `account ${name} of ${owner}`,
  describeItem: ({ accountName, customerNumber, bban }) =>
    `account ${accountName} of ${customerNumber} (${bban})`,
  names: [
    ['bban', 'bban'],
    ['name', 'accountName'],
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
  operations: getSandboxOperations('account'),
  toBody: (seed) => {
    const { owner: customerNumber, name: accountName, bban, currency, product, cashAccountType } = seed;
    const { creditLine, kid } = seed;
    return {
      ...{ customerNumber, accountName, currency, product, cashAccountType, creditLine, bban, kid },
      balances: buildBalances(computeOpening(seed), currency),
    };
  },
  account: { sort: 'accounts', book: ACCOUNT_BOOK },
};

export const CARDS: AccountKind<SeedCard, SandboxCardAccount> = {
  sort: 'cards',
  describe: ({ maskedPan, owner }) => `card ${maskedPan} of ${owner}`,
  describeItem: ({ maskedPan, customerNumber }) => `card ${maskedPan} of ${customerNumber}`,
  names: [['maskedPan', 'maskedPan']],
  idOf: ({ resourceId }) => resourceId,
  ownerOf: ({ customerNumber }) => customerNumber,
  compare: (seed, item) => [
    ['currency', item.currency, seed.currency],
    ['creditLimit', item.creditLimit.amount, seed.creditLimit],
    ['name', item.name, seed.name],
    ['product', item.product, seed.product],
  ],
  operations: getSandboxOperations('card account'),
  toBody: ({ owner: customerNumber, maskedPan, currency, creditLimit, balance, name, product }) => ({
    ...{ customerNumber, maskedPan, currency, creditLimit: { currency, amount: creditLimit }, name, product },
    balances: buildBalances(balance, currency),
  }),
  account: { sort: 'cards', book: CARD_BOOK },
};

export const AGREEMENTS: Kind<SeedAgreement, SandboxAgreement> = {
  sort: 'agreements',
  describe: ({ name, owner }) => `agreement ${name} of ${owner}`,
  describeItem: ({ name, owner }) => `agreement ${name} of ${owner}`,
  names: [['name', 'name']],
  idOf: ({ agreementId }) => agreementId,
  ownerOf: ({ owner }) => owner,
  compare: () => [],
  operations: getSandboxOperations('agreement'),
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
export function matchItems<Seed extends OwnedSeed, Item>(
  { names, idOf, ownerOf }: Kind<Seed, Item>,
  seeds: readonly Seed[],
  items: readonly Item[],
): ReadonlyMap<Seed, Item> {
  const matched = new Map<Seed, Item>();
  const free = new Set([...items].sort((left, right) => (idOf(left) < idOf(right) ? 1 : -1)));
  for (const [ofSeed, ofItem] of names) {
    const known = new Map([...free].map((item) => [buildKey(ownerOf?.(item), item[ofItem]), item]));
    for (const seed of seeds) {
      const found = matched.has(seed) ? undefined : known.get(buildKey(seed.owner, seed[ofSeed]));
      if (found !== undefined && free.delete(found)) matched.set(seed, found);
    }
  }
  return matched;
}
