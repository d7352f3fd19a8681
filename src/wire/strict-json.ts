/** Why a text is not JSON that the bank reads. @see safety.md §12 */
export type JsonFault =
  | { readonly kind: 'syntax' }
  | { readonly kind: 'depth' }
  | { readonly kind: 'repeated-key'; readonly path: string };

export type StrictJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: JsonFault };

const MAX_DEPTH = 32;

/**
 * JSON.parse, and what it lets pass: a repeated key and nesting deeper than 32 are refused. Members named
 * `__proto__` become plain own members and never set a prototype; schemas read only the members they name.
 */
export function parseStrictJson(text: string): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, fault: { kind: 'syntax' } };
  }
  const fault = structureFault(text);
  return fault ? { ok: false, fault } : { ok: true, value };
}

interface Level {
  readonly keys: Set<string> | undefined;
  /** The key or place under which the next value stands. */
  step: string;
  place: number;
}

/** Every character that a token's place is told by; all else is passed over. */
const STRUCTURE = '{}[],"';

/** Walks the tokens of a text that is known to be valid JSON. */
function structureFault(text: string): JsonFault | undefined {
  const levels: Level[] = [];
  let expectKey = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charAt(i);
    if (!STRUCTURE.includes(character)) continue;
    const level = levels.at(-1);
    if (character === '{' || character === '[') {
      if (levels.length === MAX_DEPTH) return { kind: 'depth' };
      levels.push({ keys: character === '{' ? new Set() : undefined, step: '', place: 0 });
      expectKey = character === '{';
    } else if (character === '}' || character === ']') {
      levels.pop();
    } else if (character === ',' && level) {
      level.place += 1;
      expectKey = level.keys !== undefined;
    } else if (character === '"') {
      const end = stringEnd(text, i);
      if (expectKey && level?.keys) {
        level.step = JSON.parse(text.slice(i, end)) as string;
        if (level.keys.has(level.step)) return { kind: 'repeated-key', path: pathOf(levels) };
        level.keys.add(level.step);
        expectKey = false;
      }
      i = end - 1;
    }
  }
  return undefined;
}

function stringEnd(text: string, start: number): number {
  let i = start + 1;
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

function pathOf(levels: readonly Level[]): string {
  return levels.reduce((path, { keys, step, place }) => {
    if (!keys) return `${path}[${place}]`;
    return path ? `${path}.${step}` : step;
  }, '');
}
