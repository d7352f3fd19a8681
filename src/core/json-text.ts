import { matchAt } from './scan.ts';

/**
 * JSON with the exact text of its numbers, strings and keys, so that it can be written in the styles of other programs
 * without the losses of `JSON.parse`.
 */
export type JsonText =
  | { readonly kind: 'scalar'; readonly raw: string }
  | { readonly kind: 'array'; readonly items: readonly JsonText[] }
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] };

export type JsonMember = readonly [rawKey: string, value: JsonText];

/** The deepest accepted nesting of JSON (S12-json-depth). */
const MAX_DEPTH = 32;
const TOKEN = /[ \t\r\n]*([{}[\],:]|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|[-+.0-9A-Za-z]+)/y;

/** Parses the text as a tree; returns undefined if it isn't JSON or is nested too deep. */
export function readJsonText(text: string): JsonText | undefined {
  let position = 0;
  const next = (): string | undefined => {
    const [whole = '', token] = matchAt(TOKEN, text, position) ?? [];
    position += whole.length;
    return token;
  };
  const skip = (wanted: string): boolean => {
    const start = position;
    if (next() === wanted) return true;
    position = start;
    return false;
  };
  const readValue = (depth: number): JsonText | undefined => {
    const token = next();
    if (token === undefined || '}],:'.includes(token)) return undefined;
    if (token !== '{' && token !== '[') return { kind: 'scalar', raw: token };
    if (depth === MAX_DEPTH) return undefined;
    const isObject = token === '{';
    const close = isObject ? '}' : ']';
    const members: JsonMember[] = [];
    for (let isOver = skip(close); !isOver; isOver = !skip(',')) {
      const key = isObject ? next() : '';
      if (isObject && (!key?.startsWith('"') || !skip(':'))) return undefined;
      const value = readValue(depth + 1);
      if (key === undefined || value === undefined) return undefined;
      members.push([key, value]);
    }
    if (members.length > 0 && !skip(close)) return undefined;
    return isObject ? { kind: 'object', members } : { kind: 'array', items: members.map(([, item]) => item) };
  };
  const value = readValue(0);
  return /^[ \t\r\n]*$/.test(text.slice(position)) ? value : undefined;
}

/** The layout in which a program writes JSON. */
export interface JsonLayout {
  /** One step of indentation; undefined for one line. */
  readonly indent?: string;
  readonly comma: string;
  readonly colon: string;
  readonly newline: '\n' | '\r\n';
  /** True if arrays stay on one line with spaces inside the brackets, as Jackson prints them. */
  readonly inlineArrays?: boolean;
  /** True if an object or array with one entry stays on one line, as org.json prints it. */
  readonly inlineSingles?: boolean;
  /** The padding inside the brackets of one line. */
  readonly padding?: string;
  /** Rewrites each key, string and number; absent: they stay as they are. */
  readonly rewrite?: (raw: string) => string;
}

export const COMPACT: JsonLayout = { comma: ',', colon: ':', newline: '\n' };

export function writeJsonText(value: JsonText, layout: JsonLayout, level = 0): string {
  const { rewrite = (raw: string) => raw } = layout;
  if (value.kind === 'scalar') return rewrite(value.raw);
  const isArray = value.kind === 'array';
  const count = isArray ? value.items.length : value.members.length;
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  if (count === 0) return layout.inlineArrays === true ? `${open} ${close}` : open + close;
  const isInline =
    (isArray && layout.inlineArrays === true) || (count === 1 && layout.inlineSingles === true);
  const inner = isInline ? level : level + 1;
  const parts = isArray
    ? value.items.map((item) => writeJsonText(item, layout, inner))
    : value.members.map(
        ([key, member]) => rewrite(key) + layout.colon + writeJsonText(member, layout, inner),
      );
  if (layout.inlineArrays === true && isArray) return `[ ${parts.join(', ')} ]`;
  if (layout.indent === undefined || isInline) {
    const padding = layout.padding ?? '';
    return open + padding + parts.join(layout.comma) + padding + close;
  }
  const end = layout.newline + layout.indent.repeat(level);
  return open + end + layout.indent + parts.join(layout.comma + end + layout.indent) + end + close;
}
