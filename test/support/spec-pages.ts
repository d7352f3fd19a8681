import { documents } from './documents.ts';
import type { Source } from './sources.ts';

/** Lists the pages on which rules are defined. */
export function specPages(): Source[] {
  return documents().filter(({ path }) => path.startsWith('docs/spec/'));
}

/** Returns the anchor of a heading on the web. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
