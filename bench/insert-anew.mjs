// What a store holds, inserted once more into tables like its own: the floor of whatever made those rows.
import { createRequire } from 'node:module';

const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite');

/** Gives `act` a durable connection of its own to a store. */
export async function withDatabase(path, act) {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = 2');
    return await act(database);
  } finally {
    database.close();
  }
}

/**
 * Milliseconds of inserting the rows that each `[table, select]` finds, indexes and all, in one transaction.
 * @param value for the one place of each select
 */
export function insertAnew(database, selects, value) {
  makeCopies(database, database, selects);
  const milliseconds = insertRows(database, database, selects, value);
  for (const [table] of selects) database.exec(`DROP TABLE copy_of_${table}`);
  return milliseconds;
}

/** Empty tables like those of the selects, with their indexes. */
export function makeCopies(database, into, selects) {
  for (const [table] of selects) {
    const shapes = database
      .prepare(`SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type = 'index'`)
      .all(table);
    for (const { sql } of shapes) {
      into.exec(
        sql
          .replace(/^CREATE TABLE "?\w+"?/, `CREATE TABLE copy_of_${table}`)
          .replace(/^(CREATE (?:UNIQUE )?INDEX) (\w+)\s+ON "?\w+"?/, `$1 copy_of_$2 ON copy_of_${table}`)
          .replaceAll(/REFERENCES \w+ \(\w+\)/g, ''),
      );
    }
  }
}

/** Milliseconds of inserting into copies that were made. */
export function insertRows(database, into, selects, value) {
  const copies = selects.map(([table, select]) => {
    const statement = database.prepare(select);
    statement.setReadBigInts(true);
    const rows = statement.all(value).map((one) => Object.values(one));
    const marks = rows[0].map(() => '?').join(', ');
    return { rows, insert: into.prepare(`INSERT INTO copy_of_${table} VALUES (${marks})`) };
  });
  const started = performance.now();
  into.exec('BEGIN IMMEDIATE');
  for (const { insert, rows } of copies) for (const values of rows) insert.run(...values);
  into.exec('COMMIT');
  return performance.now() - started;
}
