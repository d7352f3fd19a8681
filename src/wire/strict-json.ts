import { jsonFaultAt } from '../core/json-fault.ts';
import { parseJson } from '../core/json-object.ts';
import { matchText } from '../core/scan.ts';

/** A reason for which a text is not JSON that the bank accepts. @see S12-json-depth */
export type JsonFault =
  /** Completes "is not JSON: it". */
  | { readonly kind: 'syntax'; readonly where: string }
  | { readonly kind: 'depth' }
  | { readonly kind: 'repeated-key'; readonly path: string };

export type StrictJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: JsonFault };

const MAX_DEPTH = 32;

/**
 * Parses as JSON.parse does, but rejects a repeated key and nesting deeper than 32. Members named `__proto__` become
 * plain own members and never set a prototype; schemas read only the members they name.
 * @see S12-prototype-keys
 */
export function parseStrictJson(text: string): StrictJson {
  const value = parseJson(text);
  if (value === undefined) return { ok: false, fault: { kind: 'syntax', where: syntaxFault(text) } };
  const fault = structureFault(text);
  return fault ? { ok: false, fault } : { ok: true, value };
}

interface Level {
  readonly keys: Set<string> | undefined;
  /** The key or index of the next value. */
  step: string;
  place: number;
}

/**
 * Walks the tokens of a text that is known to be valid JSON; skips characters that don't affect a token's position.
 * @see S12-repeated-key
 */
function structureFault(text: string): JsonFault | undefined {
  const levels: Level[] = [];
  let level: Level | undefined;
  let expectKey = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (character === '"') {
      const end = stringEnd(text, i);
      if (expectKey && level?.keys) {
        level.step = decodeString(text, i, end);
        if (level.keys.has(level.step)) return { kind: 'repeated-key', path: formatPath(levels) };
        level.keys.add(level.step);
        expectKey = false;
      }
      i = end - 1;
    } else if (character === '{' || character === '[') {
      if (levels.length === MAX_DEPTH) return { kind: 'depth' };
      expectKey = character === '{';
      level = { keys: expectKey ? new Set() : undefined, step: '', place: 0 };
      levels.push(level);
    } else if (character === '}' || character === ']') {
      levels.pop();
      level = levels.at(-1);
    } else if (character === ',' && level) {
      level.place += 1;
      expectKey = level.keys !== undefined;
    }
  }
  return undefined;
}

/** Returns the index after the quote that ends a string: the first that an even number of backslashes precedes. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
}

function decodeString(text: string, start: number, end: number): string {
  const inside = text.slice(start + 1, end - 1);
  return inside.includes('\\') ? (JSON.parse(`"${inside}"`) as string) : inside;
}

function formatPath(levels: readonly Level[]): string {
  return levels.reduce((path, { keys, step, place }) => {
    if (!keys) return `${path}[${place}]`;
    return path ? `${path}.${step}` : step;
  }, '');
}

/**
 * Describes where a text stops being JSON, and the character there.
 * @see D2-bad-json, D2-json-place
 */
function syntaxFault(text: string): string {
  if (text === '') return 'is empty';
  const at = jsonFaultAt(text);
  const lines = text.slice(0, at).split(/\r\n|\r|\n/);
  const place = `line ${lines.length}, column ${[...(lines.at(-1) ?? '')].length + 1}`;
  return at >= text.length ? `ends too early, at ${place}` : `has ${standing(text, at)} at ${place}`;
}

const WORD = /[\p{L}\p{N}_$.+-]{1,20}/uy;

/** Names of invisible characters. */
const NAMED: Readonly<Record<string, string>> = {
  '\ufeff': 'a byte order mark (U+FEFF)',
  '\t': 'a tab',
  '\n': 'a line break',
  '\r': 'a line break',
};

function standing(text: string, at: number): string {
  const found = matchText(WORD, text, at) ?? String.fromCodePoint(text.codePointAt(at) ?? 0);
  const isSeen = /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(found);
  if (isSeen) return found === '"' ? `'"'` : `"${found}"`;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return NAMED[found] ?? `U+${code}`;
}
