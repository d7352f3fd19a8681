import { trimBlanks } from '../core/octets.ts';
import type { HttpRequest } from '../message.ts';
import { createFinding, type Finding } from './findings.ts';
import {
  buildSigningLine,
  type HeaderIndex,
  MAX_HEADERS,
  REQUEST_TARGET,
  type SigningLine,
} from './signing-string.ts';

/**
 * A candidate list of signed lines: other lines than those listed, or the same lines in another order.
 * @see G4-signature-invalid-order
 */
export interface Arrangement {
  readonly lines: readonly SigningLine[];
  /** Creates one finding for each fault. */
  readonly findings: () => Finding[];
}

export interface ArrangedFrom {
  readonly request: HttpRequest;
  readonly index: HeaderIndex;
  /** The lines that should have been signed. */
  readonly lines: readonly SigningLine[];
  /** The lines that later drafts derive from signature parameters: `(created)`, `(expires)`. */
  readonly derived: readonly SigningLine[];
  /** The header names that the bank requires to be signed if they are sent. */
  readonly signedHeaders: readonly string[];
  /** The fragment (`#…`) of the URL, if known. */
  readonly fragment?: string | undefined;
}

type OrderCause = 'sorted' | 'reversed' | 'request-order' | 'other';

/** Lists the line orders that have a name, without the expected order. */
export function createNamedOrders(from: ArrangedFrom): Arrangement[] {
  return listOrders(from).filter(({ lines }) => !isSame(lines, from.lines));
}

function isSame(left: readonly SigningLine[], right: readonly SigningLine[]): boolean {
  return left.length === right.length && left.every((line, place) => line === right[place]);
}

function createOrder(cause: OrderCause, lines: readonly SigningLine[], detail?: string): Arrangement {
  return { lines, findings: () => [createFinding('signature-invalid-order', { cause, detail })] };
}

function listOrders({ request, lines }: ArrangedFrom): Arrangement[] {
  const sorted = lines.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  const asSent = sortByRequest(request, lines, 'first');
  const asSentLast = sortByRequest(request, lines, 'last');
  const target = lines.filter(({ name }) => name === REQUEST_TARGET);
  const targetLast = [...asSent.filter(({ name }) => name !== REQUEST_TARGET), ...target];
  return [
    createOrder('sorted', sorted),
    createOrder('reversed', lines.toReversed()),
    createOrder('request-order', asSent),
    createOrder('request-order', asSentLast),
    ...(target.length === 0 ? [] : [createOrder('request-order', targetLast)]),
    createOrder('other', asSent.toReversed(), "It's the order of the request's headers, the last first."),
    createOrder('sorted', sorted.toReversed(), 'The last comes first.'),
  ];
}

/** Sorts lines by the position of their header in the request; `which` selects the occurrence of a repeated header. */
function sortByRequest(
  { headers }: HttpRequest,
  lines: readonly SigningLine[],
  which: 'first' | 'last',
): SigningLine[] {
  const sent = headers.slice(0, MAX_HEADERS).map(([name], place) => [name.toLowerCase(), place] as const);
  const places = new Map(which === 'last' ? sent : sent.reverse());
  const place = ({ name }: SigningLine) => places.get(name) ?? -1;
  return lines.toSorted((left, right) => place(left) - place(right));
}

const MAX_MOVED_LINES = 8;

/** Lists orders with one line moved. The search combines them with another fault. */
export function moveOneLine(lines: readonly SigningLine[]): Arrangement[] {
  const few = lines.length <= MAX_MOVED_LINES ? lines : [];
  return few.flatMap((line, from) => {
    const others = lines.toSpliced(from, 1);
    return lines.flatMap((_, to) =>
      to === from || to === from + 1 ? [] : [createOrder('other', others.toSpliced(to, 0, line))],
    );
  });
}

/** Lists orders with two lines exchanged. */
export function swapTwoLines(lines: readonly SigningLine[]): Arrangement[] {
  const few = lines.slice(0, MAX_SWAPPED_LINES);
  return few.flatMap((first, from) =>
    few.slice(from + 1).map((second, distance) => {
      const swapped = lines.with(from, second).with(from + 1 + distance, first);
      return createOrder('other', swapped, `The lines ${first.name} and ${second.name} are swapped.`);
    }),
  );
}

