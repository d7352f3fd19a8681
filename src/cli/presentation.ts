import { cardText } from './card.ts';
import { type Column, cellsOf, quietOf } from './columns.ts';
import { wrapSentences } from './layout.ts';
import type { Look } from './look.ts';
import { tableText } from './table.ts';

/** How a command's result is shown to people, and to scripts that ask for less than all of it. @see C-presentation */
export interface Presentation<Result> {
  readonly text: (result: Result, look: Look) => string;
  /** What `--quiet` prints, a line each; where it is absent, the result is printed as ever. @see C-quiet */
  readonly quiet?: (result: Result) => readonly string[];
  /** The exact bytes of a result that is a file of its own; a terminal is given the text. */
  readonly bytes?: (result: Result) => Uint8Array;
}

/** A presentation that is made of columns. */
type OfColumns<Result> = Required<Omit<Presentation<Result>, 'bytes'>>;

/** One resource, a line per property. */
export function card<Row>(columns: readonly Column<Row>[]): OfColumns<Row> {
  return {
    text: (row, look) => cardText(cellsOf(columns, row, look), look),
    quiet: (row) => quietOf(columns, row),
  };
}

/**
 * Several resources, a line each.
 * @param rowsOf the resources in the result
 * @param none what is said when there are none
 */
export function table<Row, Result>(
  columns: readonly Column<Row>[],
  rowsOf: (result: Result) => readonly Row[],
  none: string,
): OfColumns<Result> {
  return {
    text: (result, look) => {
      const rows = rowsOf(result).map((row) => cellsOf(columns, row, look));
      return rows.length === 0 ? wrapSentences(none, look.width).join('\n') : tableText(rows, look);
    },
    quiet: (result) => rowsOf(result).flatMap((row) => quietOf(columns, row)),
  };
}
