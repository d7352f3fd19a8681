import { parseJson } from '../core/json-object.ts';
import { type JsonMember, type JsonText, readJsonText, writeJsonText } from '../core/json-text.ts';
import { generatePermutations } from './arrangements.ts';
import type { FindingCause } from './findings.ts';
import {
  AS_IS,
  applyStyle,
  applyStyleToText,
  COMMON_LAYOUTS,
  detectLayout,
  mapMembers,
  type NamedLayout,
  OTHER_LAYOUTS,
  SCALAR_STYLES,
  type ScalarStyle,
} from './json-text.ts';

/** A body that may have been hashed instead of the sent one. */
export interface BodyCandidate {
  readonly cause: FindingCause<'digest-mismatch'>;
  readonly bytes: Uint8Array;
  /** The description after "the hash of", such as `the body without its final LF`. */
  readonly what: string;
  /** Replaces the remedy of the cause if that addresses the wrong side. */
  readonly remedy?: string;
}

/** A body candidate before it is encoded. */
export interface TextCandidate extends Omit<BodyCandidate, 'bytes'> {
  readonly text: string;
}

/** The limit for all styles: each takes milliseconds. Longer texts are searched in fewer styles. */
const MAX_STYLED_CHARACTERS = 64 * 1024;
/** The limit for three changes at once; in longer texts, thousands of candidates would spend the whole budget. */
const MAX_THREEFOLD_CHARACTERS = 8 * 1024;
/** The limit for permutations of one object: these bytes cover eight members of a payment. */
const MAX_REORDERED_BYTES = 32 * 1024 * 1024;

interface End {
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

const NO_END: End = { what: '', before: '', after: '' };
const ENDS: readonly End[] = [
  { what: 'with LF at its end', before: '', after: '\n' },
  { what: 'with CRLF at its end', before: '', after: '\r\n' },
  { what: 'behind a byte order mark', before: '\ufeff', after: '' },
  { what: 'behind a byte order mark, with CRLF at its end', before: '\ufeff', after: '\r\n' },
];

/**
 * Generates the forms in which other programs may have written the JSON of a body; nothing if the body isn't JSON.
 * @see G4-digest-mismatch
 */
export class JsonSearch {
  private readonly text: string;
  private readonly json: JsonText | undefined;
  /** The styles that change this text, without those with the same output. */
  private readonly styles: ScalarStyle[] = [];

  constructor(text: string) {
    this.text = text;
    this.json = readJsonText(text);
  }

  /** Generates the output of common programs in common layouts. */
  *generateLikely(): Generator<TextCandidate> {
    const json = this.json;
    if (json === undefined) return;
    yield* this.generateRestyled();
    yield* generateTwiceSerialised(this.text, json);
    yield* this.written(keepOrder(json), [AS_IS], COMMON_LAYOUTS, [NO_END]);
    const [sorted] = listSortedOrders(json);
    if (sorted !== undefined) yield* this.written(sorted, [AS_IS], this.ownLayouts(json), [NO_END]);
    yield* this.written(keepOrder(json), this.styles, COMMON_LAYOUTS, [NO_END]);
    yield* this.written(keepOrder(json), [AS_IS], COMMON_LAYOUTS, ENDS);
    if (sorted !== undefined) yield* this.written(sorted, this.styles, COMMON_LAYOUTS, [NO_END]);
  }

  /** Generates rarer layouts, rarer programs and combinations with one more change. */
  *generateFurther(): Generator<TextCandidate> {
    const json = this.json;
    if (json === undefined) return;
    const orders = listSortedOrders(json);
    yield* this.written(keepOrder(json), [AS_IS], OTHER_LAYOUTS, [NO_END]);
    for (const order of orders) yield* this.written(order, [AS_IS], this.ownLayouts(json), [NO_END]);
    yield* generateReordered(generateOneMoved(json), this.ownLayouts(json).slice(0, 2));
    yield* this.written(keepOrder(json), [AS_IS], OTHER_LAYOUTS, ENDS);
    for (const order of orders) yield* this.written(order, [AS_IS], OTHER_LAYOUTS, [NO_END]);
    yield* this.written(keepOrder(json), this.styles, OTHER_LAYOUTS, [NO_END]);
    yield* this.written(keepOrder(json), this.styles, COMMON_LAYOUTS, ENDS);
    for (const order of orders) {
      yield* this.written(order, [AS_IS], COMMON_LAYOUTS, ENDS);
      yield* this.written(order, this.styles, COMMON_LAYOUTS, [NO_END]);
    }
  }

