import { type Cell, isWhole } from './columns.ts';
import { widest, widthOf, wordsOf, wrap } from './layout.ts';
import type { Look } from './look.ts';

/** Spaces behind a label, and before what goes below it. */
const GAP = 2;
/** Where labels leave a text less room than this, or less than its longest word has, it goes below its label. */
const LEAST_ROOM = 20;

/** One resource, a line for each value; a terminal's lines are wrapped, and what is whole is never broken. */
export function cardText(cells: readonly Cell[], look: Look): string {
  const shown = cells.filter(({ texts }) => texts.length > 0);
  const labelWidth = widest(shown.map(({ label }) => label));
  return shown
    .flatMap((cell) => cell.texts.flatMap((text) => valueLines(cell, text, { labelWidth, look })))
    .join('\n');
}

interface Place {
  readonly labelWidth: number;
  readonly look: Look;
}

function valueLines(cell: Cell, text: string, { labelWidth, look }: Place): string[] {
  const { paint, width } = look;
  const label = paint.dim(cell.label);
  const tone = cell.tone === undefined ? (line: string) => line : paint[cell.tone];
  const room = width - labelWidth - GAP;
  const fits = widthOf(text) <= room;
  if (fits || (!isWhole(cell) && room >= Math.max(LEAST_ROOM, widest(wordsOf(text))))) {
    const [first = '', ...more] = fits ? [text] : wrap(text, room);
    const padding = ' '.repeat(labelWidth - widthOf(cell.label) + GAP);
    return [label + padding + tone(first), ...more.map((line) => ' '.repeat(labelWidth + GAP) + tone(line))];
  }
  const lines = isWhole(cell) ? [text] : wrap(text, width - GAP);
  // What is longer than a line of the terminal is copied more easily from its beginning.
  const indent = widest(lines) > width - GAP ? '' : ' '.repeat(GAP);
  return [label, ...lines.map((line) => indent + tone(line))];
}
