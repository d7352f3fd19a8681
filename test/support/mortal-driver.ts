import { loadDriver, type SqliteDatabase, type SqliteDriver } from '../../src/store/sqlite/driver.ts';
import { sqliteError } from './tapped-driver.ts';

const IOERR = 10;

/** When a process dies: at its nth statement from now, before SQLite has run it or after. */
export interface Death {
  readonly statement: number;
  readonly when: 'before' | 'after';
}

/**
 * The driver of a process that can die between two statements: from then on nothing reaches SQLite any more, and what
 * was not committed is gone.
 */
export class MortalDriver {
  readonly #load = loadDriver();
  readonly #opened = new Set<SqliteDatabase>();
  #death: Death | undefined;
  #ran = 0;
  #isDead = false;

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Undefined: it lives on. */
  dieAt(death: Death | undefined): void {
    this.#death = death;
    this.#ran = 0;
  }

  readonly open: SqliteDriver = (path, options) => {
    this.#refuseWhenDead();
    const database = this.#load(path, options);
    const opened = this.#opened.add(database);
    return {
      get isTransaction() {
        return opened.has(database) && database.isTransaction;
      },
      exec: (sql) => this.#living(() => database.exec(sql)),
      prepare: (sql) => {
        this.#refuseWhenDead();
        const statement = database.prepare(sql);
        return {
          all: (...values) => this.#living(() => statement.all(...values)),
          setReadBigInts: (on) => statement.setReadBigInts(on),
        };
      },
      close: () => this.#close(database),
    };
  };

  /** What the system does for a process that is gone: its files are closed, what it had begun is undone. */
  bury(): void {
    this.#isDead = true;
    for (const database of this.#opened) this.#close(database);
  }

  #living<T>(run: () => T): T {
    this.#refuseWhenDead();
    this.#ran += 1;
    if (this.#ran !== this.#death?.statement) return run();
    if (this.#death.when === 'after') run();
    this.#isDead = true;
    throw this.#gone();
  }

  #refuseWhenDead(): void {
    if (this.#isDead) throw this.#gone();
  }

  #gone(): Error {
    return sqliteError(IOERR, 'disk I/O error');
  }

  #close(database: SqliteDatabase): void {
    if (!this.#opened.delete(database)) return;
    if (database.isTransaction) database.exec('ROLLBACK');
    database.close();
  }
}
