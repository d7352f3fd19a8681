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
  { transport, stopwatch, writes }: Caller,
  operation: Operation<Input, Resource>,
  input: Input,
  context: CallContext,
): Promise<Called<Resource>> {
  const request = operation.request(input, context);
  const kept = WRITING.includes(request.method) ? writes : undefined;
  await kept?.begin(writeOf(operation, request, context));
  const startedAt = stopwatch();
  const response = await transport(request);
  const durationMs = Math.round((stopwatch() - startedAt) * 10) / 10;
  const { requestId } = context;
  const { status } = response;
  if (status < 200 || status > 299) {
    const fault = faultOf(operation.operation, response, context);
    // After a 5xx it may have been done: a repeat with the same X-Request-ID tells (safety.md §1).
    if (fault.code !== 'ANSWER_INVALID' && status < 500) await kept?.close(requestId, status);
    throw fault;
  }
  const resource = operation.resource(response);
  await kept?.close(requestId, status);
  return { resource, meta: { requestId, status, durationMs } };
}

function writeOf<Input, Resource>(
  { operation }: Operation<Input, Resource>,
  { method, target, body }: HttpRequest,
  { requestId }: CallContext,
): SentWrite {
  const bodyDigest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  return { requestId, operation, method, target, bodyDigest };
}

/** A refusal as a fault: the bank's own messages, its code in words, the link where an SCA is missing. */
function faultOf(operation: string, response: HttpResponse, context: CallContext): Fault {
  const { messages, links } = refusalOf(response);
  const codes = [...new Set(messages.map(({ code }) => code))].join(', ');
  const scaRedirect = links.scaRedirect?.href;
  return new Fault(
    codeOf(response.status),
    `The bank ${response.status >= 500 ? 'failed' : 'refused'} to ${operation}: ${response.status} ${codes}`.trim(),
    {
      status: response.status,
      tppMessages: messages,
      requestId: context.requestId,
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