  /** Generates permutations, if they are few enough, and combinations of three changes. */
  *generateRest(): Generator<TextCandidate> {
    const json = this.json;
    if (json === undefined) return;
    const [own, ...others] = this.ownLayouts(json);
    const most = Math.floor(MAX_REORDERED_BYTES / this.text.length);
    if (own !== undefined) yield* generateReordered(generateAnyOrder(json, most), [own]);
    yield* generateReordered(generateAnyOrder(json, most / 2), others.slice(0, 1));
    for (const written of listWrittenOrders(json))
      if (own !== undefined) yield* generateReordered(generateAnyOrder(written.json, most / 4), [own]);
    if (this.text.length > MAX_THREEFOLD_CHARACTERS) return;
    const orders = listSortedOrders(json);
    for (const order of orders.slice(0, 1)) yield* this.written(order, this.styles, OTHER_LAYOUTS, [NO_END]);
    for (const order of orders) yield* this.written(order, this.styles, COMMON_LAYOUTS, ENDS);
  }

  /** Generates other scalar styles in the layout of the text. */
  private *generateRestyled(): Generator<TextCandidate> {
    const { text } = this;
    const known = new Set([text]);
    for (const style of text.length > MAX_STYLED_CHARACTERS ? [] : SCALAR_STYLES) {
      const written = applyStyleToText(text, style);
      if (!known.has(written)) this.styles.push(style);
      known.add(written);
      // Duplicates are yielded too, so that the caller reads the clock after each.
      const cause = isAscii(written) === isAscii(text) ? 'reserialised' : 'ascii-escaped';
      const what =
        cause === 'ascii-escaped'
          ? describeEscapedSide(isAscii(text))
          : joinPhrases('the same JSON', style.what);
      yield { cause, what, text: written };
    }
    for (const form of ['NFD', 'NFC'] as const) {
      const what = `the body with its letters in ${form}`;
      yield { cause: 'reserialised', what, text: text.normalize(form) };
    }
  }

  private *written(
    order: JsonOrder,
    styles: readonly ScalarStyle[],
    layouts: readonly NamedLayout[],
    ends: readonly End[],
  ): Generator<TextCandidate> {
    for (const style of styles) {
      const value = style === AS_IS ? order.json : applyStyle(order.json, style);
      for (const layout of layouts) {
        const text = writeJsonText(value, layout);
        for (const { what, before, after } of ends) {
          const words = joinPhrases('the same JSON', order.what, layout.what, style.what, what);
          yield { cause: order.cause, what: words, text: before + text + after };
        }
      }
    }
  }

