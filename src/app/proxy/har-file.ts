import { copyFile, open, rename, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { stopwatch } from '../../clock.ts';
import { type Exchanged, harEntry, harOf } from '../../traces/har.ts';
import { freshId } from '../fresh-id.ts';
import type { Seeing } from '../program.ts';
import { refuseUnwritable, writeWhole } from '../write-har.ts';

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
  /** Without its tail. */
  #bytes: number;

  /** Begins a new file. @throws Fault INPUT_INVALID, FILE_UNREADABLE when none can be written there */
  constructor(har: NonNullable<Seeing['har']>, onUnexpected: (fault: unknown) => void) {
    this.#har = har;
    this.#onUnexpected = onUnexpected;
    refuseUnwritable(har.file);
    const empty = JSON.stringify(harOf([], har));
    const head = empty.slice(0, empty.lastIndexOf(']'));
    writeWhole(har.file, head + TAIL);
    this.#bytes = Buffer.byteLength(head);
  }

  add(exchanged: Exchanged): void {
    this.#waiting.push(JSON.stringify(harEntry(exchanged, this.#har.whole)));
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when everything is in it. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#writing;
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
