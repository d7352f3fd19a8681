import type { HttpRequest, HttpResponse } from '../../message.ts';
import type { Waiting } from '../write-answer.ts';
import type { PassedBody } from './passed-body.ts';
import { STOPPING, stoppedWords } from './refusals.ts';

/** What became of a request. */
export interface Proxied {
  /** As it left; as it came where it was refused. */
  readonly request: HttpRequest;
  /** `kept`: the caller had signed it. */
  readonly verdict: 'signed' | 'kept' | 'refused';
  /** Of the bank, or of the refusal; absent where there was none before the client left, or before the proxy ended. */
  readonly status?: number;
  /** Why the proxy refused it. */
  readonly refused?: string;
  /** Why there was no whole answer of the bank's. */
  readonly failed?: string;
  /** Whether the client left before the answer's end. */
  readonly isGone: boolean;
  /** Of the bank; its body as far as it was to be kept. */
  readonly response?: HttpResponse;
  /** Of the body that the client got, of the bank or the proxy. */
  readonly bytesOut: number;
  /** Since the door has had it: what it waited before isn't counted. */
  readonly milliseconds: number;
}

export interface TellingOptions {
  /** Monotonic milliseconds. */
  readonly stopwatch: () => number;
  /** Told of each request once, at its end. */
  readonly onProxied: (proxied: Proxied) => void;
}

type Known = Pick<Proxied, 'request' | 'verdict'> & Partial<Proxied>;

/** Tells of one request once, however it ends. */
export class Telling {
  readonly #options: TellingOptions;
  readonly #startedAt: number;
  #known: Known | undefined;
  #hasLeft = false;
  #head: Pick<HttpResponse, 'status' | 'headers'> | undefined;
  #body: PassedBody | undefined;
  #isTold = false;

  constructor(options: TellingOptions, waiting: Waiting) {
    this.#options = options;
    this.#startedAt = options.stopwatch();
    waiting.whenOver(() => {
      if (this.#known !== undefined) this.tell({ ...this.#known, isGone: true });
    });
  }

  begin(known: Known): void {
    this.#known = known;
  }

  /** It goes to the bank now. */
  leaves(known: Known): void {
    this.#known = known;
    this.#hasLeft = true;
  }

  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  answered(head: Pick<HttpResponse, 'status' | 'headers'>, body: PassedBody): void {
    this.#head = head;
    this.#body = body;
    if (this.#known !== undefined) this.#known = { ...this.#known, status: head.status };
  }

  /** Whether the client has the head of the bank's answer. */
  get isAnswered(): boolean {
    return this.#head !== undefined;
  }

  /** @param fault why it broke off; undefined when it was whole */
  ended(fault: unknown): void {
    if (this.#known === undefined) return;
    const failed = fault === undefined ? {} : { failed: wordsOf(fault) };
    this.tell({ ...this.#known, ...failed });
  }

  /** The client gets the proxy's own answer. */
  failed(failed: string, { status, body }: HttpResponse): void {
    if (this.#known === undefined) return;
    this.tell({ ...this.#known, status, failed, bytesOut: body.byteLength });
  }

  /** The proxy ends, and nobody gets an answer any more. */
  cutOff(): void {
    if (this.#known === undefined) return;
    const { request } = this.#known;
    if (this.#hasLeft) this.tell({ ...this.#known, failed: stoppedWords(request.method) });
    else this.tell({ request, verdict: 'refused', refused: STOPPING.text });
  }

  tell(known: Known): void {
    if (this.#isTold) return;
    this.#isTold = true;
    const { onProxied, stopwatch } = this.#options;
    const response = this.#head && { response: { ...this.#head, body: this.#body?.kept() ?? NO_BYTES } };
    const told = { isGone: false, bytesOut: this.#body?.bytes ?? 0, ...response, ...known };
    onProxied({
      ...told,
      // Its answer has none, whatever length is announced (RFC 9110 9.3.2).
      bytesOut: known.request.method === 'HEAD' ? 0 : told.bytesOut,
      milliseconds: Math.round((stopwatch() - this.#startedAt) * 10) / 10,
    });
  }
}

const NO_BYTES = new Uint8Array(0);

function wordsOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
