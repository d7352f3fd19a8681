import { createHash } from 'node:crypto';
import { Fault } from '../errors.ts';
import type { HttpRequest, HttpResponse } from '../message.ts';
import type { Transport } from '../transport/transport.ts';
import { answerFault } from './answer-fault.ts';
import type { CallContext, Operation } from './operation.ts';

/** What is said of an exchange beside the resource. @see cli.md Behaviour, _meta */
export interface CallMeta {
  readonly requestId: string;
  readonly status: number;
  readonly durationMs: number;
}

export interface Called<Resource> {
  readonly resource: Resource;
  readonly meta: CallMeta;
}

/** What a call needs besides its input. */
export interface Caller {
  readonly transport: Transport;
  /** Monotonic milliseconds, for durations alone. */
  readonly stopwatch: () => number;
  /** Milliseconds since 1970: what the bank's Date is compared with where it refuses ours. */
  readonly clock?: () => number;
  /** Where writes are written down; without it a lost answer leaves no trace. */
  readonly writes?: Writes;
}

/** Keeps what could not be told a second time: a write whose answer is lost. @see safety.md §10 */
export interface Writes {
  /** Resolves when the entry is on disk; the message leaves after that. */
  begin(write: SentWrite): Promise<void>;
  close(requestId: string, status: number): Promise<void>;
  /** Of a write of which nothing has left there is nothing to know. */
  forget(requestId: string): Promise<void>;
}

export interface SentWrite {
  readonly requestId: string;
  readonly operation: string;
  readonly method: string;
  readonly target: string;
  /** As a Digest header's value. */
  readonly bodyDigest: string;
}

/** Methods that change something at the bank. */
const WRITING = ['POST', 'PUT', 'DELETE'];

/**
 * One exchange: builds the request, sends it, checks the answer. A write is noted before it leaves, and closed by
 * any answer but one that can't be read.
 * @throws Fault BANK_REFUSED (4xx but 401), SCA_NEEDED (401), BANK_FAILED (5xx), ANSWER_INVALID
 */
export async function call<Input, Resource>(
  { transport, stopwatch, clock, writes }: Caller,
  operation: Operation<Input, Resource>,
  input: Input,
  context: CallContext,
): Promise<Called<Resource>> {
  const request = operation.request(input, context);
  const kept = WRITING.includes(request.method) ? writes : undefined;
  await kept?.begin(writeOf(operation, request, context));
  const startedAt = stopwatch();
  const { requestId } = context;
  const response = await transport(request).catch(async (fault) => {
    if (hasLeftNothing(fault)) await kept?.forget(requestId);
    throw namingRequest(fault, requestId);
  });
  const durationMs = Math.round((stopwatch() - startedAt) * 10) / 10;
  const { status } = response;
  if (status < 200 || status > 299) {
    const fault = answerFault({ operation: operation.operation, requestId, now: clock?.() }, response);
    // After a 5xx it may have been done: a repeat with the same X-Request-ID tells (safety.md §1).
    if (fault.code !== 'ANSWER_INVALID' && status < 500) await kept?.close(requestId, status);
    throw fault;
  }
  const resource = resourceOf(operation, response, requestId);
  await kept?.close(requestId, status);
  return { resource, meta: { requestId, status, durationMs } };
}

/** Of a request that may have arrived, the id is all that the bank can be asked by. @see S10-outcome-unknown */
function namingRequest(fault: unknown, requestId: string): unknown {
  if (!(fault instanceof Fault) || fault.details.sent !== true) return fault;
  return new Fault(fault.code, fault.message, { ...fault.details, requestId });
}

/** A network that says so, or a signer that did not sign. */
function hasLeftNothing(fault: unknown): boolean {
  return fault instanceof Fault && (fault.details.sent === false || fault.code === 'INPUT_INVALID');
}

function resourceOf<Resource>(
  { resource }: Operation<never, Resource>,
  response: HttpResponse,
  requestId: string,
): Resource {
  try {
    return resource(response);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    throw new Fault(fault.code, fault.message, { ...fault.details, requestId });
  }
}

function writeOf<Input, Resource>(
  { operation }: Operation<Input, Resource>,
  { method, target, body }: HttpRequest,
  { requestId }: CallContext,
): SentWrite {
  const bodyDigest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  return { requestId, operation, method, target, bodyDigest };
}
