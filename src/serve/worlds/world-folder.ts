import { copyFileSync, existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { hashIdentity, shortenMark } from '../../bank/worlds.ts';
import { readFileWithin } from '../../core/read-file.ts';
import { replaceFile } from '../../core/write-file.ts';
import { Fault } from '../../errors.ts';
import { errorCode, makeOwnFolder } from '../../settings/private-files.ts';
import type { ListedWorld } from '../../wire/operator.ts';

/** @see S12-file-limits */
const NOTE_LIMIT_BYTES = 64 * 1024;

export interface FolderOptions {
  /** Its own folder is there. */
  readonly folder: string;
  /** True if the data may be lost with the machine. */
  readonly isVolatile: boolean;
  readonly uid: number | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

const STORE = /^([0-9a-f]{32})\.db$/;
/** An unfinished file and its process. */
const UNFINISHED = /\.(\d+)\.[a-z0-9]+\.new(-wal|-shm|-journal)?$/;

let made = 0;

/**
 * The files of worlds, in a folder of their own: of each its store, named by the mark of its TPP, and beside it whose
 * it is. A store gets its name when it is whole, and never again another's: of two processes that make it, one does.
 * @see S11-worlds
 */
export class WorldFolder {
  readonly #options: FolderOptions;

  constructor(options: FolderOptions) {
    this.#options = options;
  }

  /** Makes the folder, and removes what processes that ended have left unfinished. */
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

  /** How many worlds there are. */
  count(): number {
    return this.#marks().length;
  }

  /** A path for what this process makes. */
  unfinished(name: string): string {
    made += 1;
    return join(this.#options.folder, `${name}.${process.pid}.${made.toString(36)}.new`);
  }

  /** Removes what was made at a path, and what SQLite has put beside it. */
  discard(path: string): void {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(path + end, { force: true });
  }

  /** Notes whose world is made, then has `fill` make its store. Does nothing where it is there by then. */
  async found(identity: string, fill: (path: string) => Promise<void>): Promise<void> {
    const mark = hashIdentity(identity);
    const filled = this.unfinished(mark);
    try {
      await fill(filled);
      this.noteOwner(identity);
      const { isVolatile } = this.#options;
      // The driver may still have the file that was filled open: its copy has no connection.
      replaceFile(this.store(mark), (path) => copyFileSync(filled, path), {
        isVolatile,
        keepsExisting: true,
      });
    } finally {
      this.discard(filled);
    }
  }

  /** Says whose world it is, where nothing says it. */
  noteOwner(identity: string): void {
    const mark = hashIdentity(identity);
    if (existsSync(this.#note(mark))) return;
    const createdAt = new Date(this.#options.clock()).toISOString();
    const { isVolatile } = this.#options;
    replaceFile(this.#note(mark), `${JSON.stringify({ identity, createdAt })}\n`, { isVolatile });
  }

  /** When it was used last is the note's own time. */
  noteUse(mark: string, at: number): void {
    try {
      utimesSync(this.#note(mark), new Date(at), new Date(at));
    } catch (fault) {
      if (errorCode(fault) !== 'ENOENT') throw fault;
    }
  }

  /** The worlds, the oldest first. @param usedAt when one that is in use was used last */
  list(usedAt: (mark: string) => number | undefined): readonly ListedWorld[] {
    const all = this.#marks().flatMap((mark) => {
      const note = this.#read(mark);
      if (note === undefined) return [];
      const last = usedAt(mark) ?? statSync(this.#note(mark)).mtimeMs;
      const lastUsedAt = new Date(last).toISOString();
      return [{ identity: note.identity, world: shortenMark(mark), createdAt: note.createdAt, lastUsedAt }];
    });
    return all.sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
  }

  /** @throws Fault STORE_DAMAGED where the folder was removed */
  #marks(): readonly string[] {
    return this.#names().flatMap((name) => STORE.exec(name)?.[1] ?? []);
  }

  #names(): readonly string[] {
    const { folder } = this.#options;
    try {
      return readdirSync(folder);
    } catch (cause) {
      if (errorCode(cause) !== 'ENOENT') throw cause;
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
      // It was removed or changed: its TPP's next request writes it again.
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
    return errorCode(fault) === 'EPERM';
  }
}
