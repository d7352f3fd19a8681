import { type CsvError, parse } from 'csv-parse/sync';
import { type JsonObject, memberAt } from '../core/json-object.ts';
import { Fault } from '../errors.ts';
import type { FieldFault } from '../wire/field.ts';
import {
  buildBody,
  listFieldNames,
  listFlags,
  listRequired,
  type PaymentFields,
  readWrittenFields,
} from './fields.ts';

/** The payments of a CSV file, and the row number of each as in a spreadsheet: row 1 has the column names. */
interface BulkFile {
  readonly payments: readonly JsonObject[];
  readonly rows: readonly number[];
}

const COLUMNS: readonly string[] = listFieldNames('bulk-item');

/** The fields of the whole bulk, which only flags set. */
const BULK_FIELDS: readonly string[] = listFieldNames('bulk');

/**
 * Parses the payments of a bulk from CSV: a row of column names, which are flags without their dashes, then a row for
 * each payment. Empty cells and empty rows are ignored.
 * @param readsWritten true if amounts and account numbers are parsed in their written forms
 * @throws Fault FILE_UNREADABLE
 * @see C-bulk-csv, C-written-amounts
 */
export function readBulkFile(text: string, readsWritten = true): BulkFile {
  const separator = detectSeparator(text);
  const [header = [], ...below] = parseCsv(text, separator);
  const columns = header.map((name) => name.trim());
  const rows = below
    .map((cells, place) => ({ row: place + 2, cells }))
    .filter(({ cells }) => cells.some(Boolean));
  const wrong = checkColumns(columns);
  refuseFaults(wrong.length > 0 ? wrong : rows.flatMap((row) => checkRow(columns, row, separator)));
  const read = rows.map(({ cells }) => {
    const fields = readFields(columns, cells);
    return readsWritten ? readWrittenFields(fields, fields.currency) : { fields, doubt: undefined };
  });
  refuseFaults(
    read.flatMap(({ doubt }, place) =>
      doubt === undefined ? [] : `row ${rows[place]?.row}, column amount: ${doubt}`,
    ),
  );
  return {
    payments: read.map(({ fields }) => buildBody('bulk-item', fields)),
    rows: rows.map(({ row }) => row),
  };
}

/** Parses the cells of a CSV text (RFC 4180). */
function parseCsv(text: string, separator: string): string[][] {
  try {
    return parse(text, { bom: true, delimiter: separator, relax_column_count: true });
  } catch (cause) {
    const { code, message, lines = 1 } = cause as CsvError & { readonly lines?: number };
    const reason = CSV_FAULTS[code] ?? message;
    throw new Fault('FILE_UNREADABLE', `The CSV file has an error in line ${lines}: ${reason}.`, {
      hint: 'Put quotes around the whole cell, and double each quote inside it: "a ""b"" c".',
      cause,
    });
  }
}

/**
 * Detects the separator in the first row, a comma or, as in Norwegian Excel, a semicolon; column names contain neither.
 */
function detectSeparator(text: string): string {
  return /[,;]/.exec(text.split(/[\r\n]/, 1)[0] ?? '')?.[0] ?? ',';
}

const CSV_FAULTS: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: "a cell contains a quote but doesn't start with one",
  CSV_INVALID_CLOSING_QUOTE: 'a cell continues after its closing quote',
  CSV_QUOTE_NOT_CLOSED: "a quoted cell isn't closed",
};

/**
 * Returns true for a column of references. These columns may repeat: the nth columns of each name form the nth
 * reference.
 */
function isReference(name: string): boolean {
  return /^reference\b/.test(name);
}

function checkColumns(columns: readonly string[]): string[] {
  if (columns.every((name) => name === '')) return ['row 1 has no column names'];
  return columns.flatMap((name, place) => {
    if (name === '') return [`row 1, column ${place + 1} has no name`];
    if (BULK_FIELDS.includes(name)) return [`row 1, column ${name} applies to the whole bulk: use --${name}`];
    if (!COLUMNS.includes(name)) return [`row 1, column ${name} isn't a field of a payment`];
    if (isReference(name) || columns.indexOf(name) === place) return [];
    return [`row 1, column ${name} appears twice`];
  });
}

interface Row {
  readonly row: number;
  readonly cells: readonly string[];
}

function checkRow(columns: readonly string[], { row, cells }: Row, separator: string): string[] {
  const given = (name: string) => Boolean(cells[columns.indexOf(name)]);
  if (cells.length !== columns.length) {
    const isDecimal = separator === ',' && cells.length > columns.length;
    const decimals = isDecimal ? ': put a decimal comma in quotes' : '';
    return [`row ${row} has ${cells.length} cells, but row 1 has ${columns.length} columns${decimals}`];
  }
  return given('to-bban') && given('to-iban') ? [`row ${row} has both to-bban and to-iban: use one`] : [];
}

function readFields(columns: readonly string[], cells: readonly string[]): PaymentFields {
  const fields: Record<string, string | (string | undefined)[] | undefined> = {};
  for (const [place, name] of columns.entries()) {
    const cell = cells[place] || undefined;
    if (isReference(name)) fields[name] = [...(fields[name] ?? []), cell];
    else fields[name] = cell;
  }
  return fields as PaymentFields;
}

/** Describes the faults of a bulk by row and column of its file instead of by member. */
export function describeRowFaults(
  faults: readonly FieldFault[],
  rows: readonly number[],
  body: JsonObject,
): string[] {
  return [...new Set(faults.flatMap((fault) => describeRowFault(fault, rows, body)))];
}

function describeRowFault({ path, text }: FieldFault, rows: readonly number[], body: JsonObject): string[] {
  const place = findRow(path, rows);
  if (place === undefined)
    return [path === 'payments' && rows.length === 0 ? 'the file contains no payments' : text];
  const { row, member, item } = place;
  const rest = text.slice(path.length);
  const told = (at: string) => `row ${row}, column ${listFlags('bulk-item', at)[0]?.slice(2) ?? at}`;
  const isAbsent = memberAt(body, path) === undefined;
  // A creditor account's currency defaults to the amount's.
  const comes =
    member === 'creditorAccount.currency' &&
    memberAt(body, `${item}.instructedAmount.currency`) === undefined;
  if (isAbsent && comes) return [];
  const members = isAbsent ? listRequired('bulk-item', member) : [member];
  return members.map((at) => told(at) + rest);
}

/** Finds the row of a path such as `payments[3].creditorName`. */
function findRow(path: string, rows: readonly number[]) {
  const [, item = '', place = '', member = ''] = /^(payments\[(\d+)\])\.?(.*)$/.exec(path) ?? [];
  const row = rows[Number(place)];
  return place === '' || row === undefined ? undefined : { row, member, item };
}

/** Refuses a file with faults. @throws Fault FILE_UNREADABLE if there are any */
function refuseFaults(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const listed = faults.slice(0, MOST_FAULTS).join('\n');
  throw new Fault('FILE_UNREADABLE', `The CSV file isn't valid:\n${listed}`, {
    hint: `Its columns are ${COLUMNS.join(', ')}.`,
  });
}

/** The maximum number of reported faults; the next attempt reports further ones. */
const MOST_FAULTS = 20;
