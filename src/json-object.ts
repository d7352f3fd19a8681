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
