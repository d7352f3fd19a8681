import { loadDriver } from '../../src/store/sqlite/driver.ts';

/** How many rows each table of a store has. */
export function rowCounts(path: string): Readonly<Record<string, number>> {
  const database = loadDriver()(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    return Object.fromEntries(
      tables.map(({ name }) => {
        const [row] = database.prepare(`SELECT count(*) AS rows FROM "${name}"`).all();
        return [String(name), Number(row?.rows)];
      }),
    );
  } finally {
    database.close();
  }
}
