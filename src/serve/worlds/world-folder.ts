import { copyFileSync, existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { hashIdentity, shortenMark } from '../../bank/worlds.ts';
import { readErrorCode, readFileWithin } from '../../core/read-file.ts';
import { replaceFile } from '../../core/write-file.ts';
import { Fault } from '../../errors.ts';
import { makeOwnFolder } from '../../settings/private-files.ts';
import type { ListedWorld } from '../../wire/operator.ts';

/** @see S12-file-limits */
const NOTE_LIMIT_BYTES = 64 * 1024;

export interface FolderOptions {
  /** The folder, whose parent must exist. */
  readonly folder: string;
  /** True if a machine failure may lose the data. */
  readonly isVolatile: boolean;
  readonly uid: number | undefined;
  /** Returns milliseconds since 1970. */
  readonly clock: () => number;
}

const STORE = /^([0-9a-f]{32})\.db$/;
/** The name of an unfinished file, with the process that writes it. */
const UNFINISHED = /\.(\d+)\.[a-z0-9]+\.new(-wal|-shm|-journal)?$/;

let made = 0;

/**
 * The files of worlds in one folder: for each its store, named by the mark of its TPP, and a note of its owner. A store
 * gets its name when it is complete, and never that of another: of two processes that create it, one succeeds.
 * @see S11-worlds
 */
export class WorldFolder {
  readonly #options: FolderOptions;

  constructor(options: FolderOptions) {
    this.#options = options;
  }

  /** Creates the folder, and removes unfinished files of ended processes. */
  open(): void {
    const { folder, uid } = this.#options;
    makeOwnFolder(folder, uid);
    for (const name of readdirSync(folder)) {
      const pid = UNFINISHED.exec(name)?.[1];
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
    }
  }

  store(mark: string): string {
    return join(this.#options.folder, `${mark}.db`);
  }

  has(mark: string): boolean {
    return existsSync(this.store(mark));
  }

  /** Returns the number of worlds. */
  count(): number {
    return this.#listMarks().length;
  }

  /** Returns a path for an unfinished file of this process. */
  buildUnfinishedPath(name: string): string {
    made += 1;
    return join(this.#options.folder, `${name}.${process.pid}.${made.toString(36)}.new`);
  }

  /** Removes an unfinished file, and SQLite's files beside it. */
  discard(path: string): void {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true });
  }

  /** Writes the owner's note of a world, then creates its store with `fill`. Does nothing if it exists by then. */
  async createWorld(identity: string, fill: (path: string) => Promise<void>): Promise<void> {
    const mark = hashIdentity(identity);
    const filled = this.buildUnfinishedPath(mark);
    try {
      await fill(filled);
      this.noteOwner(identity);
      const { isVolatile } = this.#options;
      // The driver may still have the filled file open: its copy has no connection.
      replaceFile(this.store(mark), (path) => copyFileSync(filled, path), {
        isVolatile,
        keepsExisting: true,
      });
    } finally {
      this.discard(filled);
    }
  }

  /** Writes the owner's note of a world, unless there is one. */
  noteOwner(identity: string): void {
    const mark = hashIdentity(identity);
    if (existsSync(this.#note(mark))) return;
    const createdAt = new Date(this.#options.clock()).toISOString();
    const { isVolatile } = this.#options;
    replaceFile(this.#note(mark), `${JSON.stringify({ identity, createdAt })}\n`, { isVolatile });
  }

  /** Records the last use as the file time of the note. */
  noteUse(mark: string, at: number): void {
    try {
      utimesSync(this.#note(mark), new Date(at), new Date(at));
    } catch (fault) {
      if (readErrorCode(fault) !== 'ENOENT') throw fault;
    }
  }

  /** Lists the worlds, the oldest first. @param usedAt returns when an open world was used last */
  list(usedAt: (mark: string) => number | undefined): readonly ListedWorld[] {
    const all = this.#listMarks().flatMap((mark) => {
      const note = this.#read(mark);
      if (note === undefined) return [];
      const last = usedAt(mark) ?? statSync(this.#note(mark)).mtimeMs;
      const lastUsedAt = new Date(last).toISOString();
      return [{ identity: note.identity, world: shortenMark(mark), createdAt: note.createdAt, lastUsedAt }];
    });
    return all.sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
  }

  /** @throws Fault STORE_DAMAGED if the folder was removed */
  #listMarks(): readonly string[] {
    return this.#names().flatMap((name) => STORE.exec(name)?.[1] ?? []);
  }

  #names(): readonly string[] {
    const { folder } = this.#options;
    try {
      return readdirSync(folder);
    } catch (cause) {
      if (readErrorCode(cause) !== 'ENOENT') throw cause;
      const text = `The folder of worlds ${folder} was removed while in use. Nothing was done.`;
      throw new Fault('STORE_DAMAGED', text, { hint: 'Stop psd2 serve and start it again.', cause });
    }
  }

  #note(mark: string): string {
    return join(this.#options.folder, `${mark}.json`);
  }

  #read(mark: string): { readonly identity: string; readonly createdAt: string } | undefined {
    try {
      return JSON.parse(readFileWithin(this.#note(mark), NOTE_LIMIT_BYTES).toString('utf8'));
    } catch {
      // The note was removed or changed: its TPP's next request writes it again.
      return undefined;
    }
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return readErrorCode(fault) === 'EPERM';
  }
}
