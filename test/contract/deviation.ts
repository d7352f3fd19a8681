import type { Json, JsonObject } from './json.ts';
import { type Patch, patched } from './patch.ts';

/** Where the bank is not as the standard's file has it, because the specification says so. */
export interface Deviation {
  readonly what: string;
  /** Begins with the id of the rule that says so. */
  readonly reason: string;
  /** What makes the file fit; each path says where. */
  readonly patches: readonly Patch[];
}

export function deviation(what: string, reason: string, ...patches: readonly Patch[]): Deviation {
  return { what, reason, patches };
}

/** The file with all deviations in it. */
export function withDeviations(standard: JsonObject, deviations: readonly Deviation[]): JsonObject {
  const patches = deviations.flatMap((one) => one.patches);
  return patches.reduce<Json>(patched, standard) as JsonObject;
}
