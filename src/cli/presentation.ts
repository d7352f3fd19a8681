import { buildCells, type Columns, getQuietValues, readColumns } from './columns.ts';
import { wrap, wrapSentences } from './layout.ts';
import type { OutputStyle } from './output-style.ts';
import { formatCard, formatTable } from './table.ts';

/** How a command's result is shown to people, and to scripts that ask for less than all of it. @see C-presentation */
export interface Presentation<Result> {
  readonly text: (result: Result, look: OutputStyle) => string | Promise<string>;
  /** Lines that `--quiet` prints; absent: the result as usual. @see C-quiet */
  readonly quiet?: (result: Result) => readonly string[];
  /** The exact bytes of a result that is a file of its own; a terminal is given the text. */
  readonly bytes?: (result: Result) => Uint8Array;
}

/** A presentation that is made of columns: a card's text is there at once, a table's is laid out with a library. */
interface OfColumns<Result, Text extends string | Promise<string>> {
  readonly text: (result: Result, look: OutputStyle) => Text;
  readonly quiet: (result: Result) => readonly string[];
}

/** One resource, a line per property. */
export function createCard<Row>(columns: Columns<Row>): OfColumns<Row, string>;
/** @param make makes what is shown of the result */
export function createCard<Row, Result>(
  columns: Columns<Row>,
  make: (result: Result) => Row,
): OfColumns<Result, string>;
export function createCard<Row, Result>(
  columns: Columns<Row>,
  make = (result: Result): Row => result as unknown as Row,
): OfColumns<Result, string> {
  const all = readColumns(columns);
  return {
    text: (result, look) => formatCard(buildCells(all, make(result), look), look),
    quiet: (result) => getQuietValues(all, make(result)),
  };
}

/**
 * Several resources, a line each.
 * @param rowsOf the resources in the result
 * @param none what is said when there are none
 */
export function createTable<Row, Result>(
  columns: Columns<Row>,
  rowsOf: (result: Result) => readonly Row[],
  none: string,
): OfColumns<Result, Promise<string>> {
  const all = readColumns(columns);
  return {
    text: async (result, look) => {
      const rows = rowsOf(result).map((row) => buildCells(all, row, look));
      return rows.length === 0 ? wrapSentences(none, look.width).join('\n') : formatTable(rows, look);
    },
    quiet: (result) => rowsOf(result).flatMap((row) => getQuietValues(all, row)),
  };
}

/** A sentence in place of a resource, and what `--quiet` prints. */
export function createSentence<Result>(
  describe: (result: Result) => string,
  quiet: (result: Result) => readonly string[] = () => [],
): Presentation<Result> {
  return { text: (result, { width }) => wrap(describe(result), width).join('\n'), quiet };
}

/** A presentation of a result together with what only the command knows. */
export function withMembers<
  Whole extends object,
  More extends Partial<Whole>,
  Text extends string | Promise<string>,
>({ text, quiet }: OfColumns<Whole, Text>, more: More): OfColumns<Omit<Whole, keyof More>, Text> {
  const complete = (result: Omit<Whole, keyof More>) => ({ ...result, ...more }) as unknown as Whole;
  return { text: (result, look) => text(complete(result), look), quiet: (result) => quiet(complete(result)) };
}
