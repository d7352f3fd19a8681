import type { Called } from '../../client/call.ts';
import type { Operation } from '../../client/operation.ts';
import {
  createSandboxAccount,
  createSandboxAgreement,
  createSandboxCardAccount,
  createSandboxCustomer,
  listSandboxAccounts,
  listSandboxAgreements,
  listSandboxCardAccounts,
  listSandboxCustomers,
  readSandboxAccount,
  readSandboxCardAccount,
} from '../../client/sandbox.ts';
import type { Session } from '../../client/session.ts';
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
import type { ComparedMember, Sort } from './tally.ts';

/** What no list of a real sandbox shows. */
export type MadeKind = 'accounts' | 'cards';

/** A kind of thing that seed files describe: how it is found at the bank, compared and made. */
export interface Kind<Seed extends Where, Item> {
  readonly sort: Sort;
  readonly describe: (seed: Seed) => string;
  /** Names by which one of the files is one at the bank, tried one after the other; the last one is in its file of ids. */
  readonly names: readonly (readonly [
    ofSeed: (seed: Seed) => string | undefined,
    ofItem: (item: Item) => string,
  ])[];
  readonly idOf: (item: Item) => string;
  /** Members that no operation changes. @see D16-seed-differs */
  readonly compare: (seed: Seed, item: Item) => readonly ComparedMember[];
  readonly list: Operation<void, readonly Item[]>;
  readonly operation: Operation<{ readonly body: Uint8Array }, Item>;
  /** What is sent to make it, without members that are undefined. */
  readonly toBody: (seed: Seed) => object;
  /** Of what a real sandbox doesn't list, and whose balance is set last: its name in files of ids, and how one is read. */
  readonly madeKind?: MadeKind;
  readonly read?: (session: Session, id: string) => Promise<Called<Item>>;
}

/** What names a thing of an owner, as one text. */
export function key(owner: string, name: string): string {
  return JSON.stringify([owner, name]);
}

export const CUSTOMERS: Kind<SeedCustomer, SandboxCustomer> = {
  sort: 'customers',
  describe: ({ number }) => `customer ${number}`,
  names: [[({ number }) => number, ({ customerNumber }) => customerNumber]],
  idOf: ({ customerId }) => customerId,
  compare: (seed, item) => [
    ['name', item.customerName, seed.name],
    ['type', item.customerType, seed.type],
  ],
  list: listSandboxCustomers,
  operation: createSandboxCustomer,
  toBody: ({ number: customerNumber, name, type }) => ({ customerNumber, name, type }),
};

export const ACCOUNTS: Kind<SeedAccount, SandboxAccount> = {
  sort: 'accounts',
  describe: ({ name, owner }) => `account ${name} of ${owner}`,
  names: [
    [
      ({ owner, bban }) => (bban === undefined ? undefined : key(owner, bban)),
      ({ customerNumber, bban }) => key(customerNumber, bban),
    ],
    [
      ({ owner, name }) => key(owner, name),
      ({ customerNumber, accountName }) => key(customerNumber, accountName),
    ],
  ],
  idOf: ({ id }) => id,
  compare: (seed, item) => [
    ['name', item.accountName, seed.name],
    ['bban', item.bban, seed.bban],
    ['currency', item.currency, seed.currency],
    ['product', item.product, seed.product],
    ['cashAccountType', item.cashAccountType, seed.cashAccountType],
    ['creditLine', item.creditLine, seed.creditLine],
    ['kid', describeKid(item.kid), describeKid(seed.kid)],
  ],
  list: listSandboxAccounts,
  read: ({ lookUp }, mockAccountId) => lookUp(readSandboxAccount, { mockAccountId }),
  operation: createSandboxAccount,
  toBody: (seed) => {
    const { owner: customerNumber, name: accountName, bban, currency, product, cashAccountType } = seed;
    const { creditLine, kid } = seed;
    const opening = openingOf(seed);
    return {
      ...{ customerNumber, accountName, currency, product, cashAccountType, creditLine, bban, kid },
      balances: opening === undefined ? undefined : [balanceBody(opening, currency)],
    };
  },
  madeKind: 'accounts',
};

export const CARDS: Kind<SeedCard, SandboxCardAccount> = {
  sort: 'cards',
  describe: ({ maskedPan, owner }) => `card ${maskedPan} of ${owner}`,
  names: [
    [
      ({ owner, maskedPan }) => key(owner, maskedPan),
      ({ customerNumber, maskedPan }) => key(customerNumber, maskedPan),
    ],
  ],
  idOf: ({ resourceId }) => resourceId,
  compare: (seed, item) => [
    ['currency', item.currency, seed.currency],
    ['creditLimit', item.creditLimit.amount, seed.creditLimit],
    ['name', item.name, seed.name],
    ['product', item.product, seed.product],
  ],
  list: listSandboxCardAccounts,
  read: ({ lookUp }, mockCardAccountId) => lookUp(readSandboxCardAccount, { mockCardAccountId }),
  operation: createSandboxCardAccount,
  toBody: ({ owner: customerNumber, maskedPan, currency, creditLimit, balance, name, product }) => ({
    ...{ customerNumber, maskedPan, currency, creditLimit: { currency, amount: creditLimit }, name, product },
    balances: balance === undefined ? undefined : [balanceBody(balance, currency)],
  }),
  madeKind: 'cards',
};

export const AGREEMENTS: Kind<SeedAgreement, SandboxAgreement> = {
  sort: 'agreements',
  describe: ({ name, owner }) => `agreement ${name} of ${owner}`,
  names: [[({ owner, name }) => key(owner, name), ({ owner, name }) => key(owner, name)]],
  idOf: ({ agreementId }) => agreementId,
  compare: () => [],
  list: listSandboxAgreements,
  operation: createSandboxAgreement,
  toBody: ({ owner, name }) => ({ owner, name }),
};

function describeKid(kid: KidPolicy | undefined): string | undefined {
  if (kid === undefined) return undefined;
  return [kid.use, ...kid.rules.map(({ length, method }) => `${method} of ${length}`)].join(' ');
}

/** What the account had before its transactions, so that they lead to its balance. @see C-seed-members */
function openingOf({ balance, transactions }: SeedAccount): number | undefined {
  if (balance === undefined) return undefined;
  const opening = balance - transactions.net;
  return isInt32(opening) ? opening : undefined;
}

export function balanceBody(amount: number, currency: string) {
  return { balanceAmount: { currency, amount }, balanceType: 'closingBooked' };
}

/** Which one at the bank each of the files is; none is two. Of several alike it is the one with the smallest id. */
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
