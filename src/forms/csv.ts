import { type CsvError, parse } from 'csv-parse/sync';
import { Fault } from '../errors.ts';

/** Cells of a CSV text (RFC 4180), row by row, separated as its first row is: by comma or, as Excel here, semicolon. */
export function csvRows(text: string): string[][] {
  try {
    return parse(text, { bom: true, delimiter: separatorOf(text), relax_column_count: true });
  } catch (cause) {
    throw new Fault(
      'FILE_UNREADABLE',
      `The CSV file is faulty in line ${lineOf(cause)}: ${reasonOf(cause)}.`,
      {
        hint: 'Quotes stand around a whole cell, and a quote inside of one is written twice: "a ""b"" c".',
        cause,
      },
    );
  }
}

/** No column's name has either of them. */
function separatorOf(text: string): string {
  return /[,;]/.exec(text.split(/[\r\n]/, 1)[0] ?? '')?.[0] ?? ',';
}

const REASONS: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: 'a quote stands inside of a cell that does not begin with one',
  CSV_INVALID_CLOSING_QUOTE: 'something follows the quote that ends a cell',
  CSV_QUOTE_NOT_CLOSED: 'a cell that begins with a quote does not end',
};

function lineOf(cause: unknown): number {
  const { lines } = cause as CsvError & { readonly lines?: number };
  return lines ?? 1;
}

function reasonOf(cause: unknown): string {
  const { code = '', message } = cause as CsvError;
  return REASONS[code] ?? message;
}
