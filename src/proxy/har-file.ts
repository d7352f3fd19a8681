import { copyFile, open, rename, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { freshId } from '../app/fresh-id.ts';
import type { Seeing } from '../app/program.ts';
import { heldFault, refuseUnwritable, writeWhole } from '../app/write-har.ts';
import { stopwatch } from '../clock.ts';
import { Fault } from '../errors.ts';
import { lockFile } from '../file-lock.ts';
import { errorCode } from '../settings/own-files.ts';
import { type Exchanged, harEntry, harOf } from '../traces/har.ts';

/** What a HAR file ends with. */
const TAIL = '\n]}}\n';

/** A large file is copied less often: so much of the time at most. */
const REST_PER_WORK = 4;

/**
 * A HAR file that grows while exchanges go on. What stands under its name is whole at every moment: more is added to a
 * copy, which then takes its place.
 * @see C-proxy
 */
export class HarFile {
  readonly #har: NonNullable<Seeing['har']>;
  readonly #onUnexpected: (fault: unknown) => void;
  #waiting: string[] = [];
  #writing: Promise<void> | undefined;
  #isEmpty = true;
  #isEnding = false;
  #isReleased = false;
  readonly #unlock: () => void;
  /** However the process ends, but when it is killed. */
  readonly #release = () => {
    if (!this.#isReleased) this.#unlock();
    this.#isReleased = true;
  };
  /** Without its tail. */
  #bytes: number;

  /**
   * Begins a new file, this process's alone until its end: each write goes by where the last one ended.
   * @throws Fault INPUT_INVALID, FILE_UNREADABLE when none can be written there, or another proxy writes it
   */
  constructor(har: NonNullable<Seeing['har']>, onUnexpected: (fault: unknown) => void) {
    this.#har = har;
    this.#onUnexpected = onUnexpected;
    refuseUnwritable(har.file);
    const empty = JSON.stringify(harOf([], har));
    const head = empty.slice(0, empty.lastIndexOf(']'));
    this.#bytes = Buffer.byteLength(head);
    this.#unlock = lockHar(har.file);
    process.once('exit', this.#release);
    try {
      writeWhole(har.file, head + TAIL);
    } catch (fault) {
      this.#leave();
      throw fault;
    }
  }

  add(exchanged: Exchanged): void {
    if (this.#isReleased) return;
    this.#waiting.push(JSON.stringify(harEntry(exchanged, this.#har.whole)));
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when everything is in it, and others may write it. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#writing;
    this.#leave();
  }

  #leave(): void {
    process.off('exit', this.#release);
    this.#release();
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        const begun = stopwatch();
        await this.#write();
        if (!this.#isEnding) await pause((stopwatch() - begun) * REST_PER_WORK);
      }
    } catch (fault) {
      this.#onUnexpected(fault);
    }
    this.#writing = undefined;
  }

  async #write(): Promise<void> {
    const entries = this.#waiting.join(',\n');
    this.#waiting = [];
    const added = Buffer.from(`${this.#isEmpty ? '' : ','}\n${entries}`);
    const { file } = this.#har;
    const unfinished = `${file}.${freshId()}.tmp`;
    try {
      await copyFile(file, unfinished);
      const handle = await open(unfinished, 'r+');
      await handle.write(Buffer.concat([added, Buffer.from(TAIL)]), 0, undefined, this.#bytes);
      await handle.close();
      await rename(unfinished, file);
    } catch (fault) {
      await rm(unfinished, { force: true });
      throw fault;
    }
    this.#isEmpty = false;
    this.#bytes += added.byteLength;
  }
}

function lockHar(file: string): () => void {
  try {
    return lockFile(file, (holder) => heldFault(file, holder));
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault(
      'FILE_UNREADABLE',
      `${file}.lock can't be written (${errorCode(cause) ?? 'unknown error'}).`,
      {
        hint: 'Use a file in a folder you can write to.',
        cause,
      },
    );
  }
}
