import { blocksOf, OWNERS, type SpecPage, STATES, specRules } from '../../src/cli/spec-rules.ts';
import { documents } from './documents.ts';
import type { Source } from './sources.ts';

export const MARKS: ReadonlySet<string> = new Set([...Object.keys(OWNERS), ...Object.keys(STATES)]);

/** A bold id at the beginning of a line, well written or not. */
const DEFINES = /^(?:\| ?)?\*\*[A-Z]\d*-/;

/** The pages on which rules are defined. */
export function specPages(): Source[] {
  return documents().filter(({ path }) => path.startsWith('docs/spec/'));
}

/** Lines that begin as a definition and are none, of a page. */
export function malformedRules({ path, text }: SpecPage): string[] {
  const rules = specRules({ path, text }).map(({ id }) => id);
  const begun = blocksOf(text).flatMap(({ lines }) =>
    lines[0]?.startsWith('```') ? [] : lines.filter((line) => DEFINES.test(line)),
  );
  return begun
    .filter((line) => !rules.includes(/\*\*(.*?)\*\*/.exec(line)?.[1] ?? ''))
    .map((line) => `${path}: ${line}`);
}

/** The anchors of a page's headings, as they are on the web. */
export function anchorsOf(text: string): Map<string, string> {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  return new Map(headings.map((heading) => [anchorOf(heading), heading]));
}

export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
