import { holdTo, holdToGrowth } from '../limits.ts';

/** What an expression says, as far as it says it without being run. */
export type JsValue =
  | { readonly kind: 'plain'; readonly value: string | number | boolean | null | undefined }
  /** Text of which parts are known only when the code runs; they stand in it as they are written. */
  | { readonly kind: 'text'; readonly text: string; readonly unknown: readonly string[] }
  | { readonly kind: 'object'; readonly entries: readonly Entry[]; readonly unknown: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly JsValue[] }
  /** `new URLSearchParams(…)`. */
  | { readonly kind: 'form'; readonly text: string }
  | { readonly kind: 'unknown'; readonly literal: string };

export type Entry = readonly [name: string, value: JsValue];

/** Of several of one name the last counts. */
export function memberOf(value: JsValue | undefined, name: string): JsValue | undefined {
  return value?.kind === 'object' ? value.entries.findLast(([one]) => one === name)?.[1] : undefined;
}

/** As a string of JavaScript, with its parts that are not known; undefined for an object or a list. */
export function asText(value: JsValue): { text: string; unknown: readonly string[] } | undefined {
  if (value.kind === 'plain') return { text: String(value.value), unknown: [] };
  if (value.kind === 'text') return value;
  if (value.kind === 'form') return { text: value.text, unknown: [] };
  return value.kind === 'unknown' ? { text: value.literal, unknown: [value.literal] } : undefined;
}

/** What within a value is known only when the code runs. */
export function unknownIn(value: JsValue): readonly string[] {
  if (value.kind === 'object')
    return [...value.unknown, ...value.entries.flatMap(([, one]) => unknownIn(one))];
  if (value.kind === 'list') return value.items.flatMap(unknownIn);
  return asText(value)?.unknown ?? [];
}

interface Size {
  readonly characters: number;
  readonly depth: number;
}

const NO_SIZE: Size = { characters: 1, depth: 0 };
/** What a constant holds is measured once, however often it is used. */
const sizes = new WeakMap<JsValue, Size>();

function sizeOf(value: JsValue): Size {
  if (value.kind === 'plain') return { characters: String(value.value).length, depth: 0 };
  if (value.kind === 'unknown') return { characters: value.literal.length, depth: 0 };
  if (value.kind === 'text' || value.kind === 'form') return { characters: value.text.length, depth: 0 };
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const parts = value.kind === 'list' ? value.items : value.entries.map(([, one]) => one);
  const size = parts.map(sizeOf).reduce(withPart, NO_SIZE);
  sizes.set(value, size);
  return size;
}

function withPart(whole: Size, part: Size): Size {
  return {
    characters: whole.characters + part.characters + 1,
    depth: Math.max(whole.depth, part.depth + 1),
  };
}

/**
 * A value of constants that stand for others.
 * @throws Fault INPUT_INVALID for one far longer than the text, or too deep
 */
export function holdToSize(value: JsValue, text: string): void {
  const { characters, depth } = sizeOf(value);
  holdToGrowth(characters, text.length);
  holdTo('codeDepth', depth);
}

/** The value itself, for `JSON.stringify`; only where nothing in it is unknown. */
export function asData(value: JsValue): unknown {
  if (value.kind === 'plain') return value.value;
  if (value.kind === 'list') return value.items.map(asData);
  if (value.kind !== 'object') return value.kind === 'form' ? {} : asText(value)?.text;
  const data: Record<string, unknown> = {};
  for (const [name, one] of value.entries)
    Object.defineProperty(data, name, { value: asData(one), enumerable: true, configurable: true });
  return data;
}
