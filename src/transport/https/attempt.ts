import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Header, StreamedResponse } from '../../message.ts';

/** How long and how much a client listens to a bank. @see S10-client-limits */
export interface HttpsLimits {
  /** TCP and TLS. */
  readonly connectMilliseconds: number;
  /** From the request's first byte to the answer's last. */
  readonly answerMilliseconds: number;
  readonly headBytes: number;
  readonly bodyBytes: number;
}

export const HTTPS_LIMITS: HttpsLimits = {
  connectMilliseconds: 10_000,
  answerMilliseconds: 60_000,
  headBytes: 64 * 1024,
  bodyBytes: 32 * 1024 * 1024,
};

/** One exchange that brought no answer. */
export interface Failure {
  readonly error: NodeJS.ErrnoException;
  /** Whether any byte of the request may have left this machine. */
  readonly hasLeft: boolean;
  /** Whether any byte of an answer came. */
  readonly isAnswered: boolean;
}

/** One answer whose head is there, or none. */
export type Outcome = { readonly response: StreamedResponse } | Failure;

/** The code of an answer that took too long; not one of Node's or undici's. */
export const ANSWER_TIMEOUT = 'PSD2_ANSWER_TIMEOUT';

/** The code of an exchange that whoever asked for it has given up; not one of Node's or undici's. */
const GIVEN_UP = 'PSD2_GIVEN_UP';

interface AttemptMeans {
  readonly milliseconds: number;
  readonly settle: (outcome: Outcome) => void;
  /** What the pieces end with when the answer breaks off. */
  readonly faultOf: (failure: Failure) => Error;
}

/** Hands on one answer as it comes from undici, no faster than it is taken. @see S11-proxy */
export class Attempt implements Dispatcher.DispatchHandler {
  readonly #means: AttemptMeans;
  readonly #pieces: Readable;
  #controller: Dispatcher.DispatchController | undefined;
  #hasLeft = false;
  #isAnswered = false;
  #isHanded = false;
  #isGivenUp = false;
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(means: AttemptMeans) {
    this.#means = means;
    this.#pieces = new Readable({
      read: () => this.#controller?.resume(),
      destroy: (error, done) => {
        this.giveUp();
        done(error);
      },
    });
    this.#pieces.on('error', () => {}); // whoever reads them is told
  }

  /** Ends the exchange, at the bank too, unless it is over. */
  giveUp(): void {
    if (this.#isOver) return;
    this.#isGivenUp = true;
    this.#controller?.abort(faultNamed(GIVEN_UP));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isGivenUp) {
      controller.abort(faultNamed(GIVEN_UP));
      return;
    }
    this.#hasLeft = true;
    this.#timer = setTimeout(() => controller.abort(faultNamed(ANSWER_TIMEOUT)), this.#means.milliseconds);
  }

  onResponseStarted(): void {
    this.#isAnswered = true;
  }

  onResponseStart({ rawHeaders }: Dispatcher.DispatchController, status: number): void {
    // Others may go before the one (RFC 9110 15.2).
    if (status < 200) return;
    this.#isHanded = true;
    const headers: readonly Header[] = headerPairs((rawHeaders ?? []) as readonly Buffer[]);
    this.#means.settle({ response: { status, headers, pieces: this.#pieces } });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#pieces.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#end();
    this.#pieces.push(null);
  }

  onResponseError(_: Dispatcher.DispatchController, error: NodeJS.ErrnoException): void {
    this.#end();
    const failure: Failure = { error, hasLeft: this.#hasLeft, isAnswered: this.#isAnswered };
    if (this.#isHanded) this.#pieces.destroy(this.#means.faultOf(failure));
    else this.#means.settle(failure);
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}

function faultNamed(code: string): Error {
  return Object.assign(new Error('the exchange was ended'), { code });
}

/** Names and values come in turns, as octets: one character each. */
function headerPairs(raw: readonly Buffer[]): Header[] {
  const pairs: Header[] = [];
  for (let place = 0; place < raw.length; place += 2) {
    pairs.push([raw[place]?.toString('latin1') ?? '', raw[place + 1]?.toString('latin1') ?? '']);
  }
  return pairs;
}
