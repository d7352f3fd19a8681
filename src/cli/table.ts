import { cardText } from './card.ts';
import { type Cell, isRight, isWhole } from './columns.ts';
import { type ColumnWidth, fitWidths, widest, widthOf, wordsOf, wrap } from './layout.ts';
import type { Look } from './look.ts';

/** Spaces between columns. */
const GAP = 2;
/** A text is not squeezed into less than this. */
const LEAST_TEXT = 14;

/**
 * Several resources: a heading and a line for each, in aligned columns. A terminal's lines are wrapped; where it is too
 * narrow for that, each resource is a card. A column that no row has is left out.
 * @see C-plain-rows, C-narrow-cards
 */
export function tableText(rows: readonly (readonly Cell[])[], look: Look): string {
  const places = (rows[0] ?? [])
    .map((_, place) => place)
    .filter((place) => rows.some((row) => has(row[place])));
  const inUse = rows.map((row) => places.flatMap((place) => row[place] ?? []));
  const widths = fitWidths(
    places.map((_, place) => widthsOf(inUse.flatMap((row) => row[place] ?? []))),
    look.width - GAP * (places.length - 1),
  );
  if (widths === undefined) return inUse.map((row) => cardText(row, look)).join('\n\n');
  const [heads = []] = inUse;
  const heading = heads.map((cell) => ({ cell, lines: [cell.label] }));
  return [
    ...rowLines(heading, widths, look.paint.bold),
    ...inUse.flatMap((row) =>
      rowLines(
        row.map((cell, place) => ({ cell, lines: cellLines(cell, widths[place] ?? 0) })),
        widths,
      ),
    ),
  ].join('\n');
}

function has(cell: Cell | undefined): boolean {
  return cell !== undefined && cell.texts.length > 0;
}

/** Of a column: its cells tell how wide it is, and how narrow it may get. */
function widthsOf(cells: readonly Cell[]): ColumnWidth {
  const texts = cells.map(textOf);
  const label = widest(cells.map((cell) => cell.label));
  const natural = Math.max(label, widest(texts));
  if (cells.some(isWhole)) return { natural, least: natural };
  const longestWord = widest(texts.flatMap(wordsOf));
  return { natural, least: Math.max(label, longestWord, Math.min(natural, LEAST_TEXT)) };
}

/** Several values of a row stand side by side: a row is a line. */
function textOf({ texts }: Cell): string {
  return texts.join(', ');
}

function cellLines(cell: Cell, width: number): string[] {
  return isWhole(cell) ? [textOf(cell)] : wrap(textOf(cell), width);
}

interface Laid {
  readonly cell: Cell;
  readonly lines: readonly string[];
}

function rowLines(row: readonly Laid[], widths: readonly number[], tone = (text: string) => text): string[] {
  const height = Math.max(...row.map(({ lines }) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    const parts = row.map(({ cell, lines }, place) => {
      const text = lines[line] ?? '';
      const padding = ' '.repeat(Math.max(0, (widths[place] ?? 0) - widthOf(text)));
      return isRight(cell) ? padding + tone(text) : tone(text) + padding;
    });
    return parts.join(' '.repeat(GAP)).trimEnd();
  });
}
