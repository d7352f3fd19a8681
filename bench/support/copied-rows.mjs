// The rows that a store holds, inserted once more into tables like its own: the floor of what made them.
import { createRequire } from 'node:module';

const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite');

/** Calls `act` with a durable connection of its own to a store. */
export function withDatabase(path, act) {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    return act(database);
  } finally {
    database.close();
  }
}

/**
 * Measures milliseconds of inserting what a store holds into a file of its own, indexes and all, durable.
 * @param {[table: string, select: string][]} selects of the rows of a transaction, with one place
 * @param {number[]} parameters the value of that place in each transaction
 */
export function measureInserts(path, selects, parameters) {
  return withDatabase(path, (database) =>
    withDatabase(`${path}.copy`, (copy) => {
      for (const [table] of selects) createCopy(database, copy, table);
      let milliseconds = 0;
      for (const parameter of parameters) milliseconds += insertRows(database, copy, { selects, parameter });
      for (const [table] of selects) copy.exec(`DROP TABLE copy_of_${table}`);
      return milliseconds;
    }),
  );
}

/** Creates an empty table like that of a store, with its indexes. */
function createCopy(database, copy, table) {
  const shapes = database
    .prepare(
      `SELECT sql FROM sqlite_schema
       WHERE tbl_name = ? AND type IN ('table', 'index') AND sql IS NOT NULL ORDER BY type = 'index'`,
    )
    .all(table);
  for (const { sql } of shapes) {
    copy.exec(
      sql
        .replace(/^CREATE TABLE "?\w+"?/, `CREATE TABLE copy_of_${table}`)
        .replace(/^(CREATE (?:UNIQUE )?INDEX) (\w+)\s+ON "?\w+"?/, `$1 copy_of_$2 ON copy_of_${table}`)
        .replaceAll(/REFERENCES \w+ \(\w+\)/g, ''),
    );
  }
}

function insertRows(database, copy, { selects, parameter }) {
  const inserts = selects.flatMap(([table, select]) => {
    const statement = database.prepare(select);
    statement.setReadBigInts(true);
    const rows = statement.all(parameter).map((row) => Object.values(row));
    if (rows.length === 0) return [];
    const marks = rows[0].map(() => '?').join(', ');
    return { rows, insert: copy.prepare(`INSERT INTO copy_of_${table} VALUES (${marks})`) };
  });
  const started = performance.now();
  copy.exec('BEGIN IMMEDIATE');
  for (const { insert, rows } of inserts) for (const values of rows) insert.run(...values);
  copy.exec('COMMIT');
  return performance.now() - started;
}
