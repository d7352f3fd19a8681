import { harmless } from './foreign-text.ts';

/** A column of a file of comma-separated values; a row that has none there has an empty cell. */
export interface CsvColumn<Row> {
  readonly name: string;
  readonly value: (row: Row) => string | number | boolean | undefined;
}

export function csvHeader<Row>(columns: readonly CsvColumn<Row>[]): string {
  return `${columns.map(({ name }) => name).join(',')}\n`;
}

/** @param isTerminal whether what acts on a terminal is made visible; a file has each text as it came */
export function csvLine<Row>(columns: readonly CsvColumn<Row>[], row: Row, isTerminal: boolean): string {
  const cells = columns.map(({ value }) => {
    const text = notFormula(String(value(row) ?? ''));
    return quoted(isTerminal ? harmless(text, Number.POSITIVE_INFINITY) : text);
  });
  return `${cells.join(',')}\n`;
}

/** What a spreadsheet would reckon gets an apostrophe; a number is none of it. @see S10-csv-formula */
function notFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** @see RFC 4180, 2 */
function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
