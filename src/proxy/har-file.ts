import { closeSync, openSync, writeSync } from 'node:fs';
import type { ExchangeOptions } from '../session/context.ts';
import { refuseUnwritable, writeWhole } from '../session/trace.ts';
import { buildHar, buildHarEntry, type Exchange } from '../traces/har.ts';

/** The end of the file, so that it is valid after each entry. */
const TAIL = '\n]}}\n';

/** A HAR file that grows by one entry after another. @see C-proxy */
export class HarFile {
  readonly #har: NonNullable<ExchangeOptions['har']>;
  readonly #onUnexpected: (fault: unknown) => void;
  readonly #descriptor: number;
  /** The position of the next entry, over the tail. */
  #place: number;
  #separator = '\n';
  #isEnded = false;

  /**
   * Begins a new file.
   * @throws Fault INPUT_INVALID, FILE_UNREADABLE when none can be written there
   */
  constructor(har: NonNullable<ExchangeOptions['har']>, onUnexpected: (fault: unknown) => void) {
    this.#har = har;
    this.#onUnexpected = onUnexpected;
    refuseUnwritable(har.file);
    const empty = JSON.stringify(buildHar([], har));
    const head = empty.slice(0, empty.lastIndexOf(']'));
    writeWhole(har.file, head + TAIL);
    this.#descriptor = openSync(har.file, 'r+');
    this.#place = Buffer.byteLength(head);
  }

  add(exchanged: Exchange): void {
    if (this.#isEnded) return;
    const entry = this.#separator + JSON.stringify(buildHarEntry(exchanged, this.#har.whole));
    try {
      writeSync(this.#descriptor, entry + TAIL, this.#place);
      this.#place += Buffer.byteLength(entry);
      this.#separator = ',\n';
    } catch (fault) {
      this.#onUnexpected(fault);
    }
  }

  end(): void {
    this.#isEnded = true;
    closeSync(this.#descriptor);
  }
}
