import type { Dispatcher } from 'undici';
import type { Header, HttpResponse } from '../../message.ts';

/** One time over the wire that brought an answer. */
interface Answered {
  readonly response: HttpResponse;
}

/** One that did not. */
export interface Failure {
  readonly error: NodeJS.ErrnoException;
  /** Whether any byte of the request may have left this machine. */
  readonly hasLeft: boolean;
  /** Whether any byte of an answer came. */
  readonly isAnswered: boolean;
}

export type Outcome = Answered | Failure;

/** The code of an answer that took too long; not one of Node's or undici's. */
export const ANSWER_TIMEOUT = 'PSD2_ANSWER_TIMEOUT';

/** Collects one answer as it comes from undici, and ends it when it takes too long. */
export class Attempt implements Dispatcher.DispatchHandler {
  readonly #milliseconds: number;
  readonly #settle: (outcome: Outcome) => void;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #headers: readonly Header[] = [];
  #hasLeft = false;
  #isAnswered = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, settle: (outcome: Outcome) => void) {
    this.#milliseconds = milliseconds;
    this.#settle = settle;
  }

  /** The connection is there; the request is written next. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#hasLeft = true;
    this.#timer = setTimeout(() => {
      controller.abort(Object.assign(new Error('no complete answer in time'), { code: ANSWER_TIMEOUT }));
    }, this.#milliseconds);
  }

  onResponseStarted(): void {
    this.#isAnswered = true;
  }

  onResponseStart({ rawHeaders }: Dispatcher.DispatchController, status: number): void {
    // Other answers may go before the one (RFC 9110 15.2); the last one counts.
    this.#status = status;
    this.#headers = headerPairs((rawHeaders ?? []) as readonly Buffer[]);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    const body = Buffer.concat(this.#chunks);
    const outcome: Outcome = { response: { status: this.#status, headers: this.#headers, body } };
    afterReuse(() => this.#settle(outcome));
  }

  onResponseError(_: Dispatcher.DispatchController, error: NodeJS.ErrnoException): void {
    clearTimeout(this.#timer);
    this.#settle({ error, hasLeft: this.#hasLeft, isAnswered: this.#isAnswered });
  }
}

/**
 * undici takes a connection back in the turn of the event loop that follows its answer. A request that were sent before
 * would open another connection, and shake hands once more.
 */
function afterReuse(act: () => void): void {
  setImmediate(() => setImmediate(act));
}

/** Names and values come in turns, as octets: one character each. */
export function headerPairs(raw: readonly Buffer[]): Header[] {
  const pairs: Header[] = [];
  for (let place = 0; place < raw.length; place += 2) {
    pairs.push([raw[place]?.toString('latin1') ?? '', raw[place + 1]?.toString('latin1') ?? '']);
  }
  return pairs;
}
