import { type CsvError, parse } from 'csv-parse/sync';
import { type JsonObject, memberAt } from '../core/json-object.ts';
import { Fault } from '../errors.ts';
import type { FieldFault } from '../wire/field.ts';
import {
  buildBody,
  listFieldNames,
  listFlags,
  listRequiredBelow,
  type PaymentFields,
  readWrittenFields,
} from './fields.ts';

/** The payments of a CSV file, and the row of each as a spreadsheet counts: the names of the columns are row 1. */
interface BulkFile {
  readonly payments: readonly JsonObject[];
  readonly rows: readonly number[];
}

const COLUMNS: readonly string[] = listFieldNames('bulk-item');

/** Fields of the whole bulk, which only flags give. */
const BULK_FIELDS: readonly string[] = listFieldNames('bulk');

/**
 * Reads the payments of a bulk from CSV: a row of column names, which are flags without their dashes, then a row for
 * each payment. An empty cell gives nothing, and a row of empty cells is none.
 * @param readsWritten whether amounts and account numbers are read as people write them
 * @throws Fault FILE_UNREADABLE
 * @see C-bulk-csv, C-written-amounts
 */
export function readBulkFile(text: string, readsWritten = true): BulkFile {
  const [header = [], ...below] = parseCsv(text);
  const columns = header.map((name) => name.trim());
  const rows = below
    .map((cells, place) => ({ row: place + 2, cells }))
    .filter(({ cells }) => cells.some(Boolean));
  const wrong = checkColumns(columns);
  refuseFaults(
    wrong.length > 0 ? wrong : rows.flatMap((row) => checkRow(columns, row, detectSeparator(text))),
  );
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

/** Parses the cells of a CSV text (RFC 4180), separated as its first row is: by comma or, as Excel here, semicolon. */
function parseCsv(text: string): string[][] {
  try {
    return parse(text, { bom: true, delimiter: detectSeparator(text), relax_column_count: true });
  } catch (cause) {
    const { code, message, lines = 1 } = cause as CsvError & { readonly lines?: number };
    const reason = CSV_FAULTS[code] ?? message;
    throw new Fault('FILE_UNREADABLE', `The CSV file has an error in line ${lines}: ${reason}.`, {
      hint: 'Put quotes around the whole cell, and double each quote inside it: "a ""b"" c".',
      cause,
    });
  }
}

/** No column's name has either of them. */
function detectSeparator(text: string): string {
  return /[,;]/.exec(text.split(/[\r\n]/, 1)[0] ?? '')?.[0] ?? ',';
}

const CSV_FAULTS: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: "a cell contains a quote but doesn't start with one",
  CSV_INVALID_CLOSING_QUOTE: 'a cell continues after its closing quote',
  CSV_QUOTE_NOT_CLOSED: "a quoted cell isn't closed",
};

/** Columns of references repeat: those at the same place among their like belong together. */
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

/** Describes faults of a bulk by row and column of its file in place of the member. */
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
  // The creditor account's currency comes from the amount's.
  const comes =
    member === 'creditorAccount.currency' &&
    memberAt(body, `${item}.instructedAmount.currency`) === undefined;
  if (isAbsent && comes) return [];
  const below = isAbsent ? listRequiredBelow('bulk-item', member) : [];
  return (below.length > 0 ? below : [member]).map((at) => told(at) + rest);
}

/** Finds the row that a path `payments[3].creditorName` is about. */
function findRow(path: string, rows: readonly number[]) {
  const [, item = '', place = '', member = ''] = /^(payments\[(\d+)\])\.?(.*)$/.exec(path) ?? [];
  const row = rows[Number(place)];
  return place === '' || row === undefined ? undefined : { row, member, item };
}

/** @throws Fault FILE_UNREADABLE where there are any */
function refuseFaults(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const listed = faults.slice(0, MOST_FAULTS).join('\n');
  throw new Fault('FILE_UNREADABLE', `The CSV file isn't valid:\n${listed}`, {
    hint: `Its columns are ${COLUMNS.join(', ')}.`,
  });
}

/** The next attempt tells what is wrong beyond these. */
const MOST_FAULTS = 20;
