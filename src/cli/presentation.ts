import { harmless } from './foreign-text.ts';
import { type ColumnWidth, fitWidths, widthOf, wrap } from './layout.ts';
import type { Paint } from './paint.ts';

/**
 * One property of a resource as people read it. A resource has one list of columns; its card and its table
 * are both made from it.
 */
export interface Column<Row> {
  readonly label: string;
  /** The text of the property; undefined leaves it out of a card and empty in a table. */
  readonly value: (row: Row) => string | undefined;
  readonly align?: 'right';
  /** The id that `--quiet` prints. */
  readonly isId?: boolean;
  /** Too long or too minor for a table. */
  readonly cardOnly?: boolean;
}

export interface Look {
  /** Columns of the terminal. */
  readonly width: number;
  readonly paint: Paint;
}

/** How a command's result is shown to people. */
export interface Presentation<Result> {
  readonly text: (result: Result, look: Look) => Promise<string>;
  readonly ids: (result: Result) => string[];
  /** The exact bytes of a result that is a file of its own; a terminal is given the text. */
  readonly bytes?: (result: Result) => Uint8Array;
}

/** One resource, a line per property. */
export function card<Row>(columns: readonly Column<Row>[]): Presentation<Row> {
  return {
    text: async (row, look) => cardText(columns, row, look),
    ids: (row) => idsOf(columns, [row]),
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
): Presentation<Result> {
  return {
    text: async (result, look) => {
      const rows = rowsOf(result);
      return rows.length === 0 ? none : tableText(columns, rows, look);
    },
    ids: (result) => idsOf(columns, rowsOf(result)),
  };
}

function cardText<Row>(columns: readonly Column<Row>[], row: Row, look: Look): string {
  const shown = columns.flatMap(({ label, value }) => {
    const text = value(row);
    return text === undefined ? [] : [{ label, text: harmless(text) }];
  });
  const labelWidth = Math.max(0, ...shown.map(({ label }) => widthOf(label)));
  const indent = ' '.repeat(labelWidth + GAP);
  return shown
    .map(({ label, text }) => {
      const lines = wrap(text, look.width - indent.length, false);
      const padding = ' '.repeat(labelWidth - widthOf(label) + GAP);
      return look.paint.dim(label) + padding + lines.join(`\n${indent}`);
    })
    .join('\n');
}

async function tableText<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  look: Look,
): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const inTable = columns.filter(({ cardOnly }) => !cardOnly);
  const cells = rows.map((row) => inTable.map(({ value }) => harmless(value(row) ?? '')));
  const widths = fitWidths(
    inTable.map(({ label }, index) => widthsOf([label, ...cells.map((line) => line[index] ?? '')])),
    look.width - GAP * (inTable.length - 1),
  );
  const drawn = new Table({
    head: inTable.map(({ label }) => look.paint.bold(label)),
    colAligns: inTable.map(({ align }) => align ?? 'left'),
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  drawn.push(
    ...cells.map((line) => line.map((text, index) => wrap(text, widths[index] ?? 1, true).join('\n'))),
  );
  return drawn.toString().replaceAll(/[ ]+$/gm, '');
}

function widthsOf(texts: readonly string[]): ColumnWidth {
  const widest = (parts: readonly string[]) => Math.max(...parts.map(widthOf));
  return { natural: widest(texts), word: widest(texts.flatMap((text) => text.split(' '))) };
}

/** Spaces between columns. */
const GAP = 2;

const NO_BORDERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' '.repeat(GAP),
};

function idsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  const id = columns.find(({ isId }) => isId);
  return rows.flatMap((row) => {
    const text = id?.value(row);
    return text === undefined ? [] : [harmless(text)];
  });
}
