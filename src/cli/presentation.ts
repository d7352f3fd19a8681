import { buildCells, type Columns, getQuietValues, readColumns } from './columns.ts';
import { wrap, wrapSentences } from './layout.ts';
import type { OutputStyle } from './output-style.ts';
import { formatCard, formatTable } from './table.ts';

export * from './columns.ts';

/** The formats of a command's result without `--json`. @see C-presentation */
export interface Presentation<Result> {
  readonly text: (result: Result, look: OutputStyle) => string | Promise<string>;
  /** Returns the lines that `--quiet` prints; absent: the same as without it. @see C-quiet */
  readonly quiet?: (result: Result) => readonly string[];
  /** Returns the exact bytes of a result that is a file; a terminal shows the text. */
  readonly bytes?: (result: Result) => Uint8Array;
}

/** A presentation made of columns. A card's text is synchronous; a table's needs a library. */
interface ColumnPresentation<Result, Text extends string | Promise<string>> {
  readonly text: (result: Result, look: OutputStyle) => Text;
  readonly quiet: (result: Result) => readonly string[];
}

/** Creates the card of one resource, a line per property. */
export function createCard<Row>(columns: Columns<Row>): ColumnPresentation<Row, string>;
/** Creates the card of a part of the result. @param make returns that part */
export function createCard<Row, Result>(
  columns: Columns<Row>,
  make: (result: Result) => Row,
): ColumnPresentation<Result, string>;
export function createCard<Row, Result>(
  columns: Columns<Row>,
  make = (result: Result): Row => result as unknown as Row,
): ColumnPresentation<Result, string> {
  const all = readColumns(columns);
  return {
    text: (result, look) => formatCard(buildCells(all, make(result), look), look),
    quiet: (result) => getQuietValues(all, make(result)),
  };
}

/**
 * Creates the table of several resources, a line for each.
 * @param rowsOf the resources in the result
 * @param none the text of an empty table
 */
export function createTable<Row, Result>(
  columns: Columns<Row>,
  rowsOf: (result: Result) => readonly Row[],
  none: string,
): ColumnPresentation<Result, Promise<string>> {
  const all = readColumns(columns);
  return {
    text: async (result, look) => {
      const rows = rowsOf(result).map((row) => buildCells(all, row, look));
      return rows.length === 0 ? wrapSentences(none, look.width).join('\n') : formatTable(rows, look);
    },
    quiet: (result) => rowsOf(result).flatMap((row) => getQuietValues(all, row)),
  };
}

/** A list, printed as its items. @see C-json-result */
export interface Items<Item> {
  readonly items: readonly Item[];
}

/** Creates the table of a list. @param none the text of an empty one */
export function createList<Item>(columns: Columns<Item>, none: string): Presentation<Items<Item>> {
  return createTable(columns, ({ items }) => items, none);
}

/** Creates the presentation of a result as a sentence, with the values that `--quiet` prints. */
export function createSentence<Result>(
  describe: (result: Result) => string,
  quiet: (result: Result) => readonly string[] = () => [],
): Presentation<Result> {
  return { text: (result, { width }) => wrap(describe(result), width).join('\n'), quiet };
}