const MAX_SWAPPED_LINES = 20;

/** Lists candidates that split a repeated header into several lines, omit lines or add lines. */
export function listOtherSets(from: ArrangedFrom): Arrangement[] {
  return [...splitRepeatedHeaders(from), ...listSets(from)].filter(({ lines }) => !isSame(lines, from.lines));
}

function listSets(from: ArrangedFrom): Arrangement[] {
  const { request, index, lines, signedHeaders } = from;
  const lineOf = (name: string) => buildSigningLine(request, index, name);
  const standard = signedHeaders.map(lineOf).filter((line) => line !== undefined);
  const target = lineOf(REQUEST_TARGET);
  const withTarget = target === undefined ? [] : [standard.toSpliced(0, 0, target), [...standard, target]];
  const withEmpty = ['', 'null', 'undefined'].map((value) =>
    signedHeaders.map((name) => lineOf(name) ?? { name, value }),
  );
  const others = [standard, ...withTarget, ...withEmpty, ...addOneLine(from), ...listSubsets(lines)];
  return others.map((other) => createOtherSet(lines, other));
}

/** Creates a candidate with other lines than those listed; its findings name the omitted and the added lines. */
function createOtherSet(listed: readonly SigningLine[], lines: readonly SigningLine[]): Arrangement {
  const added = listMissingNames(lines, listed);
  const leftOut = listMissingNames(listed, lines);
  const kept = lines.filter(({ name }) => !added.includes(name));
  const asListed = listed.filter(({ name }) => !leftOut.includes(name));
  const isOrdered =
    kept.length === asListed.length && kept.every(({ name }, place) => name === asListed[place]?.name);
  return {
    lines,
    findings: () => [
      ...(leftOut.length === 0 ? [] : [createLineFinding('line-left-out', leftOut)]),
      ...(added.length === 0 ? [] : [createLineFinding('line-added', added)]),
      ...(isOrdered ? [] : [createFinding('signature-invalid-order', { cause: 'other' })]),
    ],
  };
}

function listMissingNames(lines: readonly SigningLine[], others: readonly SigningLine[]): string[] {
  return lines.map(({ name }) => name).filter((one) => !others.some(({ name }) => name === one));
}

function createLineFinding(cause: 'line-left-out' | 'line-added', names: readonly string[]): Finding {
  const [header = ''] = names;
  if (names.length < 2)
    return createFinding('signature-invalid', { cause, detail: `It is ${header}.`, header });
  const detail = `They are ${names.join(', ')}.`;
  return createFinding('signature-invalid', { cause, says: SEVERAL[cause], detail });
}

const SEVERAL = {
  'line-left-out': 'Lines of headers in headers were left out.',
  'line-added': "Lines were signed that aren't in headers.",
};

const MAX_OTHER_HEADERS = 30;

/** Lists the signed lines with one more sent header inserted at each position. */
function addOneLine(from: ArrangedFrom): SigningLine[][] {
  return listUnlisted(from).flatMap((line) => insertLine(from.lines, line));
}

/** Lists other lines that could have been signed: sent headers, the request line, lines of later drafts. */
function listUnlisted({ request, index, lines, derived }: ArrangedFrom): SigningLine[] {
  const listed = new Set(lines.map(({ name }) => name));
  const names = [REQUEST_TARGET, ...index.keys()].filter(
    (name) => !listed.has(name) && !OWN_HEADERS.includes(name),
  );
  const sent = names.slice(0, MAX_OTHER_HEADERS).map((name) => buildSigningLine(request, index, name));
  const others = [...derived.filter(({ name }) => !listed.has(name)), ...sent];
  return others.filter((line) => line !== undefined).filter(isShort);
}

const OWN_HEADERS = ['signature', 'authorization'];
const MAX_EXTRA_CHARACTERS = 1024;

