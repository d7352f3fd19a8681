import { type CsvError, parse } from 'csv-parse/sync';
import { Fault } from '../errors.ts';

/** Cells of a CSV text (RFC 4180), row by row, separated as its first row is: by comma or, as Excel here, semicolon. */
export function csvRows(text: string): string[][] {
  try {
    return parse(text, { bom: true, delimiter: separatorOf(text), relax_column_count: true });
  } catch (cause) {
    throw new Fault(
      'FILE_UNREADABLE',
      `The CSV file has an error in line ${lineOf(cause)}: ${reasonOf(cause)}.`,
      {
        hint: 'Put quotes around the whole cell, and double each quote inside it: "a ""b"" c".',
        cause,
      },
    );
  }
}

/** No column's name has either of them. */
export function separatorOf(text: string): string {
  return /[,;]/.exec(text.split(/[\r\n]/, 1)[0] ?? '')?.[0] ?? ',';
}

const REASONS: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: "a cell contains a quote but doesn't start with one",
  CSV_INVALID_CLOSING_QUOTE: 'a cell continues after its closing quote',
  CSV_QUOTE_NOT_CLOSED: "a quoted cell isn't closed",
};

function lineOf(cause: unknown): number {
  const { lines } = cause as CsvError & { readonly lines?: number };
  return lines ?? 1;
}

function reasonOf(cause: unknown): string {
  const { code = '', message } = cause as CsvError;
  return REASONS[code] ?? message;
}
