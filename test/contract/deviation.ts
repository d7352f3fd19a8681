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
  return withPatches(
    standard,
    deviations.flatMap(({ patches }) => patches),
  );
}

/** The deviations but for one part of one of them. */
export interface Lack {
  readonly title: string;
  readonly patches: readonly Patch[];
}

/** All ways to leave one part out: a patch, or one value of an enum that a patch gives. */
export function lacks(deviations: readonly Deviation[]): Lack[] {
  const all = deviations.flatMap(({ what, patches }) => patches.map((patch) => ({ what, patch })));
  return all.flatMap(({ what, patch }, i) => {
    const others = (instead: readonly Patch[]) => all.flatMap((one, j) => (j === i ? instead : [one.patch]));
    const place = `${what} (${patch.path}${patch.path.endsWith('/-') ? ` ${shownValue(patch)}` : ''}`;
    return [
      { title: `${place})`, patches: others([]) },
      ...lesserEnums(patch).map(({ left, lesser }) => ({
        title: `${place}, ${left})`,
        patches: others([lesser]),
      })),
    ];
  });
}

export function withPatches(standard: JsonObject, patches: readonly Patch[]): JsonObject {
  return patches.reduce<Json>(patched, standard) as JsonObject;
}

function shownValue(patch: Patch): string {
  return patch.op === 'remove' ? '' : JSON.stringify(patch.value);
}

function lesserEnums(patch: Patch): { left: string; lesser: Patch }[] {
  if (patch.op === 'remove' || !patch.path.endsWith('/enum') || !Array.isArray(patch.value)) return [];
  const values: readonly Json[] = patch.value;
  return values.map((left) => ({
    left: String(left),
    lesser: { ...patch, value: values.filter((value) => value !== left) },
  }));
}
