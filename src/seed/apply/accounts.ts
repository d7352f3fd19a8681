import { createSandboxAccount } from '../../client/sandbox/accounts.ts';
import { isInt32 } from '../../values/int32.ts';
import type { KidPolicy } from '../../values/kid.ts';
import type { SandboxAccount } from '../../wire/sandbox/account.ts';
import type { SeedAccount } from '../world.ts';
import { create } from './creation.ts';
import { bodyOf, type Hand } from './hand.ts';
import { differing } from './tally.ts';
import { accountInWords, key } from './words.ts';
import { forEachOf } from './workers.ts';

/** An account of the files; `atBank` is absent where a plan would make it. */
export interface HeldAccount {
  readonly seed: SeedAccount;
  readonly atBank: SandboxAccount | undefined;
  readonly isNew: boolean;
  /** What can't be changed. */
  readonly differs: string | undefined;
}

/** Accounts of the files by owner and name. */
export type HeldAccounts = ReadonlyMap<string, HeldAccount>;

/**
 * Which account at the bank each one of the files is: the one with its bban, else the one with its name, of the same
 * owner. No account is two.
 */
export function matchAccounts(
  accounts: readonly SeedAccount[],
  there: readonly SandboxAccount[],
): ReadonlyMap<SeedAccount, SandboxAccount> {
  const matched = new Map<SeedAccount, SandboxAccount>();
  const free = new Set([...there].sort((left, right) => (left.bban < right.bban ? -1 : 1)));
  const match = (nameOf: (one: Named) => string | undefined) => {
    const byName = new Map([...free].reverse().map((one) => [key(one.customerNumber, nameOf(one)), one]));
    for (const seed of accounts) {
      const found = byName.get(key(seed.owner, nameOf({ ...seed, accountName: seed.name })));
      if (found === undefined || matched.has(seed) || !free.delete(found)) continue;
      matched.set(seed, found);
    }
  };
  match(({ bban }) => bban);
  match(({ accountName }) => accountName);
  return matched;
}

interface Named {
  readonly accountName: string;
  readonly bban: string | undefined;
}

/** @see D16-seed-differs */
export function accountDiffers(seed: SeedAccount, there: SandboxAccount): string | undefined {
  return differing([
    ['name', there.accountName, seed.name],
    ['bban', there.bban, seed.bban],
    ['currency', there.currency, seed.currency],
    ['product', there.product, seed.product],
    ['cashAccountType', there.cashAccountType, seed.cashAccountType],
    ['creditLine', there.creditLine, seed.creditLine],
    ['kid', kidInWords(there.kid), kidInWords(seed.kid)],
  ]);
}

function kidInWords(kid: KidPolicy | undefined): string | undefined {
  if (kid === undefined) return undefined;
  return [kid.use, ...kid.rules.map(({ length, method }) => `${method} of ${length}`)].join(' ');
}

/**
 * Makes the accounts that aren't there. Those whose bban the bank makes come last and one by one, in the world's order:
 * no other takes a number of theirs, and each gets the same one every time.
 */
export async function convergeAccounts(
  hand: Hand,
  accounts: readonly SeedAccount[],
  there: readonly SandboxAccount[],
): Promise<HeldAccounts> {
  const matched = matchAccounts(accounts, there);
  const held = new Map<string, HeldAccount>();
  const hold = async (seed: SeedAccount) => {
    held.set(key(seed.owner, seed.name), await holdOne(hand, seed, matched.get(seed)));
  };
  await forEachOf(
    accounts.filter(({ bban }) => bban !== undefined),
    hold,
  );
  for (const seed of accounts) if (seed.bban === undefined) await hold(seed);
  return held;
}

async function holdOne(
  hand: Hand,
  seed: SeedAccount,
  there: SandboxAccount | undefined,
): Promise<HeldAccount> {
  if (there === undefined) {
    const atBank = await make(hand, seed);
    return { seed, atBank, isNew: true, differs: undefined };
  }
  const differs = accountDiffers(seed, there);
  if (differs !== undefined)
    hand.tally.add({
      ...{ fate: 'differs', sort: 'accounts', what: accountInWords(seed), why: differs },
      place: seed.place,
    });
  return { seed, atBank: there, isNew: false, differs };
}

async function make(hand: Hand, seed: SeedAccount): Promise<SandboxAccount | undefined> {
  const { place, owner: customerNumber, name: accountName, bban, currency, product, cashAccountType } = seed;
  hand.tally.add({ fate: 'created', sort: 'accounts', what: accountInWords(seed), place });
  const opening = openingOf(seed);
  const body = {
    ...{ customerNumber, accountName, currency, product, cashAccountType, creditLine: seed.creditLine },
    ...(bban === undefined ? {} : { bban }),
    ...(seed.kid === undefined ? {} : { kid: seed.kid }),
    ...(opening === undefined ? {} : { balances: [balanceBody(opening, currency)] }),
  };
  return create(hand, createSandboxAccount, bodyOf(body), {
    ...{ kind: 'accounts', key: key(customerNumber, accountName), place },
    idOf: ({ id }) => id,
  });
}

/** What the account had before its transactions, so that they lead to its balance. @see C-seed-members */
export function openingOf({ balance, transactions }: SeedAccount): number | undefined {
  if (balance === undefined) return undefined;
  const opening = balance - transactions.net;
  return isInt32(opening) ? opening : undefined;
}

export function balanceBody(amount: number, currency: string) {
  return { balanceAmount: { currency, amount }, balanceType: 'closingBooked' };
}