  /** Lists the layout of the text and the common layouts. */
  private ownLayouts(json: JsonText): readonly NamedLayout[] {
    const own = detectLayout(this.text, json);
    return own === undefined ? COMMON_LAYOUTS : [own, ...COMMON_LAYOUTS.filter((layout) => layout !== own)];
  }
}

function* generateReordered(
  orders: Iterable<JsonText>,
  layouts: readonly NamedLayout[],
): Generator<TextCandidate> {
  const what = 'the same JSON with its members in another order';
  for (const value of orders) {
    for (const layout of layouts)
      yield { cause: 'key-order', what: joinPhrases(what, layout.what), text: writeJsonText(value, layout) };
  }
}

function keepOrder(json: JsonText): JsonOrder {
  return { cause: 'reserialised', what: '', json };
}

function joinPhrases(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

function describeEscapedSide(isSentEscaped: boolean): string {
  return isSentEscaped
    ? String.raw`the same JSON with its characters beyond ASCII as they are, where it was sent with \u`
    : String.raw`the same JSON with its characters beyond ASCII written as \u`;
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** Generates the JSON as a JSON string, and the content of a body that is such a string. */
function* generateTwiceSerialised(text: string, json: JsonText): Generator<TextCandidate> {
  const twice = { cause: 'reserialised', what: 'the body serialised twice, as a JSON string' } as const;
  yield { ...twice, text: JSON.stringify(text) };
  const inner = json.kind === 'scalar' ? parseJson(json.raw) : undefined;
  if (typeof inner === 'string')
    yield { cause: 'reserialised', what: 'what the body, a JSON string, holds', text: inner };
}

/** The same JSON with other members, or with its members in another order. @see G4-digest-mismatch */
interface JsonOrder {
  readonly cause: 'key-order' | 'reserialised';
  /** The description after "the same JSON", such as `with its members sorted by name`. */
  readonly what: string;
  readonly json: JsonText;
}

/** Lists the orders in which programs sort and the members that they omit, the most likely first. */
function listSortedOrders(json: JsonText): JsonOrder[] {
  const byName = ([left]: JsonMember, [right]: JsonMember) => (left < right ? -1 : 1);
  const byLetter = ([left]: JsonMember, [right]: JsonMember) =>
    left.toLowerCase() < right.toLowerCase() ? -1 : 1;
  const sorted = 'with its members sorted by name';
  const keyOrder = (what: string, to: JsonText): JsonOrder => ({ cause: 'key-order', what, json: to });
  const without = (what: string, isLeft: (value: JsonText) => boolean): JsonOrder => {
    const changed = mapMembers(json, (members) => members.filter(([, member]) => !isLeft(member)));
    return { cause: 'reserialised', what: `without the members that are ${what}`, json: changed };
  };
  const outermost: JsonText =
    json.kind === 'object' ? { kind: 'object', members: json.members.toSorted(byName) } : json;
  const lastFirst = sortMembers(json, ([left], [right]) => (left < right ? 1 : -1));
  const reversed = mapMembers(json, (members) => members.toReversed());
  return [
    keyOrder(sorted, sortMembers(json, byName)),
    ...listWrittenOrders(json),
    keyOrder(`${sorted}, those inside as they were`, outermost),
    keyOrder(`${sorted}, whatever their case`, sortMembers(json, byLetter)),
    keyOrder(`${sorted}, the last first`, lastFirst),
    keyOrder('with its members reversed', reversed),
    without('null', (value) => value.kind === 'scalar' && value.raw === 'null'),
    without('empty', isEmpty),
  ];
}

function sortMembers(json: JsonText, compare: (left: JsonMember, right: JsonMember) => number): JsonText {
  return mapMembers(json, (members) => members.toSorted(compare));
}

function isEmpty(value: JsonText): boolean {
  if (value.kind === 'array') return value.items.length === 0;
  return value.kind === 'scalar' ? ['null', '""'].includes(value.raw) : value.members.length === 0;
}

/** The keys of an object in order. One program writes all objects of a shape, so one order applies to all of them. */
type Shape = readonly string[];

/** Longer objects have too many members to move. */
const MAX_MOVED = 40;

/** Generates one change in the order of one shape: a member moved, or two exchanged. */
function* generateOneMoved(json: JsonText): Generator<JsonText> {
  for (const shape of listShapes(json)) {
    if (shape.length > MAX_MOVED) continue;
    for (const order of generateMovedOrSwapped(listPlaces(shape)))
      yield reorder(json, new Map([[nameShape(shape), order]]));
  }
}

/**
 * Generates the permutations of each shape, then of several at once; skips shapes with more than `most` permutations.
 */
function* generateAnyOrder(json: JsonText, most: number): Generator<JsonText> {
  const shapes = listShapes(json).filter((shape) => countOfOrders([shape]) <= most);
  for (const shape of shapes) {
    for (const order of generatePermutations(listPlaces(shape)))
      yield reorder(json, new Map([[nameShape(shape), order]]));
  }
  if (shapes.length < 2 || countOfOrders(shapes) > most) return;
  for (const orders of generateChoices(shapes)) yield reorder(json, new Map(orders));
}

function countOfOrders(shapes: readonly Shape[]): number {
  return shapes.flatMap(listPlaces).reduce((count, place) => count * (place + 1), 1);
}

function* generateChoices(
  shapes: readonly Shape[],
): Generator<readonly (readonly [string, readonly number[]])[]> {
  const [first, ...rest] = shapes;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const others of generateChoices(rest)) {
    for (const order of [listPlaces(first), ...generatePermutations(listPlaces(first))])
      yield [[nameShape(first), order], ...others];
  }
}

function listPlaces(shape: Shape): number[] {
  return [...shape.keys()];
}

function nameShape(shape: Shape): string {
  return shape.join();
}

/** Lists the shapes whose order matters. */
function listShapes(json: JsonText): Shape[] {
  const shapes = new Map<string, Shape>();
  const collect = (value: JsonText) => {
    if (value.kind === 'array') for (const item of value.items) collect(item);
    if (value.kind !== 'object') return;
    const shape = value.members.map(([key]) => key);
    if (shape.length > 1) shapes.set(nameShape(shape), shape);
    for (const [, member] of value.members) collect(member);
  };
  collect(json);
  return [...shapes.values()];
}

function reorder(json: JsonText, orders: ReadonlyMap<string, readonly number[]>): JsonText {
  return mapMembers(json, (members) => {
    const order = orders.get(nameShape(members.map(([key]) => key)));
    return order === undefined ? members : order.map((place) => members[place] as JsonMember);
  });
}

function* generateMovedOrSwapped(items: readonly number[]): Generator<readonly number[]> {
  for (let from = 0; from < items.length; from += 1) {
    const moved = items[from] as number;
    const others = items.toSpliced(from, 1);
    for (let to = 0; to < items.length; to += 1) {
      if (to !== from) yield others.toSpliced(to, 0, moved);
      if (to > from + 1) yield items.with(from, items[to] as number).with(to, moved);
    }
  }
}

/** The member names in the order of the interface's tables. */
const LISTED = `batchBookingPreferred instructedAmount creditorName creditorAgent creditorAccount creditorAddress
  debtorAccount ultimateDebtor remittanceInformationUnstructured remittanceInformationStructured
  remittanceInformationStructuredArray purposeCode requestedExecutionDate regulatoryReportingCode
  regulatoryReportingInformation payments amount bban iban currency street buildingNumber postalCode city country
  reference referenceType referenceIssuer customerNumber name type`;

/** The member names in the order of the examples in the XS2A guidelines. */
const EXAMPLES = `batchBookingPreferred endToEndIdentification instructedAmount debtorAccount creditorName creditorAgent
  creditorAccount creditorAddress ultimateDebtor remittanceInformationUnstructured purposeCode requestedExecutionDate
  payments currency amount iban bban street buildingNumber city postalCode country`;

const ORDERS = [
  { what: 'with its members in the order in which the interface lists them', names: LISTED },
  { what: "with its members in the order of the XS2A guidelines' examples", names: EXAMPLES },
];

/**
 * Lists the orders in which people write the bodies of the interface: a library that sorts members before sending
 * leaves no trace of the hashed order. Members that aren't listed follow, in their relative order.
 * @see G4-digest-mismatch
 */
function listWrittenOrders(json: JsonText): JsonOrder[] {
  return ORDERS.map(({ what, names }) => {
    const places = new Map(names.split(/\s+/).map((name, place) => [`"${name}"`, place]));
    const placeOf = ([raw]: JsonMember) => places.get(raw) ?? places.size;
    const changed = sortMembers(json, (left, right) => placeOf(left) - placeOf(right));
    return { cause: 'key-order', what, json: changed };
  });
}
