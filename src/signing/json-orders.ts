import { type JsonMember, type JsonText, orderMembers, sortMembers } from './json-text.ts';
import { permutations } from './permutations.ts';

/** The same JSON with other members, or its members in another order. @see G4-digest-mismatch */
export interface JsonOrder {
  readonly cause: 'key-order' | 'reserialised';
  /** After "the same JSON": `with its members sorted by name`. */
  readonly what: string;
  readonly json: JsonText;
}

/** The orders in which programs sort, and what they leave out; the likeliest first. */
export function sortedOrders(json: JsonText): JsonOrder[] {
  const key = ([raw]: JsonMember) => raw.toLowerCase();
  const byLetter = (left: JsonMember, right: JsonMember) => (key(left) < key(right) ? -1 : 1);
  const byName = ([left]: JsonMember, [right]: JsonMember) => (left < right ? -1 : 1);
  const sorted = 'with its members sorted by name';
  return [
    { cause: 'key-order', what: sorted, json: sortMembers(json, 1) },
    {
      cause: 'key-order',
      what: `${sorted}, those inside as they were`,
      json: orderMembers(json, byName, false),
    },
    { cause: 'key-order', what: `${sorted}, whatever their case`, json: orderMembers(json, byLetter) },
    { cause: 'key-order', what: `${sorted}, the last first`, json: sortMembers(json, -1) },
    { cause: 'key-order', what: 'with its members reversed', json: reversed(json) },
    { cause: 'reserialised', what: 'without the members that are null', json: without(json, isNull) },
    { cause: 'reserialised', what: 'without the members that are empty', json: without(json, isEmpty) },
  ];
}

function reversed(json: JsonText): JsonText {
  if (json.kind === 'scalar') return json;
  if (json.kind === 'array') return { kind: 'array', items: json.items.map(reversed) };
  const members = json.members.map(([key, member]): JsonMember => [key, reversed(member)]);
  return { kind: 'object', members: members.reverse() };
}

function without(json: JsonText, isLeft: (value: JsonText) => boolean): JsonText {
  if (json.kind === 'scalar') return json;
  if (json.kind === 'array') return { kind: 'array', items: json.items.map((item) => without(item, isLeft)) };
  const members = json.members.map(([key, member]): JsonMember => [key, without(member, isLeft)]);
  return { kind: 'object', members: members.filter(([, member]) => !isLeft(member)) };
}

function isNull(value: JsonText): boolean {
  return value.kind === 'scalar' && value.raw === 'null';
}

function isEmpty(value: JsonText): boolean {
  if (value.kind === 'array') return value.items.length === 0;
  return value.kind === 'scalar' ? ['null', '""'].includes(value.raw) : value.members.length === 0;
}

/** Objects with the same keys in the same order: one program wrote them, so one order holds for all of them. */
type Shape = readonly string[];

/** Longer objects have too many members to move. */
const MAX_MOVED = 40;

/** Orders of one kind of object each: a member in another place, or two exchanged. */
export function* oneMoved(json: JsonText): Generator<JsonText> {
  for (const shape of shapesOf(json)) {
    if (shape.length > MAX_MOVED) continue;
    for (const order of movedOrSwapped(places(shape)))
      yield reordered(json, new Map([[nameOf(shape), order]]));
  }
}

/** Each kind of object in any order, then several at once; of each only if there are no more than so many. */
export function* anyOrder(json: JsonText, most: number): Generator<JsonText> {
  const shapes = shapesOf(json).filter((shape) => countOfOrders([shape]) <= most);
  for (const shape of shapes) {
    for (const order of permutations(places(shape))) yield reordered(json, new Map([[nameOf(shape), order]]));
  }
  if (shapes.length < 2 || countOfOrders(shapes) > most) return;
  for (const orders of choices(shapes)) yield reordered(json, new Map(orders));
}

function countOfOrders(shapes: readonly Shape[]): number {
  return shapes.flatMap(places).reduce((count, place) => count * (place + 1), 1);
}

function* choices(shapes: readonly Shape[]): Generator<readonly (readonly [string, readonly number[]])[]> {
  const [first, ...rest] = shapes;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const others of choices(rest)) {
    for (const order of [places(first), ...permutations(places(first))])
      yield [[nameOf(first), order], ...others];
  }
}

function places(shape: Shape): number[] {
  return [...shape.keys()];
}

function nameOf(shape: Shape): string {
  return shape.join();
}

/** Only those whose order matters. */
function shapesOf(json: JsonText): Shape[] {
  const shapes = new Map<string, Shape>();
  const collect = (value: JsonText) => {
    if (value.kind === 'array') for (const item of value.items) collect(item);
    if (value.kind !== 'object') return;
    const shape = value.members.map(([key]) => key);
    if (shape.length > 1) shapes.set(nameOf(shape), shape);
    for (const [, member] of value.members) collect(member);
  };
  collect(json);
  return [...shapes.values()];
}

function reordered(json: JsonText, orders: ReadonlyMap<string, readonly number[]>): JsonText {
  if (json.kind === 'scalar') return json;
  if (json.kind === 'array')
    return { kind: 'array', items: json.items.map((item) => reordered(item, orders)) };
  const order = orders.get(nameOf(json.members.map(([key]) => key)));
  const members = json.members.map(([key, member]): JsonMember => [key, reordered(member, orders)]);
  if (order === undefined) return { kind: 'object', members };
  return { kind: 'object', members: order.map((place) => members[place] as JsonMember) };
}

function* movedOrSwapped(items: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < items.length; from += 1) {
    const moved = items[from] as number;
    const others = items.toSpliced(from, 1);
    for (let to = 0; to < items.length; to += 1) {
      if (to !== from) yield others.toSpliced(to, 0, moved);
      if (to > from + 1) yield items.with(from, items[to] as number).with(to, moved);
    }
  }
}
