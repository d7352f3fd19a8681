import { CsvError, parse } from 'csv-parse/sync';
import { nearest } from '../../nearest.ts';
import { parseStrictJson } from '../../wire/strict-json.ts';
import type { WrongMember } from '../file/typed-file.ts';

/** What a line says, before its members are looked at; or why it says nothing. */
export type Row =
  | { readonly ok: true; readonly value: unknown }
  | ({ readonly ok: false } & Pick<WrongMember, 'fault' | 'remedy'>);

/** Reads the lines of one kind of file. @see C-seed-transactions-file */
export interface RowReader {
  /** Lines before the first transaction. */
  readonly headLines: number;
  /** What is wrong with these, in the order of the line. */
  readonly headFaults: (head: string | undefined) => readonly Pick<WrongMember, 'fault' | 'remedy'>[];
  readonly read: (line: string) => Row;
  /** The name of a member of a transaction, as the file has it. */
  readonly nameOf: (path: readonly PropertyKey[]) => string;
}

const BLANK: Row = { ok: false, fault: 'is empty', remedy: 'Remove the line' };

/** One JSON object a line. */
export const NDJSON: RowReader = {
  headLines: 0,
  headFaults: () => [],
  read: (line) => {
    if (line.trim() === '') return BLANK;
    const json = parseStrictJson(line);
    if (json.ok) return json;
    const { fault } = json;
    if (fault.kind === 'repeated-key')
      return { ok: false, fault: `has ${fault.path} twice`, remedy: 'Keep one of them' };
    return { ok: false, fault: "isn't one JSON object", remedy: 'Write one transaction a line, as JSON' };
  },
  nameOf: (path) => path.join('.'),
};

type Column = 'date' | 'amount' | 'direction' | 'text' | 'counterpartyName' | 'counterpartyBban';

const REQUIRED: readonly Column[] = ['date', 'amount', 'direction'];
const COLUMNS: readonly Column[] = [...REQUIRED, 'text', 'counterpartyName', 'counterpartyBban'];

/** @param head the first line, which names the columns and shows what separates them */
export function csvReader(head: string | undefined): RowReader {
  const separator = /[,;]/.exec(head ?? '')?.[0] ?? ',';
  const columns = cellsOf(head ?? '', separator) ?? [];
  return {
    headLines: 1,
    headFaults: () => columnFaults(columns),
    read: (line) => {
      if (line.trim() === '') return BLANK;
      const cells = cellsOf(line, separator);
      if (cells === undefined)
        return {
          ok: false,
          fault: 'has a quote in a wrong place',
          remedy: 'Put quotes around the whole cell, and double each inside',
        };
      if (cells.length !== columns.length)
        return {
          ok: false,
          fault: `has ${cells.length} cells, but there are ${columns.length} columns`,
          remedy: `Put one cell for each column, separated by ${separator}`,
        };
      return {
        ok: true,
        value: transactionOf(new Map(columns.map((name, place) => [name, cells[place] ?? '']))),
      };
    },
    nameOf: ([first, second]) =>
      second === 'name' ? 'counterpartyName' : second === 'bban' ? 'counterpartyBban' : String(first),
  };
}

function columnFaults(columns: readonly string[]): readonly Pick<WrongMember, 'fault' | 'remedy'>[] {
  const unknown = columns.filter((name) => !(COLUMNS as readonly string[]).includes(name));
  const twice = columns.filter((name, place) => columns.indexOf(name) !== place);
  const missing = REQUIRED.filter((name) => !columns.includes(name));
  return [
    ...unknown.map((name) => {
      const meant = nearest(name, COLUMNS);
      const remedy = meant === undefined ? `The columns are ${COLUMNS.join(', ')}` : `Did you mean ${meant}?`;
      return { fault: `has the column ${JSON.stringify(name)}, which isn't one`, remedy };
    }),
    ...twice.map((name) => ({ fault: `has the column ${name} twice`, remedy: 'Keep one of them' })),
    ...missing.map((name) => ({
      fault: `lacks the column ${name}`,
      remedy: 'Add it: the first line names the columns',
    })),
  ];
}

/** Splits one line into its cells (RFC 4180); undefined when a quote stands where none may. */
function cellsOf(line: string, separator: string): readonly string[] | undefined {
  if (!line.includes('"')) return line.split(separator);
  try {
    return parse(line, { delimiter: separator, record_delimiter: '\n' })[0];
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

/** An empty cell is a member that isn't given. */
function transactionOf(cells: ReadonlyMap<string, string>): object {
  const given = (name: Column) => (cells.get(name) === '' ? undefined : cells.get(name));
  const amount = given('amount');
  const counterparty = {
    ...stated('name', given('counterpartyName')),
    ...stated('bban', given('counterpartyBban')),
  };
  return {
    ...stated('date', given('date')),
    ...stated('amount', amount !== undefined && /^[+-]?[0-9]+$/.test(amount) ? Number(amount) : amount),
    ...stated('direction', given('direction')),
    ...stated('text', given('text')),
    counterparty,
  };
}

function stated(name: string, value: unknown): object {
  return value === undefined ? {} : { [name]: value };
}
