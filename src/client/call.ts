import { createHash } from 'node:crypto';
import { isObject } from '../core/json-object.ts';
import { Fault, type FaultCode } from '../errors.ts';
import { getHeader, type HttpRequest, type HttpResponse } from '../message.ts';
import type { Transport } from '../transport/transport.ts';
import type { TppMessage } from '../wire/errors.ts';
import type { WriteEntry } from './ledger/types.ts';
import { type CallContext, type Operation, parseBody, readRefusal } from './operation.ts';

/** Facts about the exchange besides the resource. @see C-meta */
export interface CallMeta {
  readonly requestId: string;
  readonly status: number;
  readonly durationMs: number;
}

export interface CallResult<Resource> {
  readonly resource: Resource;
  readonly meta: CallMeta;
  /** The response's Date in milliseconds since 1970, if it has one. */
  readonly answeredAt?: number;
}

/** The dependencies of a call. */
export interface Caller {
  readonly transport: Transport;
  /** Returns monotonic milliseconds, only for durations. */
  readonly stopwatch: () => number;
  /** Returns milliseconds since 1970, compared with the bank's Date if it rejects ours. */
  readonly clock?: () => number;
  /** Records writes. Without it, a lost response leaves no record. */
  readonly writes?: Writes;
}

/** Records writes whose response may be lost. @see S10-write-ledger */
export interface Writes {
  /** Resolves when the entry is on disk; the request is sent after that. */
  begin(write: Omit<WriteEntry, 'at' | 'origin'>): Promise<void>;
  close(requestId: string, status: number): Promise<void>;
  /**
   * Removes the entry of a request that was not sent; the entry of a repeat stays if the first request may have been
   * sent.
   */
  drop(requestId: string): Promise<void>;
}

/** Methods that change data at the bank. */
const WRITING = ['POST', 'PUT', 'DELETE'];

/**
 * Performs one exchange: builds the request, sends it, checks the response. Records a write before sending it, and
 * closes the entry on any readable response.
 * @throws Fault BANK_REFUSED (4xx except 401), SCA_NEEDED (401), BANK_FAILED (5xx), ANSWER_INVALID
 * @see C-refusal-fault
 */
export async function call<Input, Resource>(
  caller: Caller,
  operation: Operation<Input, Resource>,
  input: Input,
  context: CallContext,
): Promise<CallResult<Resource>> {
  const request = operation.request(input, context);
  const { headers: given = [] } = context;
  const names = given.map(([name]) => name.toLowerCase());
  const headers = [...request.headers.filter(([name]) => !names.includes(name.toLowerCase())), ...given];
  return sendRequest(caller, operation, { ...request, headers }, context.requestId);
}

/** Sends a request that is already built. */
export async function sendRequest<Resource>(
  { transport, stopwatch, clock, writes }: Caller,
  {
    operation,
    resource: read,
    onResponse,
  }: Pick<Operation<never, Resource>, 'operation' | 'resource' | 'onResponse'>,
  request: HttpRequest,
  requestId: string,
): Promise<CallResult<Resource>> {
  const kept = WRITING.includes(request.method) ? writes : undefined;
  if (kept !== undefined) {
    const bodyDigest = `SHA-256=${createHash('sha256').update(request.body).digest('base64')}`;
    await kept.begin({ requestId, operation, bodyDigest, ...request });
  }
  const startedAt = stopwatch();
  const response = await transport(request).catch(async (fault) => {
    // Nothing was sent: there was no connection, or nothing was signed. @see S10-nothing-left
    if (fault instanceof Fault && (fault.details.sent === false || fault.code === 'INPUT_INVALID'))
      await kept?.drop(requestId);
    // There is no response, or none that is trusted as the bank's: the outcome may be unknown.
    throw fault?.code === 'NETWORK' || fault?.code === 'ANSWER_UNTRUSTED'
      ? createNamedFault(fault, requestId)
      : fault;
  });
  const durationMs = Math.round((stopwatch() - startedAt) * 10) / 10;
  onResponse?.(response, request);
  const { status } = response;
  if (status < 200 || status > 299) {
    const fault = createResponseFault({ operation, requestId, now: clock?.() }, response);
    // After a 5xx the write may have been done: a repeat with the same X-Request-ID shows it (S1-503).
    if (fault.code !== 'ANSWER_INVALID' && status < 500) await kept?.close(requestId, status);
    throw fault;
  }
  let resource: Resource;
  try {
    resource = await read(response);
    if (kept !== undefined) refuseNul(operation, response, resource);
  } catch (fault) {
    throw createNamedFault(fault, requestId);
  }
  await kept?.close(requestId, status);
  return { resource, meta: { requestId, status, durationMs }, ...readAnswerDate(response) };
}

function readAnswerDate({ headers }: HttpResponse): { answeredAt?: number } {
  const answeredAt = Date.parse(getHeader(headers, 'date') ?? '');
  return Number.isNaN(answeredAt) ? {} : { answeredAt };
}

/** Adds the request's id to a fault. */
function createNamedFault(fault: unknown, requestId: string): unknown {
  if (!(fault instanceof Fault)) return fault;
  return new Fault(fault.code, fault.message, { ...fault.details, requestId });
}

