import type { JsonText } from './json-text.ts';
import { permutations } from './permutations.ts';

/** Other orders of the members of JSON objects. @see G4-digest-mismatch */

const MAX_NODES = 200;

/** Whether the value has few enough parts for its orders to be worth trying. */
export function isSmall(value: JsonText): boolean {
  return countNodes(value, 0) <= MAX_NODES;
}

function countNodes(value: JsonText, before: number): number {
  let count = before + 1;
  if (value.kind === 'scalar') return count;
  for (const part of value.kind === 'array' ? value.items : value.members.map(([, member]) => member)) {
    if (count > MAX_NODES) return count;
    count = countNodes(part, count);
  }
  return count;
}

/** Orders in which one object has one member in another place, or two exchanged. */
export function* oneMoved(value: JsonText): Generator<JsonText> {
  yield* inOneObject(value, movedOrSwapped);
}

/** Orders in which one object has any other order, and after them those of several objects at once. */
export function* anyOrder(value: JsonText): Generator<JsonText> {
  yield* inOneObject(value, permutations);
  yield* inEveryObject(value);
}

type Reorder = <Item>(items: readonly Item[]) => Iterable<readonly Item[]>;

function* movedOrSwapped<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += 1) {
    const moved = items[from] as Item;
    const others = items.toSpliced(from, 1);
    for (let to = 0; to < items.length; to += 1) {
      if (to !== from) yield others.toSpliced(to, 0, moved);
      if (to > from + 1) yield items.with(from, items[to] as Item).with(to, moved);
    }
  }
}

function* inOneObject(value: JsonText, reorder: Reorder): Generator<JsonText> {
  if (value.kind === 'array') {
    for (const [place, item] of value.items.entries()) {
      for (const changed of inOneObject(item, reorder))
        yield { kind: 'array', items: value.items.with(place, changed) };
    }
  } else if (value.kind === 'object') {
    for (const members of reorder(value.members)) yield { kind: 'object', members };
    for (const [place, [key, member]] of value.members.entries()) {
      for (const changed of inOneObject(member, reorder))
        yield { kind: 'object', members: value.members.with(place, [key, changed]) };
    }
  }
}

/** Every choice of an order for each object; the outermost changes fastest. */
function* inEveryObject(value: JsonText): Generator<JsonText> {
  if (value.kind === 'scalar') yield value;
  else if (value.kind === 'array') {
    for (const items of choices(value.items)) yield { kind: 'array', items };
  } else {
    const keys = value.members.map(([key]) => key);
    for (const values of choices(value.members.map(([, member]) => member))) {
      const members = values.map((member, place) => [keys[place] ?? '', member] as const);
      yield { kind: 'object', members };
      for (const order of permutations(members)) yield { kind: 'object', members: order };
    }
  }
}

/** Every choice of one writing per value. */
function* choices(values: readonly JsonText[]): Generator<JsonText[]> {
  const [first, ...rest] = values;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const others of choices(rest)) {
    for (const own of inEveryObject(first)) yield [own, ...others];
  }
}
