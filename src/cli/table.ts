import { type Cell, isRight, isWhole, narrowsBy } from './columns.ts';
import {
  alignLines,
  allocateWidths,
  type ColumnWidth,
  cut,
  findWidest,
  GAP,
  type LineLayout,
  measureWidth,
  splitWords,
  wrap,
} from './layout.ts';
import type { OutputStyle } from './output-style.ts';

/** The minimum widths of a column whose texts are wrapped, and of one whose texts are cut. */
const LEAST_TEXT = 14;
const LEAST_CUT = 12;
/** The maximum number of rows that the library lays out at once. */
const ROWS_AT_ONCE = 1000;

/**
 * Formats several resources as a heading and a line for each, in aligned columns. Omits empty columns. At a terminal,
 * shows short values, cuts names, wraps texts and omits columns that repeat another or are spare, so that it fits, or
 * shows each resource as a card if that isn't enough.
 * @see C-plain-rows, C-one-line-rows, C-narrow-cards
 */
export function formatTable(rows: readonly (readonly Cell[])[], look: OutputStyle): Promise<string> {
  const used = listUsedColumns(rows);
  if (!look.isTerminal) return createGrowingTable(look)(rows, used);
  const listed = rows.map((row) => row.map(toListed));
  let columns = used
    .filter((place, nth) => !used.slice(0, nth).some((other) => isSame(listed, place, other)))
    .map((place) => ({ place, ...measureColumn(listed.flatMap((row) => row[place] ?? [])) }));
  while (findWidths(columns, look) === undefined) {
    const spare = columns.findLast(({ place }) => rows[0]?.[place]?.isSpare);
    if (spare === undefined) return Promise.resolve(formatCards(rows, look));
    columns = columns.filter((column) => column !== spare);
  }
  const places = columns.map(({ place }) => place);
  return createGrowingTable(look)(rows, places);
}

/** Converts a cell to its form in a terminal's list. */
function toListed(cell: Cell): Cell {
  return { ...cell, ...cell.listed };
}

/** Returns true if two columns show the same in every row; equal counts mean different things. */
function isSame(rows: readonly (readonly Cell[])[], place: number, other: number): boolean {
  return rows.every(
    (row) => row[place]?.kind !== 'count' && row[place]?.texts.join() === row[other]?.texts.join(),
  );
}

/** Finds the widths of columns in a line; undefined if they don't fit. */
function findWidths(columns: readonly ColumnWidth[], { width }: OutputStyle): number[] | undefined {
  return allocateWidths(columns, width - GAP * (columns.length - 1));
}

/** Formats further rows of a table and returns their lines. */
type AddRows = (rows: readonly (readonly Cell[])[], columns?: readonly number[]) => Promise<string>;

/**
 * Creates a table whose rows arrive in parts and aren't stored. Column widths fit the rows so far, and empty columns
 * stay, because later rows may fill them.
 * @see C-written-as-it-comes
 */
export function createGrowingTable(look: OutputStyle): AddRows {
  let known: readonly ColumnWidth[] | undefined;
  let above: readonly Cell[] = [];
  return async (rows, columns = rows[0]?.map((_, place) => place) ?? []) => {
    const chosen = rows.map((row) => columns.flatMap((place) => row[place] ?? []));
    const inUse = look.isTerminal ? chosen.map((row) => row.map(toListed)) : chosen;
    const isFirst = known === undefined;
    known = columns.map((_, place) => {
      const { natural, least } = measureColumn(inUse.flatMap((row) => row[place] ?? []));
      const before = known?.[place];
      return { natural: Math.max(natural, before?.natural ?? 0), least: Math.max(least, before?.least ?? 0) };
    });
    const widths = findWidths(known, look);
    if (widths === undefined) return (isFirst ? '' : '\n') + formatCards(chosen, look);
    const heading = (inUse[0] ?? []).map(({ label }) => look.paint.bold(label));
    const texts = inUse.map((row, place) => {
      const shown = look.isTerminal ? withoutRepeated(row, place === 0 ? above : inUse[place - 1]) : row;
      return shown.map((cell, column) => paintCell(cell, look, widths[column]));
    });
    above = inUse.at(-1) ?? above;
    const layout = { widths, areRight: (inUse[0] ?? []).map(isRight) };
    const lines = isFirst ? [heading, ...texts] : texts;
    return look.isTerminal ? drawLines(lines, layout) : alignLines(lines, layout).join('\n');
  };
}

