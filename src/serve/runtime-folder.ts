import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readErrorCode } from '../core/read-file.ts';
import { writeNewFile } from '../core/write-file.ts';
import { Fault } from '../errors.ts';

/**
 * A temporary folder (0700) for a store in memory, the operator's token, or a home for a command. Created with its
 * first content and removed when the process ends, unless it is killed.
 * @see D14-memory-store
 */
export class RuntimeFolder {
  readonly #prefix: string;
  #folder: string | undefined;
  readonly #remove = () => {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  };

  /** @param prefix the beginning of its name, which identifies its program */
  constructor(prefix = 'psd2-serve-') {
    this.#prefix = prefix;
  }

  /** Returns the path of a file in it. */
  path(name: string): string {
    if (this.#folder === undefined) {
      this.#folder = makeFolder(this.#prefix);
      process.once('exit', this.#remove);
    }
    return join(this.#folder, name);
  }

  /** Writes a new file in it, readable only by this user. */
  write(name: string, content: string): string {
    const path = this.path(name);
    writeNewFile(path, content);
    return path;
  }

  remove(): void {
    process.off('exit', this.#remove);
    this.#remove();
    this.#folder = undefined;
  }
}

/** Creates the folder; its path is absolute, because other processes use it. */
function makeFolder(prefix: string): string {
  const place = resolve(tmpdir());
  try {
    return mkdtempSync(join(place, prefix));
  } catch (cause) {
    const text = `The temporary folder ${place} can't be used (${readErrorCode(cause)}).`;
    throw new Fault('FILE_UNREADABLE', text, {
      hint: 'Set TMPDIR to an existing folder you can write to.',
      cause,
    });
  }
}
