import {
  type Op,
  type Row,
  readFlag,
  readInteger,
  readJson,
  readNumber,
  readText,
  run,
  type SqlValue,
} from './contract.ts';

/** One or several columns that hold a value of the program. */
export interface Columns<T> {
  readonly names: readonly string[];
  /** @throws DamagedContent for values that the program never writes */
  read(row: Row): T;
  /** Returns one value for each of the names. */
  write(value: T): readonly SqlValue[];
}

function createColumn<T>(
  name: string,
  read: (row: Row, name: string) => unknown,
  write: (value: T) => SqlValue,
): Columns<T> {
  return { names: [name], read: (row) => read(row, name) as T, write: (value) => [write(value)] };
}

export const column = {
  text: <T extends string>(name: string) => createColumn<T>(name, readText, (value) => value),
  bigint: (name: string) => createColumn<bigint>(name, readInteger, (value) => value),
  /** A column of whole numbers below 2^53. */
  number: (name: string) => createColumn<number>(name, readNumber, (value) => value),
  flag: (name: string) => createColumn<boolean>(name, readFlag, Number),
  json: <T>(name: string) => createColumn<T>(name, readJson, (value) => JSON.stringify(value)),
};

/** Creates columns that are null if there is no value. */
export function createOptionalColumns<T>(columns: Columns<T>): Columns<T | undefined> {
  const { names } = columns;
  const [first = ''] = names;
  const nulls = names.map(() => null);
  return {
    names,
    read: (row) => (row[first] === null ? undefined : columns.read(row)),
    write: (value) => (value === undefined ? nulls : columns.write(value)),
  };
}

export type Members<T> = { readonly [M in keyof T]-?: Columns<T[M]> };

/** Creates the columns of an object's members; a member without a value is absent. */
export function createObjectColumns<T extends object>(members: Members<T>): Columns<T> {
  const all = (Object.entries(members) as [keyof T, Columns<T[keyof T]>][]).map(([member, columns]) => ({
    member,
    columns,
  }));
  return {
    names: all.flatMap(({ columns }) => columns.names),
    read(row) {
      const item = {} as T;
      for (const { member, columns } of all) {
        const value = columns.read(row);
        if (value !== undefined) item[member] = value;
      }
      return item;
    },
    write(item) {
      const values: SqlValue[] = [];
      for (const { member, columns } of all)
        for (const value of columns.write(item[member])) values.push(value);
      return values;
    },
  };
}

/** A table of which each row holds one object. */
export class Table<T extends object> {
  readonly columns: Columns<T>;
  /** `SELECT … FROM …` of whole rows. */
  readonly select: string;
  /** The start of an insertion, and all of one that inserts one row. */
  readonly #into: string;
  readonly #insertOne: string;
  /** The queries by the end of their statement: SQLite finds a prepared statement faster by the same string. */
  readonly #queries = new Map<string, string>();

  constructor(name: string, members: Members<T>) {
    this.columns = createObjectColumns(members);
    const { names } = this.columns;
    this.select = `SELECT ${names.join(', ')} FROM ${name}`;
    this.#into = `INSERT INTO ${name} (${names.join(', ')})`;
    this.#insertOne = buildInsertion(this.#into, 1, names.length);
  }

