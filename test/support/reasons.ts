import { type Places, placesBy } from './citations.ts';
import { type Source, sources } from './sources.ts';

/** The line below an ADR's title that names the rules whose reason the ADR gives. */
const RULES = /^Rules: ?(.*)$/gm;

/** The ids of an ADR's `Rules:` line as they are written, also what is no id. */
function rulesOf(text: string): string[] {
  return [...text.matchAll(RULES)].flatMap(([, ids = '']) => ids.split(',').map((id) => id.trim()));
}

function adrs(): Source[] {
  return sources((path) => /^docs\/dev\/adr\/.*\.md$/.test(path));
}

/** The ADRs that give each rule's reason. */
export function reasonPlaces(): Places {
  return placesBy(adrs(), ({ text }) => rulesOf(text));
}
