import { Fault } from '../errors.ts';
import type { JsonObject } from '../json-object.ts';
import type { FieldFault } from '../wire/field.ts';
import { csvRows, separatorOf } from './csv.ts';
import { memberAt } from './json-body.ts';
import { bodyOf, flagsOf, ITEM_COLUMNS, type PaymentFields, type StructuredField } from './payment-fields.ts';
import { requiredBelow } from './required-fields.ts';
import { ambiguous, readWrittenFields, type WrittenFields } from './written-fields.ts';

/** The payments of a CSV file, and the row of each as a spreadsheet counts: the names of the columns are row 1. */
export interface BulkFile {
  readonly payments: readonly JsonObject[];
  readonly rows: readonly number[];
}

const REFERENCE_COLUMNS: Readonly<Record<string, keyof StructuredField>> = {
  reference: 'reference',
  'reference-type': 'referenceType',
  'reference-issuer': 'referenceIssuer',
};

/** Flags that say of the whole bulk what they say. */
const OF_THE_BULK = ['from-bban', 'from-iban', 'from-card', 'from-currency', 'date'];

/**
 * Reads the payments of a bulk from CSV: a row of column names, which are flags without their dashes, then a row for
 * each payment. An empty cell gives nothing, and a row of empty cells is none.
 * @param readsWritten whether amounts and account numbers are read as people write them
 * @throws Fault FILE_UNREADABLE
 * @see C-bulk-csv, C-written-amounts
 */
export function readBulkFile(text: string, readsWritten = true): BulkFile {
  const [header = [], ...below] = csvRows(text);
  const columns = header.map((name) => name.trim());
  const wrong = faultsOfColumns(columns);
  const rows = below
    .map((cells, place) => ({ row: place + 2, cells }))
    .filter(({ cells }) => cells.some(Boolean));
  const isCommas = separatorOf(text) === ',';
  const faults = wrong.length > 0 ? wrong : rows.flatMap((row) => faultsOfRow(columns, row, isCommas));
  if (faults.length > 0) throw unreadable(faults);
  const read = rows.map(({ row, cells }) => ({ row, ...readRow(columns, cells, readsWritten) }));
  const doubtful = read.flatMap(({ row, fields, readings }) =>
    readings === undefined ? [] : `row ${row}, column amount: ${ambiguous(fields.amount ?? '', readings)}`,
  );
  if (doubtful.length > 0) throw unreadable(doubtful);
  return {
    payments: read.map(({ fields }) => bodyOf('bulk-item', fields)),
    rows: rows.map(({ row }) => row),
  };
}

interface Row {
  readonly row: number;
  readonly cells: readonly string[];
}

function faultsOfColumns(columns: readonly string[]): string[] {
  if (columns.every((name) => name === '')) return ['row 1 has no column names'];
  return columns.flatMap((name, place) => {
    if (name === '') return [`row 1, column ${place + 1} has no name`];
    if (Object.hasOwn(REFERENCE_COLUMNS, name)) return [];
    if (OF_THE_BULK.includes(name)) return [`row 1, column ${name} applies to the whole bulk: use --${name}`];
    if (!ITEM_COLUMNS.has(name)) return [`row 1, column ${name} isn't a field of a payment`];
    return columns.indexOf(name) === place ? [] : [`row 1, column ${name} appears twice`];
  });
}

function readRow(columns: readonly string[], cells: readonly string[], readsWritten: boolean): WrittenFields {
  const fields = fieldsOf(columns, cells);
  return readsWritten ? readWrittenFields(fields, fields.currency) : { fields };
}

function faultsOfRow(columns: readonly string[], { row, cells }: Row, isCommas: boolean): string[] {
  const given = (name: string) => Boolean(cells[columns.indexOf(name)]);
  if (cells.length !== columns.length) {
    const decimals = isCommas && cells.length > columns.length ? ': put a decimal comma in quotes' : '';
    return [`row ${row} has ${cells.length} cells, but row 1 has ${columns.length} columns${decimals}`];
  }
  return given('to-bban') && given('to-iban') ? [`row ${row} has both to-bban and to-iban: use one`] : [];
}

function fieldsOf(columns: readonly string[], cells: readonly string[]): PaymentFields {
  const given = columns.flatMap((name, place) => (cells[place] ? [[name, cells[place]] as const] : []));
  const fields = given.flatMap(([name, cell]) => {
    const field = ITEM_COLUMNS.get(name);
    return field === undefined ? [] : [[field, cell] as const];
  });
  return { ...Object.fromEntries(fields), references: referencesOf(columns, cells) };
}

/** Columns of references belong together by their place among their like. */
function referencesOf(columns: readonly string[], cells: readonly string[]): readonly StructuredField[] {
  const references: Record<string, string>[] = [];
  for (const [name, member] of Object.entries(REFERENCE_COLUMNS)) {
    const places = columns.flatMap((column, place) => (column === name ? [place] : []));
    places.forEach((place, at) => {
      if (cells[place]) references[at] = { ...references[at], [member]: cells[place] };
    });
  }
  return references.filter(Boolean);
}

/** Faults of a bulk in words for who wrote the file: row and column in place of the member. */
export function faultsInRows(
  faults: readonly FieldFault[],
  rows: readonly number[],
  body: JsonObject,
): string[] {
  return [...new Set(faults.flatMap((fault) => inRow(fault, rows, body)))];
}

function inRow({ path, text }: FieldFault, rows: readonly number[], body: JsonObject): string[] {
  const place = rowOf(path, rows);
  if (place === undefined)
    return [path === 'payments' && rows.length === 0 ? 'the file contains no payments' : text];
  const { row, member, item } = place;
  const rest = text.slice(path.length);
  const told = (at: string) => `row ${row}, column ${flagsOf('bulk-item', at)[0]?.slice(2) ?? at}`;
  const isAbsent = memberAt(body, path) === undefined;
  // The creditor account's currency comes from the amount's.
  const comes =
    member === 'creditorAccount.currency' &&
    memberAt(body, `${item}.instructedAmount.currency`) === undefined;
  if (isAbsent && comes) return [];
  const below = isAbsent ? requiredBelow('bulk-item', member) : [];
  return (below.length > 0 ? below : [member]).map((at) => told(at) + rest);
}

/** The row that a path `payments[3].creditorName` is about. */
export function rowOf(path: string, rows: readonly number[]) {
  const [, item = '', place = '', member = ''] = /^(payments\[(\d+)\])\.?(.*)$/.exec(path) ?? [];
  const row = rows[Number(place)];
  return place === '' || row === undefined ? undefined : { row, member, item };
}

function unreadable(faults: readonly string[]): Fault {
  return new Fault(
    'FILE_UNREADABLE',
    `The CSV file isn't valid:\n${faults.slice(0, MOST_FAULTS).join('\n')}`,
    {
      hint: `Its columns are ${[...ITEM_COLUMNS.keys(), ...Object.keys(REFERENCE_COLUMNS)].join(', ')}.`,
    },
  );
}

/** Whoever has more than these wrong learns the rest at the next try. */
const MOST_FAULTS = 20;
