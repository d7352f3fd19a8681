/**
 * What a snapshot was asked. Nothing changes in it, so a question that was answered once isn't put to SQLite again, by
 * whichever of its reads.
 *
 * @see S2-snapshot-reads
 */
import type { Row, SqlValue, Statement } from '../contract.ts';
import type { Connection } from './connection.ts';
import type { Performer } from './transaction.ts';

/** A longer answer isn't kept: a list is read by the one that asked for it. */
const MOST_ROWS = 100;

export class Snapshot implements Performer {
  readonly #connection: Connection;
  readonly #answers = new Map<string, readonly Row[]>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @returns rows that others may have been handed too */
  perform(statement: Statement): readonly Row[] {
    const question = questionOf(statement);
    const known = this.#answers.get(question);
    if (known !== undefined) return known;
    const rows = this.#connection.perform(statement);
    if (rows.length <= MOST_ROWS) this.#answers.set(question, rows);
    return rows;
  }
}

/** Each value with its kind and its length: no two questions are written alike. */
function questionOf({ sql, values }: Statement): string {
  let question = sql;
  for (const value of values) question += written(value);
  return question;
}

function written(value: SqlValue): string {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
  return `\n${value === null ? 'null' : typeof value}${text.length}:${text}`;
}
