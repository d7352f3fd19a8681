import { isObject, isShallow } from '../json-object.ts';
import type { Header, HttpRequest, HttpResponse } from '../message.ts';
import { listMessages, readMessages, type TppMessage } from '../wire/errors.ts';
import { operationNamed } from '../wire/operations.ts';
import { type AnsweredOperation, type ResourceOf, readAnswer } from './answers.ts';

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
  /** Reads a 2xx; anything else has become a Fault before. Rejects with Fault ANSWER_INVALID. */
  readonly resource: (response: HttpResponse) => Promise<Resource>;
}

const ACCEPT: Header = ['Accept', 'application/json'];
const JSON_BODY: Header = ['Content-Type', 'application/json'];

/** Headers of every operation that belongs to a TPP-Session-ID, in a fixed order. @see D3-header-matrix */
function sessionHeaders(context: CallContext): Header[] {
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
function plainHeaders(context: CallContext): Header[] {
  return [ACCEPT, ['X-Request-ID', context.requestId]];
}

/** A path of the interface with its parameters percent-encoded. */
function pathOf(context: CallContext, pattern: string, params: object): string {
  const values = params as Readonly<Record<string, string | number | undefined>>;
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return context.basePath + path;
}

/** What a refusal says, as far as it has the interface's form. @see D2-error-body */
interface Refusal {
  /** As they came. */
  readonly tppMessages: readonly unknown[];
  readonly messages: readonly TppMessage[];
  readonly scaRedirect?: string;
}

export function readRefusal(response: HttpResponse): Refusal {
  const body = parseBody(response);
  const { tppMessages, _links: links } = isObject(body) ? body : {};
  const link = isObject(links) ? links.scaRedirect : undefined;
  const scaRedirect = isObject(link) ? link.href : undefined;
  return {
    tppMessages: listMessages(tppMessages),
    messages: readMessages(tppMessages),
    scaRedirect: typeof scaRedirect === 'string' ? scaRedirect : undefined,
  };
}

/** The JSON of an answer; undefined for what is none, or is nested too deep to be walked. */
export function parseBody(response: HttpResponse): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(response.body).toString('utf8'));
    return isShallow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The members of an operation's input that stand in the query. */
interface OperationInput<Input> {
  readonly query: readonly (keyof Input & string)[];
}

/** Types the input of an operation. @param query members that stand there */
export function withInput<Input>(...query: readonly (keyof Input & string)[]): OperationInput<Input> {
  return { query };
}

/**
 * Builds an operation from the tables. A body of bytes is sent as it is; of other inputs everything that stands neither in
 * path nor query is the JSON body, where the operation takes one.
 * @param params the path's parameters, where they aren't members of the input
 */
export function defineOperation<Name extends AnsweredOperation, Input = void>(
  name: Name,
  { query }: OperationInput<Input> = { query: [] },
  params: (input: Input) => object = (input) => input ?? {},
): Operation<Input, ResourceOf<Name>> {
  const { method, path, takesBody, hasSession } = operationNamed(name);
  const headersOf = hasSession ? sessionHeaders : plainHeaders;
  const isElsewhere = (member: string) =>
    path.includes(`{${member}}`) || query.some((name) => name === member);
  return {
    operation: name,
    method,
    path,
    request: (input, context) => ({
      method,
      target: pathOf(context, path, params(input)) + writeQuery(input, query),
      headers: takesBody ? [...headersOf(context), JSON_BODY] : headersOf(context),
      body: takesBody ? writeBody(input ?? {}, isElsewhere) : NO_BODY,
    }),
    resource: (response) => readAnswer(name, response) as Promise<ResourceOf<Name>>,
  };
}

const NO_BODY = new Uint8Array();

function writeBody(input: object, isElsewhere: (member: string) => boolean): Uint8Array {
  if ('body' in input && input.body instanceof Uint8Array) return input.body;
  const members = Object.entries(input).filter(([member]) => !isElsewhere(member));
  return Buffer.from(JSON.stringify(Object.fromEntries(members)), 'utf8');
}

function writeQuery<Input>(input: Input, names: readonly (keyof Input & string)[]): string {
  const given = new URLSearchParams();
  for (const name of names) {
    const value: unknown = input[name];
    // A switch that is off isn't sent.
    if (value !== undefined && value !== false) given.set(name, String(value));
  }
  return given.size === 0 ? '' : `?${given}`;
}
