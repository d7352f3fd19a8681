import type { Row } from '../../src/store/contract.ts';
import { loadDriver, type SqliteDatabase, type SqliteDriver } from '../../src/store/sqlite/driver.ts';

/** What a tap is told, before SQLite is: it may throw in SQLite's stead, or answer with rows. */
export type Tap = (sql: string, database: SqliteDatabase) => readonly Row[] | undefined;

/** The real driver, with each statement told to `tap` first, and each preparation to `preparing`. */
export function tappedDriver(tap: Tap, preparing: (sql: string) => void = () => {}): SqliteDriver {
  const driver = loadDriver();
  return (path, options) => {
    const database = driver(path, options);
    return {
      get isTransaction() {
        return database.isTransaction;
      },
      exec(sql) {
        tap(sql, database);
        database.exec(sql);
      },
      prepare(sql) {
        preparing(sql);
        const statement = database.prepare(sql);
        return {
          all(...values) {
            return tap(sql, database) ?? statement.all(...values);
          },
          setReadBigInts: (on) => statement.setReadBigInts(on),
        };
      },
      close: () => database.close(),
    };
  };
}

/** An error as SQLite's drivers throw it. */
export function sqliteError(errcode: number, message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
}