/** Draws a terminal's lines with the table library, which is loaded on first use. */
async function drawLines(rows: readonly string[][], { widths, areRight }: LineLayout): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const parts: string[] = [];
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const table = new Table({
      chars: NO_BORDERS,
      style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [], compact: true },
      colWidths: widths.map((width) => width + GAP),
      wordWrap: true,
      colAligns: areRight.map((isRight) => (isRight ? 'right' : 'left')),
    });
    table.push(...rows.slice(start, start + ROWS_AT_ONCE));
    parts.push(table.toString().replaceAll(/ +$/gm, ''));
  }
  return parts.join('\n');
}

const NO_BORDERS = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
    .concat(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'])
    .map((name) => [name, '']),
);

function formatCards(rows: readonly (readonly Cell[])[], look: OutputStyle): string {
  return rows.map((row) => formatCard(row, look)).join('\n\n');
}

/** Lists the columns with at least one value. */
function listUsedColumns(rows: readonly (readonly Cell[])[]): number[] {
  const all = (rows[0] ?? []).map((_, place) => place);
  return all.filter((place) => rows.some((row) => (row[place]?.texts.length ?? 0) > 0));
}

function withoutRepeated(row: readonly Cell[], above: readonly Cell[] = []): readonly Cell[] {
  return row.map((cell, place) => {
    const isRepeated = cell.isRunning && cell.texts.join() === above[place]?.texts.join();
    return isRepeated ? { ...cell, texts: [] } : cell;
  });
}

/** Measures a column's natural and minimum widths. */
function measureColumn(cells: readonly Cell[]): ColumnWidth {
  const label = findWidest(cells.map((cell) => cell.label));
  const texts = cells.map(formatCell);
  const natural = Math.max(label, findWidest(texts));
  const [way = 'by-wrapping'] = cells.map(narrowsBy);
  if (way === 'never') return { natural, least: natural };
  if (way === 'by-cutting') return { natural, least: Math.max(label, Math.min(natural, LEAST_CUT)) };
  const longestWord = findWidest(texts.flatMap(splitWords));
  return { natural, least: Math.max(label, longestWord, Math.min(natural, LEAST_TEXT)) };
}

/** Joins the values of a cell, because a row is one line of text. */
function formatCell({ texts }: Cell): string {
  return texts.join(', ');
}

function paintCell(cell: Cell, { paint, isTerminal }: OutputStyle, width = 0): string {
  const isCut = isTerminal && narrowsBy(cell) === 'by-cutting';
  const text = isCut ? cut(formatCell(cell), width) : formatCell(cell);
  return cell.tone === undefined || text === '' ? text : paint[cell.tone](text);
}

/** The minimum width beside a label. If less is left, or less than the longest word, the text goes below the label. */
const LEAST_ROOM = 20;

/**
 * Formats a card: one resource with a line for each value. Lines are wrapped at a terminal, but identifiers are never
 * broken.
 */
export function formatCard(cells: readonly Cell[], look: OutputStyle): string {
  const shown = cells.filter(({ texts }) => texts.length > 0);
  const labelWidth = findWidest(shown.map(({ label }) => label));
  return shown
    .flatMap((cell) => cell.texts.flatMap((text) => formatValue(cell, text, { labelWidth, look })))
    .join('\n');
}

interface Place {
  readonly labelWidth: number;
  readonly look: OutputStyle;
}

function formatValue(cell: Cell, text: string, { labelWidth, look }: Place): string[] {
  const { paint, width } = look;
  const label = paint.dim(cell.label);
  const tone = cell.tone === undefined ? (line: string) => line : paint[cell.tone];
  const room = width - labelWidth - GAP;
  const fits = measureWidth(text) <= room;
  if (fits || (!isWhole(cell) && room >= Math.max(LEAST_ROOM, findWidest(splitWords(text))))) {
    const [first = '', ...more] = fits ? [text] : wrap(text, room);
    const padding = ' '.repeat(labelWidth - measureWidth(cell.label) + GAP);
    return [label + padding + tone(first), ...more.map((line) => ' '.repeat(labelWidth + GAP) + tone(line))];
  }
  const lines = isWhole(cell) ? [text] : wrap(text, width - GAP);
  // A word longer than the line starts at the first column, which makes copying easier.
  const indent = (line: string) => (measureWidth(line) > width - GAP ? '' : ' '.repeat(GAP));
  return [label, ...lines.map((line) => indent(line) + tone(line))];
}
