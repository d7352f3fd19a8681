/**
 * Checks that a store's name still leads to the file that this process opened. SQLite keeps its descriptors and doesn't
 * look again: it would acknowledge writes to a file that no next process finds.
 *
 * @see S1-files-changed
 * @see ../../../docs/adr/0018-a-store-knows-its-files-again.md
 */
import { type BigIntStats, statSync } from 'node:fs';
import { Fault } from '../../errors.ts';

type Outcome = 'Nothing was done.' | 'The change may or may not be saved.';

export class FileGuard {
  readonly #path: string;
  #opened: BigIntStats | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Remembers the file that is about to be opened for the first time. */
  remember(): void {
    this.#opened ??= statSync(this.#path, { bigint: true });
  }

  get isOpened(): boolean {
    return this.#opened !== undefined;
  }

  /** Throws Fault STORE_DAMAGED when the file was removed or replaced since it was first opened. */
  check(outcome: Outcome): void {
    if (this.#opened === undefined) return;
    const file = statSync(this.#path, { bigint: true, throwIfNoEntry: false });
    // A file system that numbers no files gives 0 for each: only the name tells then.
    if (file?.dev === this.#opened.dev && file.ino === this.#opened.ino) return;
    const change = file === undefined ? 'removed' : 'replaced by another file';
    throw new Fault('STORE_DAMAGED', `The store ${this.#path} was ${change} while in use. ${outcome}`, {
      hint: `Stop every psd2 that uses it. Put the right file back, without the -wal and -shm files of another one, and start again.`,
    });
  }
}
