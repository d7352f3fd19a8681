import { isObject, type Json, type JsonObject, tokensOf } from './json.ts';

/** Where the bank is not as the standard's file has it, because the specification says so. */
export interface Deviation {
  /** Begins with the id of the rule that says so. */
  readonly reason: string;
  /** What makes the file fit; each path says where. */
  readonly patches: readonly Patch[];
}

export function deviation(reason: string, ...patches: readonly Patch[]): Deviation {
  return { reason, patches };
}

/** The file with all deviations in it. */
export function withDeviations(standard: JsonObject, deviations: readonly Deviation[]): JsonObject {
  const patches = deviations.flatMap((one) => one.patches);
  return patches.reduce<Json>(patched, standard) as JsonObject;
}

/** One change of a JSON document, in the words of RFC 6902. */
export type Patch =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: Json }
  | { readonly op: 'remove'; readonly path: string };

export const add = (path: string, value: Json): Patch => ({ op: 'add', path, value });
export const replace = (path: string, value: Json): Patch => ({ op: 'replace', path, value });
export const remove = (path: string): Patch => ({ op: 'remove', path });

/**
 * The document with a change made; the given one stays as it is. Stricter than RFC 6902: what is added must not be
 * there yet, so that no change is one of nothing.
 */
function patched(document: Json, patch: Patch): Json {
  return changed(document, tokensOf(patch.path), patch);
}

function changed(at: Json | undefined, [token, ...rest]: readonly string[], patch: Patch): Json {
  if (token === undefined) throw new Error(`${patch.path}: the whole document is no place for a change`);
  if (Array.isArray(at)) return changedArray(at, token, rest, patch);
  if (!isObject(at)) throw new Error(`${patch.path}: nothing is there`);
  const { [token]: member, ...others } = at;
  if (rest.length > 0) return { ...at, [token]: changed(member, rest, patch) };
  if ((member === undefined) !== (patch.op === 'add')) {
    throw new Error(`${patch.path}: ${member === undefined ? 'is not there' : 'is there already'}`);
  }
  return patch.op === 'remove' ? others : { ...at, [token]: patch.value };
}

function changedArray(at: readonly Json[], token: string, rest: readonly string[], patch: Patch): Json {
  if (rest.length > 0) return at.map((item, i) => (i === Number(token) ? changed(item, rest, patch) : item));
  if (token !== '-' || patch.op !== 'add')
    throw new Error(`${patch.path}: arrays are only added to, at the end`);
  if (at.includes(patch.value)) throw new Error(`${patch.path}: has ${JSON.stringify(patch.value)} already`);
  return [...at, patch.value];
}
