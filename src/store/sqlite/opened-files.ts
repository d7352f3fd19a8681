/**
 * Whether bank.db, its log and the memory that its processes share are still the files that were opened. SQLite goes on with a file that was removed or
 * replaced, and its COMMIT succeeds. They are asked for by name and never opened: closing a descriptor drops this
 * process's locks.
 *
 * @see S1-files-changed
 * @see ../../../docs/adr/0018-a-store-knows-its-files-again.md
 */
import { type BigIntStats, statSync } from 'node:fs';
import type { Connection } from './connection.ts';
import { elapsedMs } from './lock-wait.ts';

/** What became of the files. */
export type Change =
  | 'removed'
  | 'replaced'
  | 'shortened'
  | 'log-removed'
  | 'log-replaced'
  | 'log-shortened'
  | 'shared-removed'
  | 'shared-replaced';

/** What a name leads to, or undefined when it leads nowhere. */
export function look(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

/** A file system that numbers no files gives 0 for each: then there are the name and the size alone to go by. */
export function isSameFile(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/** SQLite's names for the files beside a store: its log, and what the processes share that have it open. */
export function logOf(path: string): string {
  return `${path}-wal`;
}
export function sharedOf(path: string): string {
  return `${path}-shm`;
}

/** A read that begins so soon after a look has none of its own. */
const READ_LOOKS_EVERY_MS = 10;

/** The header of a log, and of each page in it. */
const LOG_HEADER = 32n;
const PAGE_HEADER = 24n;

export class OpenedFiles {
  /** As the user names it; it may be a link. */
  readonly #name: string;
  /** What the name leads to: SQLite's other files stand beside it. */
  readonly path: string;
  readonly #file: BigIntStats;
  /** The most that was ever seen: SQLite makes a file shorter only by VACUUM, which the store never does. */
  #largest: bigint;
  #log: BigIntStats | undefined;
  /** The locks are in it: who finds none makes another, and then writes at the same time as we do. */
  #shared: BigIntStats | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;
  /** Of the log, when it was looked at last. */
  #logSize = 0n;
  /** Of the log after our last commit; undefined before the first. */
  #logSizeLeft: bigint | undefined;

  /** `file` is what `name` led to before SQLite opened it. */
  constructor(name: string, path: string, file: BigIntStats) {
    this.#name = name;
    this.path = path;
    this.#file = file;
    this.#largest = file.size;
  }

  /** SQLite has opened the file, and its log with it; of an empty file it makes one with the first table. */
  takeLog(): void {
    this.#log = look(logOf(this.path));
    this.#shared = look(sharedOf(this.path));
    this.#logSizeLeft = undefined;
  }

  /** What became of the file, as far as its name and size tell. */
  fileChange(): Change | undefined {
    const file = look(this.#name);
    if (file === undefined) return 'removed';
    if (!isSameFile(file, this.#file)) return 'replaced';
    if (file.size < this.#largest) return 'shortened';
    this.#largest = file.size;
    return undefined;
  }

  /** What became of the file and of what is beside it. */
  change(): Change | undefined {
    this.#lookedMs = elapsedMs();
    return this.fileChange() ?? this.#logChange() ?? this.#sharedChange();
  }

  #logChange(): Change | undefined {
    const log = look(logOf(this.path));
    this.#log ??= log;
    if (this.#log === undefined) return undefined;
    if (log === undefined) return 'log-removed';
    this.#logSize = log.size;
    return isSameFile(log, this.#log) ? undefined : 'log-replaced';
  }

  #sharedChange(): Change | undefined {
    const shared = look(sharedOf(this.path));
    this.#shared ??= shared;
    if (this.#shared === undefined) return undefined;
    if (shared === undefined) return 'shared-removed';
    return isSameFile(shared, this.#shared) ? undefined : 'shared-replaced';
  }

  /** The same before a read. */
  changeBeforeRead(): Change | undefined {
    return elapsedMs() - this.#lookedMs < READ_LOOKS_EVERY_MS ? undefined : this.change();
  }

  /** The same before a write: the log must still have what was written in it. */
  changeBefore(writer: Connection): Change | undefined {
    const change = this.change();
    if (change !== undefined) return change;
    if (this.#logSizeLeft !== undefined && this.#logSize >= this.#logSizeLeft) return undefined;
    this.#logSizeLeft = this.#logSize;
    return this.#isLogTooShort(writer) ? 'log-shortened' : undefined;
  }

  /** The same after a commit, before anybody hears of it. */
  changeAfter(): Change | undefined {
    const change = this.change();
    this.#logSizeLeft = this.#logSize;
    return change;
  }

  /** Another process may have emptied it, rightly: SQLite knows how many pages are in it. */
  #isLogTooShort(writer: Connection): boolean {
    const pages = pagesInLog(writer);
    if (pages <= 0n) return false;
    const needed = LOG_HEADER + pages * (PAGE_HEADER + BigInt(writer.pragma('page_size') ?? 0));
    const size = look(logOf(this.path))?.size ?? 0n;
    // Asked again, for it may have been emptied in between.
    return size < needed && pagesInLog(writer) === pages;
  }
}

function pagesInLog(connection: Connection): bigint {
  return BigInt(String(connection.command('PRAGMA wal_checkpoint(NOOP)')[0]?.log ?? 0));
}
