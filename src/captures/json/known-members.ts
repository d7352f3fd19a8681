import type { JsonObject } from '../../json-object.ts';
import { nearest } from '../../nearest.ts';
import { utf8Octets } from '../octets.ts';
import { excerpt, unreadable } from '../unreadable.ts';

/**
 * A member that isn't known may be the body, or a header, under a name that was not thought of: it is never skipped.
 * @throws Fault INPUT_INVALID that names it
 * @see C-verify-json-members
 */
export function refuseUnknown(given: JsonObject, known: readonly string[], whose: string): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownMember(unknown, known, whose);
}

/** Where a format lets programs add members of their own: only one that is a known one mistyped. */
export function refuseMistyped(given: JsonObject, known: readonly string[], whose: string): void {
  const names = Object.keys(given).filter((name) => !name.startsWith('_') && !known.includes(name));
  const mistyped = names.find((name) => {
    const meant = nearest(name.slice(0, 40), known);
    return meant !== undefined && !Object.hasOwn(given, meant);
  });
  if (mistyped !== undefined) throw unknownMember(mistyped, known, whose);
}

function unknownMember(name: string, known: readonly string[], whose: string): Error {
  const meant = name.length > 40 ? undefined : nearest(name, known);
  const written = /^[A-Za-z0-9_$-]{1,40}$/.test(name) ? name : excerpt(utf8Octets(name));
  return unreadable(
    `${whose} has a member ${written}, which isn't known.`,
    meant === undefined
      ? `Remove it, or give it one of these names: ${known.join(', ')}.`
      : `Did you mean ${meant}? If it says nothing of the request, remove it.`,
  );
}
