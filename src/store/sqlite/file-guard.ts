/**
 * Holds a store to the files that it opened first. Where they changed it is over for good in this process: what is in
 * memory belongs to the old files, and a new file would be a world without what was acknowledged.
 *
 * @see S1-files-changed
 * @see ../../../docs/adr/0018-a-store-knows-its-files-again.md
 */
import type { BigIntStats } from 'node:fs';
import type { Connection } from './connection.ts';
import { changedFault, type Outcome, refuseWhatIsLost, settleChange } from './lost-files.ts';
import { type Change, logOf, look, OpenedFiles } from './opened-files.ts';
import { type FileSystemType, prepareFile, realPath } from './store-file.ts';

export interface FileGuardOptions {
  readonly path: string;
  readonly fileSystemType: FileSystemType;
  /** Whose files are ours; undefined where the platform has no owners. */
  readonly uid: number | undefined;
  /** Told of what could not be left as it should be. */
  readonly onUnexpected: (fault: unknown) => void;
}

/** What there is for SQLite to open. */
export interface Prepared {
  readonly file: BigIntStats;
  readonly logSize: bigint;
}

export class FileGuard {
  readonly #options: FileGuardOptions;
  /** What was opened first in this process. */
  #opened: OpenedFiles | undefined;
  #change: Change | undefined;
  #isSettled = false;

  constructor(options: FileGuardOptions) {
    this.#options = options;
  }

  /** Whether the files have changed. */
  get isLost(): boolean {
    return this.#change !== undefined;
  }

  /** @throws Fault STORE_DAMAGED when the files have changed. */
  refuseLost(): void {
    if (this.#change !== undefined) throw changedFault(this.#options.path, this.#change, 'Nothing was done.');
  }

  /** Before SQLite opens the file, which is made unless it is there. Throws Fault. */
  prepare(): Prepared {
    const { path, fileSystemType, uid } = this.#options;
    if (this.#opened === undefined) {
      refuseWhatIsLost(realPath(path));
      prepareFile(path, { fileSystemType, uid });
    }
    this.#refuse(this.#opened?.fileChange());
    const file = look(path);
    if (file === undefined) throw changedFault(path, 'removed', 'Nothing was done.');
    const { size: logSize = 0n } = look(logOf(realPath(path))) ?? {};
    return { file, logSize };
  }

  /** When SQLite has opened what was prepared. Throws Fault STORE_DAMAGED when that can't be what it opened. */
  opened({ file }: Prepared): void {
    const { path } = this.#options;
    const opened = this.#opened ?? new OpenedFiles(path, realPath(path), file);
    this.#refuse(opened.fileChange());
    opened.takeLog();
    this.#opened = opened;
  }

  /** Before another connection is opened. Throws Fault STORE_DAMAGED. */
  refuseChanged(): void {
    this.#refuse(this.#opened?.change());
  }

  /** Before a transaction. Throws Fault STORE_DAMAGED, and the connection is not to be used any longer. */
  checkBefore(connection: Connection, kind: 'IMMEDIATE' | 'DEFERRED'): void {
    this.#refuseOn(connection, 'Nothing was done.', (files) =>
      kind === 'IMMEDIATE' ? files.changeBefore(connection) : files.changeBeforeRead(),
    );
  }

  /** After a commit, before its promises settle. Throws as `checkBefore`. */
  checkAfter(connection: Connection): void {
    this.#refuseOn(connection, 'The change may or may not be saved.', (files) => files.changeAfter());
  }

  /**
   * Leaves the files as the next opening needs them; once. Its connection is the one to write on, before it is closed;
   * undefined where there is none.
   */
  settle(writer: Connection | undefined): void {
    if (this.#change === undefined || this.#opened === undefined || this.#isSettled) return;
    this.#isSettled = true;
    try {
      settleChange(this.#opened.path, this.#change, writer);
    } catch (error) {
      this.#options.onUnexpected(error);
    }
  }

  #refuse(change: Change | undefined): void {
    this.#change ??= change;
    this.refuseLost();
  }

  #refuseOn(
    connection: Connection,
    outcome: Outcome,
    look: (files: OpenedFiles) => Change | undefined,
  ): void {
    if (this.#opened === undefined) return;
    this.#change ??= look(this.#opened);
    if (this.#change === undefined) return;
    const fault = changedFault(this.#options.path, this.#change, outcome);
    connection.distrust(fault);
    throw fault;
  }
}
