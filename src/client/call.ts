import { createHash } from 'node:crypto';
import { Fault } from '../errors.ts';
import { type HttpRequest, type HttpResponse, headerValue } from '../message.ts';
import type { Transport } from '../transport/transport.ts';
import { answerFault } from './answer-fault.ts';
import { refuseNul } from './no-nul.ts';
import type { CallContext, Operation } from './operation.ts';

/** Facts about the exchange, besides the resource. @see C-meta */
export interface CallMeta {
  readonly requestId: string;
  readonly status: number;
  readonly durationMs: number;
}

export interface Called<Resource> {
  readonly resource: Resource;
  readonly meta: CallMeta;
  /** The answer's Date in milliseconds since 1970, if it has one. */
  readonly answeredAt?: number;
}

/** What a call needs besides its input. */
export interface Caller {
  readonly transport: Transport;
  /** Monotonic milliseconds, only for durations. */
  readonly stopwatch: () => number;
  /** Milliseconds since 1970, compared with the bank's Date if it refuses ours. */
  readonly clock?: () => number;
  /** Records writes. Without it, a lost answer leaves no trace. */
  readonly writes?: Writes;
}

/** Keeps writes whose answer is lost. @see S10-write-ledger */
export interface Writes {
  /** Resolves when the entry is on disk; the message leaves after that. */
  begin(write: SentWrite): Promise<void>;
  close(requestId: string, status: number): Promise<void>;
  /** One that did not leave; of a repeat the first may have. */
  drop(requestId: string): Promise<void>;
}

export interface SentWrite {
  readonly requestId: string;
  readonly operation: string;
  readonly method: string;
  readonly target: string;
  /** As a Digest header's value. */
  readonly bodyDigest: string;
  /** As it was built; what signs it adds Date, Digest, certificate and Signature. */
  readonly headers: HttpRequest['headers'];
  readonly body: Uint8Array;
}

/** Methods that change something at the bank. */
const WRITING = ['POST', 'PUT', 'DELETE'];

/**
 * One exchange: builds the request, sends it, checks the answer. A write is recorded before it leaves, and closed by
 * any answer that can be read.
 * @throws Fault BANK_REFUSED (4xx except 401), SCA_NEEDED (401), BANK_FAILED (5xx), ANSWER_INVALID
 * @see C-refusal-fault
 */
export async function call<Input, Resource>(
  caller: Caller,
  operation: Operation<Input, Resource>,
  input: Input,
  context: CallContext,
): Promise<Called<Resource>> {
  const request = operation.request(input, context);
  const headers = [...request.headers, ...(context.headers ?? [])];
  return exchange(caller, operation, { ...request, headers }, context.requestId);
}

/** The same for a request that's already built. */
export async function exchange<Resource>(
  { transport, stopwatch, clock, writes }: Caller,
  { operation, resource: read }: Pick<Operation<never, Resource>, 'operation' | 'resource'>,
  request: HttpRequest,
  requestId: string,
): Promise<Called<Resource>> {
  const kept = WRITING.includes(request.method) ? writes : undefined;
  await kept?.begin(writeOf(operation, request, requestId));
  const startedAt = stopwatch();
  const response = await transport(request).catch(async (fault) => {
    throw await namingRequest(fault, requestId, kept);
  });
  const durationMs = Math.round((stopwatch() - startedAt) * 10) / 10;
  const { status } = response;
  if (status < 200 || status > 299) {
    const fault = answerFault({ operation, requestId, now: clock?.() }, response);
    // After a 5xx it may have been done: a repeat with the same X-Request-ID tells (S1-503).
    if (fault.code !== 'ANSWER_INVALID' && status < 500) await kept?.close(requestId, status);
    throw fault;
  }
  const resource = await naming(requestId, async () => {
    const answered = await read(response);
    if (kept !== undefined) refuseNul(operation, response, answered);
    return answered;
  });
  await kept?.close(requestId, status);
  return { resource, meta: { requestId, status, durationMs }, ...dateOf(response) };
}

function dateOf({ headers }: HttpResponse): { answeredAt?: number } {
  const answeredAt = Date.parse(headerValue(headers, 'date') ?? '');
  return Number.isNaN(answeredAt) ? {} : { answeredAt };
}

/**
 * A fault of the network names the request, whose outcome may be unknown. One of which nothing left is over: there was no
 * connection, or nobody signed.
 * @see S10-nothing-left
 */
async function namingRequest(fault: unknown, requestId: string, kept: Writes | undefined): Promise<unknown> {
  if (!(fault instanceof Fault)) return fault;
  if (fault.details.sent === false || fault.code === 'INPUT_INVALID') await kept?.drop(requestId);
  return UNHEARD.has(fault.code) ? named(fault, requestId) : fault;
}

/** Nothing came, or nothing that can be taken for the bank's word. */
const UNHEARD: ReadonlySet<Fault['code']> = new Set(['NETWORK', 'ANSWER_UNTRUSTED']);

function named(fault: Fault, requestId: string): Fault {
  return new Fault(fault.code, fault.message, { ...fault.details, requestId });
}

async function naming<Resource>(requestId: string, read: () => Promise<Resource>): Promise<Resource> {
  try {
    return await read();
  } catch (fault) {
    throw fault instanceof Fault ? named(fault, requestId) : fault;
  }
}

function writeOf(
  operation: string,
  { method, target, headers, body }: HttpRequest,
  requestId: string,
): SentWrite {
  const bodyDigest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  return { requestId, operation, method, target, bodyDigest, headers, body };
}
