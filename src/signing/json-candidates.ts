import type { TextCandidate } from './body-candidate.ts';
import { COMMON_LAYOUTS, layoutOf, type NamedLayout, OTHER_LAYOUTS } from './json-layouts.ts';
import { anyOrder, type JsonOrder, oneMoved, sortedOrders } from './json-orders.ts';
import { AS_IS, restyled, restyledText, SCALAR_STYLES, type ScalarStyle } from './json-styles.ts';
import { type JsonText, readJsonText, writeJsonText } from './json-text.ts';

/** Longer texts are written in fewer ways: each takes milliseconds. */
const MAX_STYLED_CHARACTERS = 64 * 1024;
/** In longer texts two changes are sought, not three: thousands of them would be all that is hashed. */
const MAX_THREEFOLD_CHARACTERS = 8 * 1024;
/** So many bytes of one object in any order: eight members of a payment. */
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
 * JSON of a body, and what other programs may have made of it; nothing for a text that is no JSON.
 * @see G4-digest-mismatch
 */
export class JsonSearch {
  private readonly text: string;
  private readonly json: JsonText | undefined;
  /** Those that don't leave this text as it stands and don't do what another does. */
  private readonly styles: ScalarStyle[] = [];

  constructor(text: string) {
    this.text = text;
    this.json = readJsonText(text);
  }

  /** By one program, written as most programs write it. */
  *likely(): Generator<TextCandidate> {
    const json = this.json;
    if (json === undefined) return;
    yield* this.restyledAlone();
    yield* twiceSerialised(this.text, json);
    yield* this.written(asItWas(json), [AS_IS], COMMON_LAYOUTS, [NO_END]);
    const [sorted] = sortedOrders(json);
    if (sorted !== undefined) yield* this.written(sorted, [AS_IS], this.ownLayouts(json), [NO_END]);
    yield* this.written(asItWas(json), this.styles, COMMON_LAYOUTS, [NO_END]);
    yield* this.written(asItWas(json), [AS_IS], COMMON_LAYOUTS, ENDS);
    if (sorted !== undefined) yield* this.written(sorted, this.styles, COMMON_LAYOUTS, [NO_END]);
  }

  /** In a rarer layout, by a rarer program, with one more change. */
  *further(): Generator<TextCandidate> {
    const json = this.json;
    if (json === undefined) return;
    const orders = sortedOrders(json);
    yield* this.written(asItWas(json), [AS_IS], OTHER_LAYOUTS, [NO_END]);
    for (const order of orders) yield* this.written(order, [AS_IS], this.ownLayouts(json), [NO_END]);
    yield* reordered(oneMoved(json), this.ownLayouts(json).slice(0, 2));
    yield* this.written(asItWas(json), [AS_IS], OTHER_LAYOUTS, ENDS);
    for (const order of orders) yield* this.written(order, [AS_IS], OTHER_LAYOUTS, [NO_END]);
    yield* this.written(asItWas(json), this.styles, OTHER_LAYOUTS, [NO_END]);
    yield* this.written(asItWas(json), this.styles, COMMON_LAYOUTS, ENDS);
    for (const order of orders) {
      yield* this.written(order, [AS_IS], COMMON_LAYOUTS, ENDS);
      yield* this.written(order, this.styles, COMMON_LAYOUTS, [NO_END]);
    }
  }

  /** In any order that is not too many, and with three changes. */
  *rest(): Generator<TextCandidate> {
    const json = this.json;
    if (json === undefined) return;
    const [own, ...others] = this.ownLayouts(json);
    const most = Math.floor(MAX_REORDERED_BYTES / this.text.length);
    if (own !== undefined) yield* reordered(anyOrder(json, most), [own]);
    yield* reordered(anyOrder(json, most / 2), others.slice(0, 1));
    if (this.text.length > MAX_THREEFOLD_CHARACTERS) return;
    const orders = sortedOrders(json);
    for (const order of orders.slice(0, 1)) yield* this.written(order, this.styles, OTHER_LAYOUTS, [NO_END]);
    for (const order of orders) yield* this.written(order, this.styles, COMMON_LAYOUTS, ENDS);
  }

  /** In its own layout. */
  private *restyledAlone(): Generator<TextCandidate> {
    const { text } = this;
    const known = new Set([text]);
    for (const style of text.length > MAX_STYLED_CHARACTERS ? [] : SCALAR_STYLES) {
      const written = restyledText(text, style);
      if (!known.has(written)) this.styles.push(style);
      known.add(written);
      // Those already known too, so that the clock is looked at after each.
      const cause = isAscii(written) === isAscii(text) ? 'reserialised' : 'ascii-escaped';
      const what = cause === 'ascii-escaped' ? escapedOn(isAscii(text)) : phrase('the same JSON', style.what);
      yield { cause, what, text: written };
    }
    for (const form of ['NFD', 'NFC'] as const)
      yield {
        cause: 'reserialised',
        what: `the body with its letters in ${form}`,
        text: text.normalize(form),
      };
  }

  private *written(
    order: JsonOrder,
    styles: readonly ScalarStyle[],
    layouts: readonly NamedLayout[],
    ends: readonly End[],
  ): Generator<TextCandidate> {
    for (const style of styles) {
      const value = style === AS_IS ? order.json : restyled(order.json, style);
      for (const layout of layouts) {
        const text = writeJsonText(value, layout);
        for (const { what, before, after } of ends) {
          const words = phrase('the same JSON', order.what, layout.what, style.what, what);
          yield { cause: order.cause, what: words, text: before + text + after };
        }
      }
    }
  }

  /** The one it has and the common ones. */
  private ownLayouts(json: JsonText): readonly NamedLayout[] {
    const own = layoutOf(this.text, json);
    return own === undefined ? COMMON_LAYOUTS : [own, ...COMMON_LAYOUTS.filter((layout) => layout !== own)];
  }
}

function* reordered(orders: Iterable<JsonText>, layouts: readonly NamedLayout[]): Generator<TextCandidate> {
  const what = 'the same JSON with its members in another order';
  for (const value of orders) {
    for (const layout of layouts)
      yield { cause: 'key-order', what: phrase(what, layout.what), text: writeJsonText(value, layout) };
  }
}

function asItWas(json: JsonText): JsonOrder {
  return { cause: 'reserialised', what: '', json };
}

function phrase(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

function escapedOn(isSentEscaped: boolean): string {
  return isSentEscaped
    ? String.raw`the same JSON with its characters beyond ASCII as they are, where it was sent with \u`
    : String.raw`the same JSON with its characters beyond ASCII written as \u`;
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** JSON as a JSON string, and what such a string holds. */
function* twiceSerialised(text: string, json: JsonText): Generator<TextCandidate> {
  const twice = { cause: 'reserialised', what: 'the body serialised twice, as a JSON string' } as const;
  yield { ...twice, text: JSON.stringify(text) };
  if (json.kind !== 'scalar' || !json.raw.startsWith('"')) return;
  const inner: unknown = parsed(json.raw);
  if (typeof inner !== 'string') return;
  yield { cause: 'reserialised', what: 'what the body, a JSON string, holds', text: inner };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
