import { Fault, type FaultCode } from '../errors.ts';
import type { HttpResponse } from '../message.ts';
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
}

/**
 * One exchange: builds the request, sends it, checks the answer.
 * @throws Fault BANK_REFUSED (4xx but 401), SCA_NEEDED (401), BANK_FAILED (5xx), ANSWER_INVALID
 */
export async function call<Input, Resource>(
  { transport, stopwatch }: Caller,
  operation: Operation<Input, Resource>,
  input: Input,
  context: CallContext,
): Promise<Called<Resource>> {
  const startedAt = stopwatch();
  const response = await transport(operation.request(input, context));
  const durationMs = Math.round((stopwatch() - startedAt) * 10) / 10;
  if (response.status < 200 || response.status > 299) throw faultOf(operation, response, context);
  return {
    resource: operation.resource(response),
    meta: { requestId: context.requestId, status: response.status, durationMs },
  };
}

/** A refusal as a fault: the bank's own messages, its code in words, the link where an SCA is missing. */
function faultOf<Input, Resource>(
  { operation, hint }: Operation<Input, Resource>,
  response: HttpResponse,
  context: CallContext,
): Fault {
  const { messages, links } = refusalOf(response);
  const codes = [...new Set(messages.map(({ code }) => code))].join(', ');
  const scaRedirect = links.scaRedirect?.href;
  const next = hint?.(messages);
  return new Fault(
    codeOf(response.status),
    `The bank ${response.status >= 500 ? 'failed' : 'refused'} to ${operation}: ${response.status} ${codes}`.trim(),
    {
      status: response.status,
      tppMessages: messages,
      requestId: context.requestId,
      ...(next === undefined ? {} : { hint: next }),
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
