import { getHeader, type HttpRequest, type HttpResponse, normalizeTarget } from '../message.ts';
import { operationAt } from '../wire/operations.ts';

/** A call in the bank's log, as far as it shows what the client received and did. */
export interface Entry {
  /** Absent for a request of no operation of the interface, or of one that sets up the sandbox. */
  readonly operation?: string;
  /** True if the PSU, or the operator as the PSU, took a step. */
  readonly isScaStep: boolean;
  readonly requestId?: string;
  readonly session?: string;
  /** The payment or bulk in its path. */
  readonly about?: string;
  /** The response, delivered or not; absent while the call is pending. */
  said?: AnswerFacts;
  /** True if the connection ended before the response was sent. */
  isLost: boolean;
  /** True if the response was sent late. */
  isLate?: true;
}

export interface AnswerFacts {
  readonly status: number;
  /** Codes of the refusal. */
  readonly codes: readonly string[];
  readonly warnings: readonly string[];
  /** The payment or bulk that was created, or whose id was sent. */
  readonly paymentId?: string;
  /** Statuses of the payment and of a bulk's items. */
  readonly transactionStatuses: readonly string[];
  readonly transactionStatus?: string;
  readonly scaStatus?: string;
  readonly fundsAvailable?: boolean;
  readonly hasScaRedirect: boolean;
}

/** The number of stored entries; a long run must not use all memory. */
export const MOST_ENTRIES = 100_000;

/** The log of one run, in the order of the calls. */
export class Journal {
  readonly #entries: Entry[] = [];
  #notLogged = 0;
  readonly #byRequest = new WeakMap<HttpRequest, Entry>();

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** The number of unknown calls: those after the log was full, and those without a response yet. */
  get notLogged(): number {
    return this.#notLogged + this.#entries.filter(({ said, isLost }) => said === undefined && !isLost).length;
  }

  begin(request: HttpRequest): Entry {
    const entry = createEntry(request);
    if (this.#entries.length >= MOST_ENTRIES) {
      this.#notLogged += 1;
      return entry;
    }
    this.#entries.push(entry);
    this.#byRequest.set(request, entry);
    return entry;
  }

  /** Records that the response wasn't received. */
  recordLost(request: HttpRequest): void {
    const entry = this.#byRequest.get(request);
    if (entry) entry.isLost = true;
  }
}

const SCA_STEP = /\/(?:operator\/)?sca\//;
const ORDER = /\/v1\/(?:payments|bulk-payments|periodic-payments)\/[^/]+\/([A-Za-z0-9]{22})(?:[/?]|$)/;

function createEntry({ method, target, headers }: HttpRequest): Entry {
  const path = normalizeTarget(target);
  const operation = operationAt(method, path);
  return {
    // Operations that set up the sandbox have no session.
    operation: operation?.hasSession === true ? operation.name : undefined,
    requestId: getHeader(headers, 'X-Request-ID'),
    session: getHeader(headers, 'TPP-Session-ID'),
    about: ORDER.exec(path)?.[1],
    isScaStep: operation === undefined && method === 'POST' && SCA_STEP.test(path),
    isLost: false,
  };
}

interface Body {
  readonly paymentId?: unknown;
  readonly transactionStatus?: unknown;
  readonly scaStatus?: unknown;
  readonly fundsAvailable?: unknown;
  readonly payments?: unknown;
  readonly tppMessages?: readonly { readonly category: string; readonly code: string }[];
  readonly _links?: { readonly scaRedirect?: unknown };
}

/** Parses the parts of a response that the report distinguishes. */
export function parseAnswer({ status, headers, body }: HttpResponse): AnswerFacts {
  const isJson = getHeader(headers, 'Content-Type')?.startsWith('application/json') === true;
  const parsed: unknown = isJson && body.byteLength > 0 ? JSON.parse(Buffer.from(body).toString('utf8')) : {};
  const json = (Array.isArray(parsed) ? {} : parsed) as Body;
  const messages = json.tppMessages ?? [];
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const { fundsAvailable } = json;
  return {
    status,
    codes: status >= 400 ? messages.map(({ code }) => code) : [],
    warnings: messages.filter(({ category }) => category === 'WARNING').map(({ code }) => code),
    transactionStatuses: [json, ...listItems(json)].flatMap((one) => textOf(one.transactionStatus) ?? []),
    hasScaRedirect: json._links?.scaRedirect !== undefined,
    paymentId: textOf(json.paymentId),
    transactionStatus: textOf(json.transactionStatus),
    scaStatus: textOf(json.scaStatus),
    fundsAvailable: typeof fundsAvailable === 'boolean' ? fundsAvailable : undefined,
  };
}

function listItems({ payments }: Body): readonly Body[] {
  return Array.isArray(payments) ? payments : [];
}
