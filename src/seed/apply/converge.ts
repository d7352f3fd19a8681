import type { Where } from '../faults.ts';
import { type ApplyContext, bodyOf, mapEach, send } from './context.ts';
import { type Kind, matchItems } from './kinds.ts';
import { differing } from './tally.ts';

/** One of the files, and the one at the bank that it is. */
export interface Held<Seed, Item> {
  readonly seed: Seed;
  /** Absent where a plan would make it. */
  readonly item: Item | undefined;
  readonly isNew: boolean;
  /** What can't be changed. */
  readonly differs: string | undefined;
}

/**
 * Makes what the bank lacks of a kind.
 * @param isLast tells which are made after all others, one by one in the world's order
 */
export async function converge<Seed extends Where, Item>(
  context: ApplyContext,
  kind: Kind<Seed, Item>,
  { seeds, items }: { readonly seeds: readonly Seed[]; readonly items: readonly Item[] },
  isLast: (seed: Seed) => boolean = () => false,
): Promise<readonly Held<Seed, Item>[]> {
  const matched = matchItems(kind, seeds, items);
  const held = new Map<Seed, Held<Seed, Item>>();
  const hold = async (seed: Seed) => {
    held.set(seed, await holdOne(context, kind, seed, matched.get(seed)));
  };
  await mapEach(
    seeds.filter((seed) => !isLast(seed)),
    hold,
  );
  for (const seed of seeds.filter(isLast)) await hold(seed);
  return seeds.flatMap((seed) => held.get(seed) ?? []);
}

async function holdOne<Seed extends Where, Item>(
  context: ApplyContext,
  kind: Kind<Seed, Item>,
  seed: Seed,
  item: Item | undefined,
): Promise<Held<Seed, Item>> {
  const { tally } = context;
  const step = { sort: kind.sort, what: kind.describe(seed), place: seed.place };
  if (item === undefined) {
    tally.add({ fate: 'created', ...step });
    return { seed, item: await create(context, kind, seed), isNew: true, differs: undefined };
  }
  const why = differing(kind.compare(seed, item));
  if (why !== undefined) tally.add({ fate: 'differs', ...step, why });
  else if (kind.madeKind === undefined) tally.unchanged(kind.sort);
  return { seed, item, isNew: false, differs: why };
}

async function create<Seed extends Where, Item>(
  context: ApplyContext,
  { operation, toBody, madeKind, names, idOf }: Kind<Seed, Item>,
  seed: Seed,
): Promise<Item | undefined> {
  const { remembered, isPlan } = context;
  const { place } = seed;
  const make = () => send(context, operation, bodyOf(toBody(seed)), place);
  const name = names.at(-1)?.[0](seed);
  if (isPlan || remembered === undefined || madeKind === undefined || name === undefined) return make();
  return remembered.keep(madeKind, name, place, async () => {
    const item = await make();
    return { item, id: item === undefined ? undefined : idOf(item) };
  });
}
