import type { SandboxCardAccount } from '../../wire/answers/sandbox.ts';
import type { SeedCard } from '../world.ts';
import type { HeldAgreement, Parties } from './agreements.ts';
import type { Held } from './converge.ts';

type Named<Value = string> = Readonly<Record<string, Value>>;

/** The ids of all that the files describe, by what names it; sorted, so that equal worlds are equal texts. @see C-seed-json */
export interface MadeIds {
  /** By customerNumber. */
  readonly customers: Named;
  /** By bban. */
  readonly accounts: Named;
  /** The bban of each account, by its owner's number and its name. */
  readonly bbans: Named<Named>;
  /** By the owner's number and the masked PAN. */
  readonly cards: Named<Named>;
  /** By the owner's number and the name. */
  readonly agreements: Named<Named>;
  /** By the agreement's owner and name, the customer's number and the account's name. */
  readonly engagements: Named<Named<Named<Named>>>;
}

interface AllHeld extends Parties {
  readonly cards: readonly Held<SeedCard, SandboxCardAccount>[];
  readonly agreements: readonly HeldAgreement[];
}

export function madeIds({ customers, accounts, cards, agreements }: AllHeld): MadeIds {
  return {
    customers: tree(customers.map(({ seed, item }) => [[seed.number], item?.customerId])),
    accounts: tree(accounts.map(({ item }) => [[item?.bban], item?.id])),
    bbans: tree(accounts.map(({ seed, item }) => [[seed.owner, seed.name], item?.bban])),
    cards: tree(cards.map(({ seed, item }) => [[seed.owner, seed.maskedPan], item?.resourceId])),
    agreements: tree(agreements.map(({ seed, item }) => [[seed.owner, seed.name], item?.agreementId])),
    engagements: tree(
      agreements.flatMap(({ seed: { owner, name }, engagements }) =>
        engagements.map(({ seed, item }) => [[owner, name, seed.customer, seed.account], item?.engagementId]),
      ),
    ),
  };
}

type Entry = readonly [path: readonly (string | undefined)[], value: string | undefined];

/** Objects within objects by paths of names, each sorted. What a plan would make has no id. */
function tree<Tree>(entries: readonly Entry[]): Tree {
  const below = new Map<string, Entry[]>();
  for (const entry of entries.filter(([, value]) => value !== undefined)) {
    const name = entry[0][0] ?? '';
    below.set(name, [...(below.get(name) ?? []), entry]);
  }
  const members = [...below].sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, all]) => [name, memberOf(all)])) as Tree;
}

function memberOf(entries: readonly Entry[]): unknown {
  const [first] = entries;
  if (first?.[0].length === 1) return first[1];
  return tree(entries.map(([path, value]) => [path.slice(1), value]));
}
