import { type Cell, isRight, isWhole } from './columns.ts';
import { type ColumnWidth, fitWidths, widest, widthOf, wordsOf, wrap } from './layout.ts';
import type { Look } from './look.ts';

/** Spaces between columns, behind a card's label, and before what goes below it. */
const GAP = 2;
/** A text is not squeezed into less than this. */
const LEAST_TEXT = 14;

/**
 * Several resources: a heading and a line for each, in aligned columns. A terminal's lines are wrapped; where it is too
 * narrow for that, each resource is a card. A column that no row has is left out.
 * @see C-plain-rows, C-narrow-cards
 */
export function tableText(rows: readonly (readonly Cell[])[], look: Look): string {
  return growingTable(look)(rows, places(rows));
}

/** Adds rows to a table: their lines, below those that it has given. */
type AddRows = (rows: readonly (readonly Cell[])[], places?: readonly number[]) => string;

/**
 * A table whose rows come in parts, none of which is kept: a column is as wide as what came so far needs, and every
 * column has its place, as later rows may have what the first ones lack.
 * @see C-written-as-it-comes
 */
export function growingTable(look: Look): AddRows {
  let known: readonly ColumnWidth[] | undefined;
  let above: readonly Cell[] = [];
  return (rows, columns = rows[0]?.map((_, place) => place) ?? []) => {
    const inUse = rows.map((row) => columns.flatMap((place) => row[place] ?? []));
    const isFirst = known === undefined;
    known = columns.map((_, place) => {
      const { natural, least } = widthsOf(inUse.flatMap((row) => row[place] ?? []));
      const before = known?.[place];
      return { natural: Math.max(natural, before?.natural ?? 0), least: Math.max(least, before?.least ?? 0) };
    });
    const widths = fitWidths(known, look.width - GAP * (columns.length - 1));
    if (widths === undefined) return (isFirst ? '' : '\n') + cards(inUse, look);
    const lines = inUse.flatMap((row, place) => {
      const shown = look.isTerminal ? withoutRepeated(row, place === 0 ? above : inUse[place - 1]) : row;
      const laid = shown.map((cell, at) => ({ cell, lines: cellLines(cell, widths[at] ?? 0) }));
      return rowLines(laid, widths, (text, { tone }) => (tone === undefined ? text : look.paint[tone](text)));
    });
    above = inUse.at(-1) ?? above;
    return [...(isFirst ? headingLines(inUse[0] ?? [], widths, look) : []), ...lines].join('\n');
  };
}

function cards(rows: readonly (readonly Cell[])[], look: Look): string {
  return rows.map((row) => cardText(row, look)).join('\n\n');
}

/** Of the columns that some row has something in. */
function places(rows: readonly (readonly Cell[])[]): number[] {
  const all = (rows[0] ?? []).map((_, place) => place);
  return all.filter((place) => rows.some((row) => has(row[place])));
}

function withoutRepeated(row: readonly Cell[], above: readonly Cell[] = []): readonly Cell[] {
  return row.map((cell, place) => {
    const isRepeated = cell.isRunning && cell.texts.join() === above[place]?.texts.join();
    return isRepeated ? { ...cell, texts: [] } : cell;
  });
}

function headingLines(cells: readonly Cell[], widths: readonly number[], { paint }: Look): string[] {
  return rowLines(
    cells.map((cell) => ({ cell, lines: [cell.label] })),
    widths,
    paint.bold,
  );
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

function rowLines(
  row: readonly Laid[],
  widths: readonly number[],
  painted: (text: string, cell: Cell) => string,
): string[] {
  const height = Math.max(...row.map(({ lines }) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    const parts = row.map(({ cell, lines }, place) => {
      const text = lines[line] ?? '';
      const padding = ' '.repeat(Math.max(0, (widths[place] ?? 0) - widthOf(text)));
      const shown = text === '' ? '' : painted(text, cell);
      return isRight(cell) ? padding + shown : shown + padding;
    });
    return parts.join(' '.repeat(GAP)).trimEnd();
  });
}

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