  /** @param rest the end of the statement, from WHERE on */
  find(rest: string, ...values: readonly SqlValue[]): Op<T | undefined> {
    return findRow(this.columns.read, this.#buildQuery(rest), ...values);
  }

  list(rest: string, ...values: readonly SqlValue[]): Op<T[]> {
    return listRows(this.columns.read, this.#buildQuery(rest), ...values);
  }

  *insert(...items: readonly T[]): Op<void> {
    const rows = items.map((item) => this.columns.write(item));
    const [row] = rows;
    if (row !== undefined && rows.length === 1) yield { sql: this.#insertOne, values: row };
    else yield* insertRows(this.#into, rows);
  }

  #buildQuery(rest: string): string {
    const query = this.#queries.get(rest) ?? `${this.select} ${rest}`;
    this.#queries.set(rest, query);
    return query;
  }
}

/** Reads the first row of a query. */
export function* findRow<T>(
  read: (row: Row) => T,
  sql: string,
  ...values: readonly SqlValue[]
): Op<T | undefined> {
  const [row] = yield { sql, values };
  return row && read(row);
}

/** Reads all rows of a query. */
export function* listRows<T>(read: (row: Row) => T, sql: string, ...values: readonly SqlValue[]): Op<T[]> {
  return (yield { sql, values }).map(read);
}

/** Reads the text that a query selects; undefined if there is no row, or null in it. */
export function findText(sql: string, ...values: readonly SqlValue[]): Op<string | undefined> {
  return findValue(readText, sql, values);
}

/** Reads the texts in the first column of a query's rows. */
export function* listTexts(sql: string, ...values: readonly SqlValue[]): Op<string[]> {
  const rows = yield* run(sql, ...values);
  const [name = ''] = Object.keys(rows[0] ?? {});
  return rows.map((row) => readText(row, name));
}

/** Reads the number that a query selects; undefined if there is no row, or null in it. */
export function findNumber(sql: string, ...values: readonly SqlValue[]): Op<number | undefined> {
  return findValue(readNumber, sql, values);
}

function* findValue<T>(
  read: (row: Row, name: string) => T,
  sql: string,
  values: readonly SqlValue[],
): Op<T | undefined> {
  const [row = {}] = yield { sql, values };
  const [name = ''] = Object.keys(row);
  return (row[name] ?? null) === null ? undefined : read(row, name);
}

/**
 * Removes the oldest rows that are from `until` or before.
 * @param column of the time by which rows grow old
 */
export function* removeOldest(
  table: string,
  key: string,
  column: string,
  until: number,
  limit: number,
): Op<void> {
  const oldest = `SELECT ${key} FROM ${table} WHERE ${column} <= ? ORDER BY ${column} LIMIT ?`;
  yield* run(`DELETE FROM ${table} WHERE (${key}) IN (${oldest})`, until, limit);
}

/** Checks whether a query, or the RETURNING of a statement, gives a row. */
export function* hasRow(sql: string, ...values: readonly SqlValue[]): Op<boolean> {
  return (yield { sql, values }).length > 0;
}

/**
 * Inserts one row.
 * @param row values by their columns
 * @param rest the end of the statement, after the values
 */
export function* insertRow(
  table: string,
  row: Readonly<Record<string, SqlValue | undefined>>,
  rest = '',
): Op<readonly Row[]> {
  const values = Object.values(row).map((value) => value ?? null);
  return yield* insertRows(`INSERT INTO ${table} (${Object.keys(row).join(', ')})`, [values], rest);
}

/** More rows gain nothing, and each number of rows is a separate statement to prepare. */
const MOST_ROWS = 100;

/**
 * Inserts rows, many in one statement.
 * @param into `INSERT INTO table (columns)`
 * @param rest the end of the statement, after the values
 * @returns the rows of its RETURNING, in no order
 */
export function* insertRows(
  into: string,
  rows: readonly (readonly SqlValue[])[],
  rest = '',
): Op<readonly Row[]> {
  const returned: Row[] = [];
  for (let start = 0; start < rows.length; start += MOST_ROWS) {
    const some = rows.slice(start, start + MOST_ROWS);
    const values: SqlValue[] = [];
    for (const row of some) values.push(...row);
    const sql = buildInsertion(into, some.length, some[0]?.length ?? 0, rest);
    returned.push(...(yield { sql, values }));
  }
  return returned;
}

/** Builds an insertion with the placeholders of its rows: `… VALUES (?, ?), (?, ?) …`. */
function buildInsertion(into: string, rows: number, columns: number, rest = ''): string {
  const row = `(${'?, '.repeat(columns - 1)}?)`;
  return `${into} VALUES ${`${row}, `.repeat(rows - 1)}${row} ${rest}`;
}
