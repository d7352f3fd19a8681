import { Fault } from '../errors.ts';
import { isObject } from '../json-object.ts';
import type { Header, HttpRequest, HttpResponse } from '../message.ts';
import type { TppMessage } from '../wire/errors.ts';
import type { Links } from '../wire/link.ts';
import { operationNamed } from '../wire/operations.ts';

/** What each request of a TPP carries besides its own input. */
export interface CallContext {
  /** Prefix of the bank's paths, `` or `/api-sandbox`. */
  readonly basePath: string;
  /** Unique per call. */
  readonly requestId: string;
  readonly acceptFix: string;
  /** What somebody wants sent besides the operation's own. @see C-header */
  readonly headers?: readonly Header[];
  readonly tppSessionId: string;
  readonly tppRedirectUri: string;
  /** Absent: the PSU is not there. */
  readonly psuIpAddress?: string;
  /** How the PSU is named. */
  readonly psu: {
    readonly psuId?: string;
    /** customerNumber, for X-PSU-IDENTITY. */
    readonly identity?: string;
    /** The agreement of a corporate context. */
    readonly corporateId?: string;
    readonly context?: 'PRIVATE' | 'CORPORATE';
    /** customerNumber that is not sent: whose TPP-Session-ID it is. */
    readonly owner?: string;
  };
}

/** One operation of the interface as a pair: a function that builds the request, one that checks the answer. */
export interface Operation<Input, Resource> {
  /** The name that the bank's route has too. */
  readonly operation: string;
  readonly method: HttpRequest['method'];
  /** Below the base path, parameters in braces. */
  readonly path: string;
  readonly request: (input: Input, context: CallContext) => HttpRequest;
  /** Reads a 2xx; anything else has become a Fault before. */
  readonly resource: (response: HttpResponse) => Resource;
}

/** What the table says of an operation: its name, method and path. */
export function rowOf(operation: string): Pick<Operation<never, unknown>, 'operation' | 'method' | 'path'> {
  const { method, path } = operationNamed(operation);
  return { operation, method, path };
}

export const NO_BODY = new Uint8Array();

const ACCEPT: Header = ['Accept', 'application/json'];
export const JSON_BODY: Header = ['Content-Type', 'application/json'];

/** Headers of every operation that belongs to a TPP-Session-ID, in a fixed order. @see D3-header-matrix */
export function sessionHeaders(context: CallContext): Header[] {
  const { psuId, corporateId, identity, context: psuContext } = context.psu;
  const optional: readonly (readonly [string, string | undefined])[] = [
    ['PSU-ID', psuId],
    ['PSU-Corporate-ID', corporateId],
    ['X-PSU-IDENTITY', identity],
    ['PSU-Context', psuContext],
    ['PSU-IP-Address', context.psuIpAddress],
  ];
  return [
    ACCEPT,
    ['X-Request-ID', context.requestId],
    ['x-accept-fix', context.acceptFix],
    ['TPP-Session-ID', context.tppSessionId],
    ['TPP-Redirect-URI', context.tppRedirectUri],
    ...optional.flatMap(([name, value]): Header[] => (value === undefined ? [] : [[name, value]])),
  ];
}

/**
 * Headers of every sandbox operation and of every act of the operator.
 * @see D3-required-sandbox-headers, D11-operator-acts, I-sandbox-operations
 */
export function plainHeaders(context: CallContext): Header[] {
  return [ACCEPT, ['X-Request-ID', context.requestId]];
}

/** A path of the interface with its parameters percent-encoded. */
export function pathOf(context: CallContext, pattern: string, params: object): string {
  const values = params as Readonly<Record<string, string | undefined>>;
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return context.basePath + path;
}

/** The JSON object of an answer. Throws Fault ANSWER_INVALID when it is none. */
export function jsonObject(response: HttpResponse): Record<string, unknown> {
  const value = parseBody(response);
  if (isObject(value)) return value as Record<string, unknown>;
  throw invalidAnswer(response);
}

/** The JSON array of an answer. Throws Fault ANSWER_INVALID when it is none. */
export function jsonArray(response: HttpResponse): unknown[] {
  const value = parseBody(response);
  if (Array.isArray(value)) return value;
  throw invalidAnswer(response);
}

/** The JSON object in an answer that is an array of one. Throws Fault ANSWER_INVALID when it is none. */
export function jsonArrayOfOne(response: HttpResponse): Record<string, unknown> {
  const [value, ...more] = jsonArray(response);
  if (isObject(value) && more.length === 0) return value as Record<string, unknown>;
  throw invalidAnswer(response);
}

/** What a refusal says, as far as it has the interface's form. @see D2-error-body */
export function refusalOf(response: HttpResponse): { messages: readonly TppMessage[]; links: Links } {
  const body = parseBody(response) as { tppMessages?: unknown; _links?: Links } | null | undefined;
  const given: readonly unknown[] = Array.isArray(body?.tppMessages) ? body.tppMessages : [];
  const messages = given.filter((entry): entry is TppMessage => typeof entry === 'object' && entry !== null);
  return { messages, links: body?._links ?? {} };
}

/** The JSON of an answer; undefined for what is none. */
export function parseBody(response: HttpResponse): unknown {
  try {
    return JSON.parse(Buffer.from(response.body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * The fault of an answer that is no JSON, or not the kind of value that the operation answers.
 * @see C-answer-invalid
 */
function invalidAnswer(response: HttpResponse): Fault {
  return new Fault('ANSWER_INVALID', "The bank's answer isn't the interface's JSON.", {
    status: response.status,
  });
}
