import { createHash } from 'node:crypto';
import { Fault, type FaultCode } from '../errors.ts';
import type { HttpRequest, HttpResponse } from '../message.ts';
import type { Transport } from '../transport/transport.ts';
import { type CallContext, type Operation, refusalOf } from './operation.ts';

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
  /** Where writes are written down; without it a lost answer leaves no trace. */
  readonly writes?: Writes;
}

/** Keeps what could not be told a second time: a write whose answer is lost. @see safety.md §10 */
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
 * One exchange: builds the request, sends it, checks the answer. A write is noted before it leaves, and closed by
 * any answer but one that can't be read.
 * @throws Fault BANK_REFUSED (4xx but 401), SCA_NEEDED (401), BANK_FAILED (5xx), ANSWER_INVALID
 */
export async function call<Input, Resource>(
  caller: Caller,
  operation: Operation<Input, Resource>,
  input: Input,
  context: CallContext,
): Promise<Called<Resource>> {
  return exchange(caller, operation, operation.request(input, context), context.requestId);
}

/** The same of a request that is built already. */
export async function exchange<Resource>(
  { transport, stopwatch, writes }: Caller,
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
    const fault = faultOf(operation, response, requestId);
    // After a 5xx it may have been done: a repeat with the same X-Request-ID tells (safety.md §1).
    if (fault.code !== 'ANSWER_INVALID' && status < 500) await kept?.close(requestId, status);
    throw fault;
  }
  const resource = read(response);
  await kept?.close(requestId, status);
  return { resource, meta: { requestId, status, durationMs } };
}

/**
 * A fault of the network names the request, whose outcome may be unknown. One of which nothing left is over.
 * @see S10-nothing-left
 */
async function namingRequest(fault: unknown, requestId: string, kept: Writes | undefined): Promise<unknown> {
  if (!(fault instanceof Fault) || fault.code !== 'NETWORK') return fault;
  if (fault.details.sent === false) await kept?.drop(requestId);
  return new Fault(fault.code, fault.message, { ...fault.details, requestId });
}

function writeOf(
  operation: string,
  { method, target, headers, body }: HttpRequest,
  requestId: string,
): SentWrite {
  const bodyDigest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  return { requestId, operation, method, target, bodyDigest, headers, body };
}

/** A refusal as a fault: the bank's own messages, its code in words, the link where an SCA is missing. */
function faultOf(operation: string, response: HttpResponse, requestId: string): Fault {
  const { messages, links } = refusalOf(response);
  const codes = [...new Set(messages.map(({ code }) => code))].join(', ');
  const scaRedirect = links.scaRedirect?.href;
  return new Fault(
    codeOf(response.status),
    `The bank ${response.status >= 500 ? 'failed' : 'refused'} to ${operation}: ${response.status} ${codes}`.trim(),
    {
      status: response.status,
      tppMessages: messages,
      requestId,
      ...(typeof scaRedirect === 'string' ? { scaRedirect } : {}),
    },
  );
}

function codeOf(status: number): FaultCode {
  if (status === 401) return 'SCA_NEEDED';
  if (status >= 500) return 'BANK_FAILED';
  // No redirect is followed, and nothing of the interface answers with one (safety.md §10).
  return status >= 400 ? 'BANK_REFUSED' : 'ANSWER_INVALID';
}
