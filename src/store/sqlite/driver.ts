import { createRequire } from 'node:module';
import { Fault } from '../../errors.ts';
import type { Row, SqlValue } from '../contract.ts';

/** Each closed database holds 3 descriptors; a process may have at least 1,024 open. A collection takes 10 to 50 ms. */
const MOST_UNRELEASED = 64;

let unreleased = 0;
let releasing: Promise<void> | undefined;

/**
 * Counts a closed database, and runs a garbage collection after each 64th. SQLite keeps the file, its log and its shared
 * memory open until the last statement is finalised, which this driver leaves to garbage collection. A process with
 * enough memory may run out of descriptors before its first collection.
 * @see S3-closed-files
 */
function countClosedDatabase(): void {
  unreleased += 1;
  if (unreleased < MOST_UNRELEASED) return;
  unreleased = 0;
  collectGarbage();
  // Node runs the finalisers of collected objects in its next round of immediates.
  releasing = new Promise<void>((resolve) => {
    setImmediate(() => {
      releasing = undefined;
      resolve();
    });
  });
}

/** Resolves when the files that a collection released are closed. */
export async function waitForRelease(): Promise<void> {
  await releasing;
}

function collectGarbage(): void {
  if (globalThis.gc !== undefined) {
    globalThis.gc();
    return;
  }
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  const { runInNewContext } = process.getBuiltinModule('node:vm');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // No other context may get the function.
  setFlagsFromString('--no-expose-gc');
  collect();
}

export interface SqliteStatement {
  all(...values: readonly SqlValue[]): readonly Row[];
  setReadBigInts(on: boolean): void;
}

export interface SqliteDatabase {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

/** Opens one connection. Throws the driver's error when SQLite refuses. */
export type SqliteDriver = (path: string, options: { readonly readOnly: boolean }) => SqliteDatabase;

interface SqliteModule {
  readonly DatabaseSync: new (path: string, options?: { readOnly: boolean }) => SqliteDatabase;
}

/** Older versions have the WAL-reset bug, which loses pages when several processes write (S3-driver). */
const LOWEST_VERSION = 3_051_003;

/**
 * Loads `node:sqlite` if this Node has it without a flag and its SQLite is new enough, else `@photostructure/sqlite`.
 * Throws Fault STORE_UNUSABLE when neither is available.
 *
 * This is the only file that knows which SQLite is used. Both drivers have the API of node:sqlite; the types here are the
 * part that the engine needs.
 * @see A-embedded-store, S3-driver
 */
export function loadDriver(
  loadBuiltin: (name: string) => unknown = process.getBuiltinModule,
  load: (name: string) => unknown = createRequire(import.meta.url),
): SqliteDriver {
  const builtin = withoutExperimentalWarning(() => loadBuiltin('node:sqlite')) as SqliteModule | undefined;
  if (builtin !== undefined && isFit(builtin))
    return (path, options) => new builtin.DatabaseSync(path, options);
  const { DatabaseSync } = loadPackage(load);
  return (path, options) => countOnClose(new DatabaseSync(path, options));
}

/**
 * Counts the closed databases of the package: unlike `node:sqlite` it doesn't finalise the statements of a database
 * that it closes. @see S3-closed-files
 */
function countOnClose(database: SqliteDatabase): SqliteDatabase {
  const close = database.close.bind(database);
  const value = () => {
    close();
    countClosedDatabase();
  };
  // The package's method is read-only; an assignment would throw.
  return Object.defineProperty(database, 'close', { value });
}

function loadPackage(load: (name: string) => unknown): SqliteModule {
  try {
    return load('@photostructure/sqlite') as SqliteModule;
  } catch (cause) {
    throw new Fault('STORE_UNUSABLE', "SQLite wasn't found: @photostructure/sqlite couldn't be loaded.", {
      hint: 'Reinstall psd2 on this machine without --omit or --ignore-scripts, or use a newer Node with node:sqlite.',
      cause,
    });
  }
}

function isFit({ DatabaseSync }: SqliteModule): boolean {
  const database = new DatabaseSync(':memory:');
  try {
    const version = String(database.prepare('SELECT sqlite_version() AS version').all()[0]?.version);
    const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
    return major * 1_000_000 + minor * 1000 + patch >= LOWEST_VERSION;
  } finally {
    database.close();
  }
}

/** Loads without Node's warning, once per process, that its SQLite is experimental: the user can't act on it. */
function withoutExperimentalWarning<T>(load: () => T): T {
  const emitWarning = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (rest[0] !== 'ExperimentalWarning') Reflect.apply(emitWarning, process, [warning, ...rest]);
  }) as typeof process.emitWarning;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
