import { type Places, placesBy } from './citations.ts';
import { type Source, sources } from './sources.ts';

/** The line below an ADR's title that names the rules whose reason the ADR gives. */
const RULES = /^Rules: ?(.*)$/gm;

/** The ids of an ADR's `Rules:` line as they are written, also what is no id. */
export function rulesOf(text: string): string[] {
  return [...text.matchAll(RULES)].flatMap(([, ids = '']) => ids.split(',').map((id) => id.trim()));
}

export function adrs(): Source[] {
  return sources((path) => /^docs\/adr\/.*\.md$/.test(path));
}

/** The ADRs that give each rule's reason. */
export function reasonPlaces(): Places {
  return placesBy(adrs(), ({ text }) => rulesOf(text));
}

/** What is wrong with the `Rules:` line of an ADR: where it stands, an id that is none, their order. */
export function rulesLineFaults(
  { path, text }: Pick<Source, 'path' | 'text'>,
  defined: ReadonlySet<string>,
): string[] {
  const ids = rulesOf(text);
  const lines = text.match(RULES)?.length ?? 0;
  const isPlaced = lines === 0 || (lines === 1 && /^# .+\n\nRules: .+\n\n/.test(text));
  const isSorted = ids.join() === [...new Set(ids)].sort().join();
  return [
    ...(isPlaced ? [] : [`${path}: one line, directly below the title`]),
    ...(isSorted ? [] : [`${path}: sorted, each id once`]),
    ...ids.filter((id) => !defined.has(id)).map((id) => `${path}: no rule ${id}`),
  ];
}
