import { matchAt } from '../core/scan.ts';

/**
 * JSON as written: numbers, strings and keys keep their characters, so that the same value can be written in the
 * ways of other programs without changing what `JSON.parse` would lose.
 */
export type JsonText =
  | { readonly kind: 'scalar'; readonly raw: string }
  | { readonly kind: 'array'; readonly items: readonly JsonText[] }
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] };

export type JsonMember = readonly [rawKey: string, value: JsonText];

/** JSON deeper than this is refused everywhere (S12-json-depth). */
const MAX_DEPTH = 32;
const TOKEN = /[ \t\r\n]*([{}[\],:]|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|[-+.0-9A-Za-z]+)/y;

/** The text as a tree, or undefined when it is no JSON. */
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
    if (token === undefined || depth > MAX_DEPTH || '}],:'.includes(token)) return undefined;
    if (token !== '{' && token !== '[') return { kind: 'scalar', raw: token };
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

/** How a program lays JSON out. */
export interface JsonLayout {
  /** One step of indentation; undefined keeps everything on one line. */
  readonly indent?: string;
  readonly comma: string;
  readonly colon: string;
  readonly newline: '\n' | '\r\n';
  /** Whether arrays stay on one line with blanks inside the brackets, as Jackson prints them. */
  readonly inlineArrays?: boolean;
  /** Whether what has one member or element stays on its line, as org.json prints it. */
  readonly inlineSingles?: boolean;
  /** What stands inside the brackets of one line. */
  readonly padding?: string;
}

export const COMPACT: JsonLayout = { comma: ',', colon: ':', newline: '\n' };

export function writeJsonText(value: JsonText, layout: JsonLayout, level = 0): string {
  if (value.kind === 'scalar') return value.raw;
  const isArray = value.kind === 'array';
  const count = isArray ? value.items.length : value.members.length;
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  if (count === 0) return layout.inlineArrays === true ? `${open} ${close}` : open + close;
  const isInline =
    (isArray && layout.inlineArrays === true) || (count === 1 && layout.inlineSingles === true);
  const inner = isInline ? level : level + 1;
  const parts = isArray
    ? value.items.map((item) => writeJsonText(item, layout, inner))
    : value.members.map(([key, member]) => key + layout.colon + writeJsonText(member, layout, inner));
  if (layout.inlineArrays === true && isArray) return `[ ${parts.join(', ')} ]`;
  if (layout.indent === undefined || isInline) {
    const padding = layout.padding ?? '';
    return open + padding + parts.join(layout.comma) + padding + close;
  }
  const end = layout.newline + layout.indent.repeat(level);
  return open + end + layout.indent + parts.join(layout.comma + end + layout.indent) + end + close;
}

/** The same value with the members of every object changed, the innermost first. */
export function changeMembers(
  value: JsonText,
  change: (members: readonly JsonMember[]) => readonly JsonMember[],
): JsonText {
  if (value.kind === 'scalar') return value;
  const inner = (part: JsonText) => changeMembers(part, change);
  if (value.kind === 'array') return { kind: 'array', items: value.items.map(inner) };
  return {
    kind: 'object',
    members: change(value.members.map(([key, member]) => [key, inner(member)] as const)),
  };
}
