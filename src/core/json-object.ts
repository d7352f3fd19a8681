/** A JSON object as it is, before any schema has read it. */
export type JsonObject = { readonly [member: string]: unknown };

/** Deeper than any message of the interface, and far from what recursion can't walk. */
export const MAX_DEPTH = 64;

/** Tells whether a JSON value has no more levels than MAX_DEPTH: what walks it by recursion then ends. */
export function isShallow(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the member at a path of the interface's writing, `payments[3].creditorName`. */
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
 * Composes the letters and accents of all texts of a value (NFC): file names of macOS and texts pasted from a PDF have
 * them apart, and the bank takes them as one.
 * @see C-composed
 */
export function composeTexts<Value>(value: Value): Value {
  if (typeof value === 'string') return value.normalize('NFC') as Value;
  if (Array.isArray(value)) return value.map(composeTexts) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, composeTexts(member)]);
  return Object.fromEntries(members) as Value;
}
