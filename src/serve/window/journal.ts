import type { ExchangeRecord } from '../../bank/settings.ts';
import type { HttpRequest, HttpResponse } from '../../message.ts';
import type { ServerRefusal } from '../../server/refusals.ts';

/** The limits of the journal. @see D11-journal */
const MOST_ENTRIES = 1000;
const MOST_BYTES = 32 * 1024 * 1024;
/** A longer body is cut, so that a few don't displace all others. */
export const MOST_BODY_BYTES = 256 * 1024;

/** The memory that an entry takes besides its texts and bodies. */
const OVERHEAD_BYTES = 1024;
/** The memory of a header's pair and strings besides their characters. */
const HEADER_BYTES = 80;

/** An exchange with the bank. */
export interface JournalExchange extends ExchangeRecord {
  readonly id: number;
  /** The sizes of the bodies as they were sent. */
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** Bytes that the server refused before the bank could read them. */
export interface JournalRefusal extends Pick<ServerRefusal, 'status' | 'code' | 'text'> {
  readonly id: number;
  readonly at: number;
}

export type JournalEntry = JournalExchange | JournalRefusal;

/** Checks whether the bank has read the request of an entry. */
export function isExchange(entry: JournalEntry): entry is JournalExchange {
  return 'request' in entry;
}

/**
 * The last requests of a served bank, in memory only. It keeps references to what was exchanged; entries are formatted
 * when they are read.
 * @see D11-journal
 */
export class Journal {
  readonly #entries = new Map<number, { readonly entry: JournalEntry; readonly bytes: number }>();
  #last = 0;
  #bytes = 0;

  get state(): { readonly last: number; readonly kept: number; readonly bytes: number } {
    return { last: this.#last, kept: this.#entries.size, bytes: this.#bytes };
  }

  /** Adds an exchange at the interface or the site. @returns undefined for one of the operator */
  add(record: ExchangeRecord): JournalEntry | undefined {
    if (record.listener === 'operator') return undefined;
    const { response } = record;
    const request = cutBody(record.request);
    const [bytesIn, bytesOut] = [record.request.body.byteLength, response?.body.byteLength ?? 0];
    const kept = { ...record, request, response: response && cutBody(response), bytesIn, bytesOut };
    return this.#insert(
      { id: this.#last + 1, ...kept },
      measureMessage(request) + measureMessage(kept.response),
    );
  }

  /** Adds what the server refused. */
  addRefusal({ status, code, text }: ServerRefusal, at: number): JournalEntry {
    return this.#insert({ id: this.#last + 1, at, status, code, text }, 0);
  }

  find(id: number): JournalEntry | undefined {
    return this.#entries.get(id)?.entry;
  }

  /** Lists entries, newest first. @param before the id after the first one */
  *list(before = this.#last + 1): Generator<JournalEntry> {
    for (let id = Math.min(before - 1, this.#last); ; id -= 1) {
      const entry = this.find(id);
      if (entry === undefined) return;
      yield entry;
    }
  }

  #insert(entry: JournalEntry, messageBytes: number): JournalEntry {
    const bytes = OVERHEAD_BYTES + messageBytes;
    this.#entries.set(entry.id, { entry, bytes });
    this.#last = entry.id;
    this.#bytes += bytes;
    // The oldest is the first of the map.
    for (const [id, oldest] of this.#entries) {
      if (this.#entries.size <= MOST_ENTRIES && this.#bytes <= MOST_BYTES) break;
      this.#entries.delete(id);
      this.#bytes -= oldest.bytes;
    }
    return entry;
  }
}

/** Copies the beginning of a long body, so that the whole isn't kept in memory. */
function cutBody<Message extends HttpRequest | HttpResponse>(message: Message): Message {
  if (message.body.byteLength <= MOST_BODY_BYTES) return message;
  return { ...message, body: Uint8Array.prototype.slice.call(message.body, 0, MOST_BODY_BYTES) };
}

function measureMessage(message: HttpRequest | HttpResponse | undefined): number {
  if (message === undefined) return 0;
  let bytes = 'target' in message ? message.target.length : 0;
  for (const [name, value] of message.headers) bytes += HEADER_BYTES + name.length + value.length;
  // A request's body is a part of its own larger buffer; small responses share one.
  return bytes + ('target' in message ? message.body.buffer.byteLength : message.body.byteLength);
}
