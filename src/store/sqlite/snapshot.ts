/**
 * What a snapshot was asked. Nothing changes in it, so a question that was answered isn't put to SQLite again, by whichever
 * of its reads.
 *
 * @see ../../../docs/adr/0066-what-comes-together-is-done-together.md
 * @see S2-snapshot-reads
 */
import type { Row, SqlValue, Statement } from '../contract.ts';
import type { Connection } from './connection.ts';
import type { Performer } from './transaction.ts';

/** A longer answer isn't kept: a list is read by the one that asked for it. */
const MOST_ROWS = 100;

/** Nor are more answers than these: one read may ask very much. */
const MOST_ANSWERS = 256;

export class Snapshot implements Performer {
  readonly #connection: Connection;
  /** By statement, then by its values. */
  readonly #answers = new Map<string, Map<string, readonly Row[]>>();
  #kept = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @returns rows that others may have been handed too */
  perform(statement: Statement): readonly Row[] {
    const values = statement.values.map((value) => written(value)).join('');
    const known = this.#answers.get(statement.sql)?.get(values);
    if (known !== undefined) return known;
    const rows = this.#connection.perform(statement);
    if (rows.length <= MOST_ROWS && this.#kept < MOST_ANSWERS) this.#keep(statement.sql, values, rows);
    return rows;
  }

  #keep(sql: string, values: string, rows: readonly Row[]): void {
    this.#kept += 1;
    const answers = this.#answers.get(sql);
    if (answers === undefined) this.#answers.set(sql, new Map([[values, rows]]));
    else answers.set(values, rows);
  }
}

/** With its kind and its length: no two lists of values are written alike. */
function written(value: SqlValue): string {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
  return `${typeof value}${text.length}:${text}`;
}
