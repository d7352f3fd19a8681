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
const TOKEN = /[ \t\r\n]*(?:[{}[\],:"]|[-+.0-9A-Za-z]+)/y;

/** The text as a tree, or undefined when it is no JSON. */
export function readJsonText(text: string): JsonText | undefined {
  const reader = new JsonReader(text);
  const value = reader.readValue(0);
  return value !== undefined && reader.isAtEnd() ? value : undefined;
}

class JsonReader {
  private position = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  isAtEnd(): boolean {
    return /^[ \t\r\n]*$/.test(this.text.slice(this.position));
  }

  readValue(depth: number): JsonText | undefined {
    const token = this.next();
    if (token === undefined || depth > MAX_DEPTH) return undefined;
    if (token === '{') return this.readMembers(depth);
    if (token === '[') return this.readItems(depth);
    return token.length === 1 && '}],:'.includes(token) ? undefined : { kind: 'scalar', raw: token };
  }

  private readMembers(depth: number): JsonText | undefined {
    const members: JsonMember[] = [];
    if (this.skip('}')) return { kind: 'object', members };
    do {
      const key = this.next();
      if (key === undefined || !key.startsWith('"') || !this.skip(':')) return undefined;
      const value = this.readValue(depth + 1);
      if (value === undefined) return undefined;
      members.push([key, value]);
    } while (this.skip(','));
    return this.skip('}') ? { kind: 'object', members } : undefined;
  }

  private readItems(depth: number): JsonText | undefined {
    const items: JsonText[] = [];
    if (this.skip(']')) return { kind: 'array', items };
    do {
      const value = this.readValue(depth + 1);
      if (value === undefined) return undefined;
      items.push(value);
    } while (this.skip(','));
    return this.skip(']') ? { kind: 'array', items } : undefined;
  }

  private next(): string | undefined {
    TOKEN.lastIndex = this.position;
    const match = TOKEN.exec(this.text);
    if (match === null) return undefined;
    const token = match[0].trimStart();
    const end = token === '"' ? this.stringEnd(TOKEN.lastIndex) : TOKEN.lastIndex;
    if (end === undefined) return undefined;
    const start = TOKEN.lastIndex - token.length;
    this.position = end;
    return this.text.slice(start, end);
  }

  /** Behind the next quote that no odd number of backslashes stands before. */
  private stringEnd(start: number): number | undefined {
    for (let quote = this.text.indexOf('"', start); quote >= 0; quote = this.text.indexOf('"', quote + 1)) {
      let backslashes = 0;
      while (this.text[quote - 1 - backslashes] === '\\') backslashes += 1;
      if (backslashes % 2 === 0) return quote + 1;
    }
    return undefined;
  }

  private skip(wanted: string): boolean {
    const start = this.position;
    if (this.next() === wanted) return true;
    this.position = start;
    return false;
  }
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
  if (count === 0) return emptyText(isArray, layout);
  const isInline =
    (isArray && layout.inlineArrays === true) || (count === 1 && layout.inlineSingles === true);
  const inner = isInline ? level : level + 1;
  const parts = isArray
    ? value.items.map((item) => writeJsonText(item, layout, inner))
    : value.members.map(([key, member]) => key + layout.colon + writeJsonText(member, layout, inner));
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  if (layout.inlineArrays === true && isArray) return `[ ${parts.join(', ')} ]`;
  if (layout.indent === undefined || isInline) {
    const padding = layout.padding ?? '';
    return open + padding + parts.join(layout.comma) + padding + close;
  }
  const end = layout.newline + layout.indent.repeat(level);
  return open + end + layout.indent + parts.join(layout.comma + end + layout.indent) + end + close;
}

function emptyText(isArray: boolean, { inlineArrays }: JsonLayout): string {
  if (inlineArrays === true) return isArray ? '[ ]' : '{ }';
  return isArray ? '[]' : '{}';
}

/** The same value with the members of every object in alphabetical order of their keys, or the reverse. */
export function sortMembers(value: JsonText, direction: 1 | -1): JsonText {
  return orderMembers(value, ([left], [right]) => (left < right ? -direction : direction));
}

/** The same value with the members of every object in some order; without one for those inside, of the outermost alone. */
export function orderMembers(
  value: JsonText,
  compare: (left: JsonMember, right: JsonMember) => number,
  isDeep = true,
): JsonText {
  if (value.kind === 'scalar') return value;
  const inner = (part: JsonText) => (isDeep ? orderMembers(part, compare) : part);
  if (value.kind === 'array') return { kind: 'array', items: value.items.map(inner) };
  const members = value.members.map(([key, member]): JsonMember => [key, inner(member)]);
  return { kind: 'object', members: members.sort(compare) };
}