function insertLine(lines: readonly SigningLine[], line: SigningLine): SigningLine[][] {
  return Array.from({ length: lines.length + 1 }, (_, place) =>
    lines.toSpliced(lines.length - place, 0, line),
  );
}

const MAX_SUBSET_LINES = 8;

/** Lists all subsets of the lines, the largest first; for long lists, only those that omit one or two lines. */
function listSubsets(lines: readonly SigningLine[]): SigningLine[][] {
  if (lines.length > MAX_SUBSET_LINES) return removeFewLines(lines);
  const masks = Array.from({ length: 2 ** lines.length - 2 }, (_, mask) => mask + 1);
  const chosen = masks.map((mask) => lines.filter((_, place) => (mask & (1 << place)) !== 0));
  return chosen.sort((left, right) => right.length - left.length);
}

function removeFewLines(lines: readonly SigningLine[]): SigningLine[][] {
  const one = lines.map((_, place) => lines.toSpliced(place, 1));
  const few = one.slice(0, MAX_SWAPPED_LINES);
  const two = few.flatMap((fewer, place) =>
    fewer.slice(place).map((_, at) => fewer.toSpliced(place + at, 1)),
  );
  const first = lines.slice(0, MAX_SWAPPED_LINES).map((_, count) => lines.slice(0, count + 1));
  return [...one, ...two, ...first.toReversed()];
}

/** Generates candidates with one line omitted or added. */
export function* generateOneOffSets(from: ArrangedFrom): Generator<Arrangement> {
  const { lines } = from;
  for (const place of lines.keys()) yield createOtherSet(lines, lines.toSpliced(place, 1));
  for (const more of addOneLine(from)) yield createOtherSet(lines, more);
}

/** Generates candidates with one line replaced, two lines added, or all sent headers. */
export function* generateRareSets(from: ArrangedFrom): Generator<Arrangement> {
  const { request, index, lines } = from;
  const others = listUnlisted(from);
  for (const [place] of lines.slice(0, MAX_SWAPPED_LINES).entries()) {
    const fewer = lines.toSpliced(place, 1);
    for (const other of others) {
      for (const set of insertLine(fewer, other)) yield createOtherSet(lines, set);
    }
  }
  for (const first of others) {
    for (const second of others) {
      if (first === second) continue;
      yield createOtherSet(lines, [...lines, first, second]);
      yield createOtherSet(lines, [first, second, ...lines]);
      yield createOtherSet(lines, [first, ...lines, second]);
    }
  }
  const sent = [...index.keys()].slice(0, MAX_HEADERS).filter((name) => !OWN_HEADERS.includes(name));
  const all = sent.map((name) => buildSigningLine(request, index, name)).filter((line) => line !== undefined);
  yield createOtherSet(lines, all);
  yield createOtherSet(lines, all.filter(isShort));
}

function isShort({ value }: SigningLine): boolean {
  return value.length <= MAX_EXTRA_CHARACTERS;
}

const MAX_REPEATS = 8;

/** Lists candidates in which a repeated header has one line for each value. */
function splitRepeatedHeaders({ index, lines }: ArrangedFrom): Arrangement[] {
  return lines.flatMap((line, place) => {
    const values = (index.get(line.name) ?? []).slice(0, MAX_REPEATS).map(trimBlanks);
    if (values.length < 2) return [];
    const changed = lines.toSpliced(place, 1, ...values.map((value) => ({ ...line, value })));
    const details = { header: line.name, detail: `It is ${line.name}.` };
    return [{ lines: changed, findings: () => [createFinding('signature-invalid-duplicate', details)] }];
  });
}

/** Generates every order of the items except the given one, in lexicographic order of their indexes. */
export function* generatePermutations<Item>(items: readonly Item[]): Generator<Item[]> {
  const orders = generateOrders(items);
  orders.next();
  yield* orders;
}

function* generateOrders<Item>(items: readonly Item[]): Generator<Item[]> {
  if (items.length < 2) return yield [...items];
  for (const [place, item] of items.entries()) {
    for (const others of generateOrders(items.toSpliced(place, 1))) yield [item, ...others];
  }
}