interface CallFacts {
  readonly operation: string;
  readonly requestId: string;
  /** The time by our clock at which the response was complete. */
  readonly now: number | undefined;
}

/**
 * Creates the fault of a response other than 2xx: the bank's own messages, its code explained, and the link if an SCA
 * is missing.
 * @see C-refusal-fault
 */
function createResponseFault({ operation, requestId, now }: CallFacts, response: HttpResponse): Fault {
  const { status } = response;
  if (status < 400) return createRedirectFault(operation, requestId, response);
  if (status < 500 && isForeign(response)) return createForeignFault(operation, requestId, response);
  const { messages, tppMessages, scaRedirect } = readRefusal(response);
  const codes = [...new Set(messages.map(({ code }) => code))].filter((code) => `${code}` !== '').join(', ');
  const clockBehindSeconds = now === undefined ? undefined : measureClockSkew(messages, response, now);
  return new Fault(
    getFaultCode(status),
    `The bank ${describeRefusal(operation, status)}: ${status} ${codes}`.trim(),
    {
      status,
      tppMessages,
      requestId,
      // Leaves members out rather than setting them to undefined: the order of members added later shows in --json.
      ...(scaRedirect === undefined ? {} : { scaRedirect }),
      ...(clockBehindSeconds === undefined ? {} : { clockBehindSeconds }),
    },
  );
}

/** Describes `create payment` as `refused the payment`, `read user` as `refused to read the user`. */
function describeRefusal(operation: string, status: number): string {
  const [verb = '', ...object] = operation.split(' ');
  const what = `the ${object.join(' ')}`;
  if (status >= 500) return `failed to ${verb} ${what}`;
  return verb === 'create' ? `refused ${what}` : `refused to ${verb} ${what}`;
}

function getFaultCode(status: number): FaultCode {
  if (status === 401) return 'SCA_NEEDED';
  return status >= 500 ? 'BANK_FAILED' : 'BANK_REFUSED';
}

/**
 * Creates the fault of a redirect. The client follows none, and the interface never sends one. @see S10-no-redirects,
 * S10-foreign-answer
 */
function createRedirectFault(operation: string, requestId: string, { status, headers }: HttpResponse): Fault {
  const place = getHeader(headers, 'location');
  const where = place === undefined ? '' : ` to ${place}`;
  const text = `The bank answered "${operation}" with a redirect${where} (${status}), which isn't followed.`;
  return new Fault('ANSWER_INVALID', text, { status, requestId });
}

/**
 * Checks whether something other than the interface answered: a gateway, or a web server at a wrong path.
 * @see S10-foreign-answer
 */
function isForeign(response: HttpResponse): boolean {
  return response.body.byteLength > 0 && !isObject(parseBody(response));
}

function createForeignFault(operation: string, requestId: string, response: HttpResponse): Fault {
  const { status, headers, body } = response;
  // Error pages of web servers before the interface: nginx sends 400, others 403 or their own status.
  if (/\bSSL certificate\b/i.test(Buffer.from(body.subarray(0, 4096)).toString('latin1'))) {
    const text = `A web server answered "${operation}" and asks for a client certificate (${status}).`;
    const hint = 'Set tlsCertFile and tlsKeyFile in the profile to the certificate that the bank knows.';
    return new Fault('ANSWER_INVALID', text, { status, requestId, hint, failing: 'client-certificate' });
  }
  const type = getHeader(headers, 'content-type') ?? '';
  const what = /html/i.test(type) ? 'a web page' : "not the interface's JSON";
  const text = `The answer to "${operation}" is ${what} (${status}).`;
  return new Fault('ANSWER_INVALID', text, { status, requestId });
}

/** The accepted difference of Date. @see I-authentication-3 */
const ALLOWED_SECONDS = 60;

/**
 * Returns the seconds by which our clock is behind the bank's Date, if the bank may have rejected the request for it;
 * negative if ours is ahead.
 * @see S10-clock-told
 */
function measureClockSkew(
  messages: readonly TppMessage[],
  { headers }: HttpResponse,
  now: number,
): number | undefined {
  const isAboutDate = messages.some(
    ({ path, text }) => path?.toLowerCase() === 'date' || /^date-/.test(text ?? ''),
  );
  const isSilent = messages.every(({ path, text }) => path === undefined && text === undefined);
  if (!isAboutDate && !isSilent) return undefined;
  const seconds = Math.round((Date.parse(getHeader(headers, 'date') ?? '') - now) / 1000);
  return Math.abs(seconds) > ALLOWED_SECONDS ? seconds : undefined;
}

const ESCAPED = Buffer.from('\\u0000');

/**
 * Rejects U+0000 in the response to a write, because the value is stored and sent in later requests.
 * @throws Fault ANSWER_INVALID that names the member
 * @see S12-nul, C-answer-invalid
 */
function refuseNul(operation: string, { status, body }: HttpResponse, resource: unknown): void {
  if (!Buffer.from(body).includes(ESCAPED)) return;
  const place = findNul(resource, '');
  if (place === undefined) return;
  throw new Fault('ANSWER_INVALID', `The bank's answer to "${operation}" has U+0000 in ${place}.`, {
    status,
  });
}

function findNul(value: unknown, place: string): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? place : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = findNul(member, place === '' ? name : `${place}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
