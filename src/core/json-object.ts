/** A JSON object before validation by a schema. */
export type JsonObject = { readonly [member: string]: unknown };

/** Deeper than any message of the interface, and far below the limit of recursion. */
export const MAX_DEPTH = 64;

/** Checks whether a JSON value has at most MAX_DEPTH levels, so that recursion over it ends. */
export function isShallow(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the member at a path in the interface's format, `payments[3].creditorName`. */
export function memberAt(body: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | null | undefined)?.[step], body);
}

/** Sets one member of a body; undefined sets nothing. */
export function withMember(body: JsonObject, path: string, value: unknown): JsonObject {
  if (value === undefined) return body;
  const [step = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...body, [step]: value };
  const inner = body[step];
  const object = typeof inner === 'object' && inner !== null ? (inner as JsonObject) : {};
  return { ...body, [step]: withMember(object, rest.join('.'), value) };
}

/**
 * Composes letters and accents in all texts of a value (NFC): file names of macOS and texts pasted from a PDF have them
 * separate, while the bank requires them composed.
 * @see C-composed
 */
export function composeTexts<Value>(value: Value): Value {
  if (typeof value === 'string') return value.normalize('NFC') as Value;
  if (Array.isArray(value)) return value.map(composeTexts) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, composeTexts(member)]);
  return Object.fromEntries(members) as Value;
}

/** Parses JSON; returns undefined for other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
