import type { StreamedResponse } from '../../message.ts';
import type { JournalEntry } from './journal.ts';
import { formatRow, type ShownRequest } from './shown.ts';

const MOST_STREAMS = 32;
const HEARTBEAT_MILLISECONDS = 15_000;
/** At most four updates a second. */
const PAUSE_MILLISECONDS = 250;
/** The rows of one update; a reader with more reads the list again. */
const MOST_ROWS = 50;

/** Calls an act after a time. @returns a function that prevents it */
export type SetTimer = (act: () => void, milliseconds: number) => () => void;

export const setProcessTimer: SetTimer = (act, milliseconds) => {
  const timer = setTimeout(act, milliseconds).unref();
  return () => clearTimeout(timer);
};

/**
 * Streams what happens at the bank to the operator's readers, as server-sent events. A slow reader is told how much it
 * missed, and nothing is kept for it.
 * @see D11-events
 */
export class EventStreams {
  readonly #setTimer: SetTimer;
  readonly #readers = new Set<Reader>();
  #isEnded = false;

  constructor(setTimer: SetTimer) {
    this.#setTimer = setTimer;
  }

  get open(): number {
    return this.#readers.size;
  }

  /** Tells each reader of a request and of the operations that changed the bank. */
  tell(entry: JournalEntry | undefined, changes: readonly string[]): void {
    if (this.#readers.size === 0 || (entry === undefined && changes.length === 0)) return;
    for (const reader of this.#readers) reader.note(entry, changes);
  }

  /**
   * Opens a stream.
   * @param last the id of the last request
   * @param whenOver calls back when the client is gone
   * @returns undefined if no more may be open
   */
  openStream(
    headers: StreamedResponse['headers'],
    last: number,
    whenOver: (act: () => void) => void,
  ): StreamedResponse | undefined {
    if (this.#isEnded || this.#readers.size >= MOST_STREAMS) return undefined;
    const reader = new Reader(this.#setTimer);
    this.#readers.add(reader);
    whenOver(() => {
      this.#readers.delete(reader);
      reader.end();
    });
    const hello = { streams: this.#readers.size, last };
    return { status: 200, headers, pieces: this.#readPieces(reader, hello), isEndless: true };
  }

  /** Ends all streams. */
  end(): void {
    this.#isEnded = true;
    for (const reader of this.#readers) reader.end();
  }

  async *#readPieces(reader: Reader, hello: object): AsyncGenerator<Uint8Array> {
    yield formatEvent('hello', hello);
    while (!reader.isEnded) {
      const piece =
        reader.take() ?? ((await reader.waitForNews(HEARTBEAT_MILLISECONDS)) ? undefined : HEARTBEAT);
      if (piece === undefined) continue;
      yield piece;
      await reader.pause(PAUSE_MILLISECONDS);
    }
    yield formatEvent('end', {});
  }
}

const HEARTBEAT = Buffer.from(': heartbeat\n\n');

function formatEvent(event: string, data: object): Uint8Array {
  return Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** One reader of the stream, and what it hasn't been told. */
class Reader {
  isEnded = false;
  readonly #setTimer: SetTimer;
  #entries: JournalEntry[] = [];
  readonly #operations = new Set<string>();
  #missed = 0;
  #wake: (isNews: boolean) => void = () => {};

  constructor(setTimer: SetTimer) {
    this.#setTimer = setTimer;
  }

  note(entry: JournalEntry | undefined, changes: readonly string[]): void {
    for (const name of changes) this.#operations.add(name);
    if (entry !== undefined && this.#entries.length < MOST_ROWS) this.#entries.push(entry);
    else if (entry !== undefined) this.#missed += 1;
    this.#wake(true);
  }

  end(): void {
    this.isEnded = true;
    this.#wake(true);
  }

  /** Takes what the reader hasn't been told, as an event; undefined if there is nothing. */
  take(): Uint8Array | undefined {
    if (this.#entries.length === 0 && this.#operations.size === 0) return undefined;
    const requests: ShownRequest[] = this.#entries.map(formatRow);
    const told = { requests, operations: [...this.#operations], missed: this.#missed };
    this.#entries = [];
    this.#operations.clear();
    this.#missed = 0;
    return formatEvent('update', told);
  }

  /** Waits until there is something to tell. @returns false after the time */
  waitForNews(milliseconds: number): Promise<boolean> {
    return this.#waitUntil((wake) => wake, milliseconds);
  }

  /** Waits; news don't end it, but the end does. */
  async pause(milliseconds: number): Promise<void> {
    await this.#waitUntil((wake) => (isNews) => (this.isEnded ? wake(isNews) : undefined), milliseconds);
  }

  #waitUntil(
    hear: (wake: (isNews: boolean) => void) => (isNews: boolean) => void,
    milliseconds: number,
  ): Promise<boolean> {
    if (this.isEnded) return Promise.resolve(true);
    return new Promise((resolve) => {
      const wake = (isNews: boolean) => {
        this.#wake = () => {};
        stop();
        resolve(isNews);
      };
      const stop = this.#setTimer(() => wake(false), milliseconds);
      this.#wake = hear(wake);
    });
  }
}
