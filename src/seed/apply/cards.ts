import { createSandboxCardAccount } from '../../client/sandbox/card-accounts.ts';
import type { SandboxCardAccount } from '../../wire/sandbox/card-account.ts';
import type { SeedCard } from '../world.ts';
import { balanceBody } from './accounts.ts';
import { create } from './creation.ts';
import { bodyOf, type Hand } from './hand.ts';
import { differing } from './tally.ts';
import { cardInWords, key } from './words.ts';
import { forEachOf } from './workers.ts';

/** A card account of the files; `atBank` is absent where a plan would make it. */
export interface HeldCard {
  readonly seed: SeedCard;
  readonly atBank: SandboxCardAccount | undefined;
  readonly isNew: boolean;
  readonly differs: string | undefined;
}

/** By owner and masked PAN; of several alike the one with the smallest id. */
export function matchCards(
  cards: readonly SeedCard[],
  there: readonly SandboxCardAccount[],
): ReadonlyMap<SeedCard, SandboxCardAccount> {
  const last = [...there].sort((left, right) => (left.resourceId < right.resourceId ? 1 : -1));
  const known = new Map(last.map((one) => [key(one.customerNumber, one.maskedPan), one]));
  const matches = cards.map((seed) => [seed, known.get(key(seed.owner, seed.maskedPan))] as const);
  return new Map(matches.filter((match): match is [SeedCard, SandboxCardAccount] => match[1] !== undefined));
}

/** @see D16-seed-differs */
export function cardDiffers(seed: SeedCard, there: SandboxCardAccount): string | undefined {
  return differing([
    ['currency', there.currency, seed.currency],
    ['creditLimit', there.creditLimit.amount, seed.creditLimit],
    ['name', there.name, seed.name],
    ['product', there.product, seed.product],
  ]);
}

export async function convergeCards(
  hand: Hand,
  cards: readonly SeedCard[],
  there: readonly SandboxCardAccount[],
): Promise<readonly HeldCard[]> {
  const matched = matchCards(cards, there);
  const held = new Map<SeedCard, HeldCard>();
  await forEachOf(cards, async (seed) => {
    held.set(seed, await holdOne(hand, seed, matched.get(seed)));
  });
  return cards.flatMap((seed) => held.get(seed) ?? []);
}

async function holdOne(hand: Hand, seed: SeedCard, there: SandboxCardAccount | undefined): Promise<HeldCard> {
  const { tally } = hand;
  const { place } = seed;
  const what = cardInWords(seed);
  if (there === undefined) {
    tally.add({ fate: 'created', sort: 'cards', what, place });
    return { seed, atBank: await make(hand, seed), isNew: true, differs: undefined };
  }
  const differs = cardDiffers(seed, there);
  if (differs !== undefined) tally.add({ fate: 'differs', sort: 'cards', what, why: differs, place });
  return { seed, atBank: there, isNew: false, differs };
}

async function make(hand: Hand, seed: SeedCard): Promise<SandboxCardAccount | undefined> {
  const { place, owner: customerNumber, maskedPan, currency, creditLimit, balance, name, product } = seed;
  const body = {
    ...{ customerNumber, maskedPan, currency, creditLimit: { currency, amount: creditLimit } },
    ...(balance === undefined ? {} : { balances: [balanceBody(balance, currency)] }),
    ...(name === undefined ? {} : { name }),
    ...(product === undefined ? {} : { product }),
  };
  return create(hand, createSandboxCardAccount, bodyOf(body), {
    ...{ kind: 'cards', key: key(customerNumber, maskedPan), place },
    idOf: ({ resourceId }) => resourceId,
  });
}
