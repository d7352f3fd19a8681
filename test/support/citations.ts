import type { Source } from './sources.ts';

const CITATION = /\b(?:[ICA]|[DGS]\d+)-[a-z0-9-]+/g;
/** Of a finding, or of one with its cause. */
const FINDING = /['"`]([a-z0-9-]+)(?:\/[a-z0-9-]+)?['"`]/g;

/** The ids of rules in a text. */
export function citationsOf(text: string): string[] {
  return text.match(CITATION) ?? [];
}

/** The paths that cite each id, sorted. */
export type Places = ReadonlyMap<string, readonly string[]>;

/** The ids of findings that code has as strings, among others that are none. */
export function findingsOf({ code }: Pick<Source, 'code'>): string[] {
  return [...code.matchAll(FINDING)].map(([, word]) => `G4-${word}`);
}

export function placesBy<One extends { readonly path: string }>(
  all: readonly One[],
  idsOf: (one: One) => readonly string[],
): Places {
  const places = new Map<string, Set<string>>();
  for (const one of all) {
    for (const id of idsOf(one)) places.set(id, (places.get(id) ?? new Set()).add(one.path));
  }
  return new Map([...places].map(([id, paths]) => [id, [...paths].sort()]));
}
