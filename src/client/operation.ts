import { isShallow, memberAt } from '../core/json-object.ts';
import { Fault } from '../errors.ts';
import type { Header, HttpRequest, HttpResponse } from '../message.ts';
import type { PaymentService } from '../values/products.ts';
import type { Snapshot } from '../wire/answers/operator.ts';
import { listMessages, readMessages, type TppMessage } from '../wire/errors.ts';
import type { FaultToAdd } from '../wire/faults.ts';
import {
  type OperationName,
  type OperationRows,
  operationNamed,
  type Operation as WireOperation,
} from '../wire/operations.ts';
import type { ConsentGrant, ConsentRevocation, ScaAct } from '../wire/operator.ts';
import type { Schema } from '../wire/parse.ts';
import type { TppContact } from '../wire/product-bodies.ts';

/** Members that all requests of a TPP share. */
export interface CallContext {
  /** The prefix of the bank's paths, `` or `/api-sandbox`. */
  readonly basePath: string;
  /** The id of the request, unique per call. */
  readonly requestId: string;
  readonly acceptFix: string;
  /** Additional headers from the user. @see C-header */
  readonly headers?: readonly Header[];
  readonly tppSessionId: string;
  readonly tppRedirectUri: string;
  /** Absent: the PSU is not present. */
  readonly psuIpAddress?: string;
  /** The identification of the PSU. */
  readonly psu: {
    readonly psuId?: string;
    /** The customerNumber, for X-PSU-IDENTITY. */
    readonly identity?: string;
    /** The agreement of a corporate context. */
    readonly corporateId?: string;
    readonly context?: 'PRIVATE' | 'CORPORATE';
    /** The customerNumber that is not sent: it identifies the PSU's TPP-Session-ID. */
    readonly owner?: string;
  };
}

/** One operation of the interface: a function that builds the request, and one that checks the response. */
export interface Operation<Input, Resource> {
  /** The operation's name, the same as that of the bank's route. */
  readonly operation: string;
  readonly method: HttpRequest['method'];
  /** The path below the base path, parameters in braces. */
  readonly path: string;
  readonly request: (input: Input, context: CallContext) => HttpRequest;
  /** Reads a 2xx; any other status has already become a Fault. Rejects with Fault ANSWER_INVALID. */
  readonly resource: (response: HttpResponse) => Promise<Resource>;
  /** Set for a request that a user wrote; receives its response, also a refusal. @see C-api */
  readonly onResponse?: (response: HttpResponse, request: HttpRequest) => void;
}

/**
 * Lists the headers of a request in a fixed order. Operations of the sandbox and its operator have no TPP-Session-ID.
 * @see D3-header-matrix, D3-required-sandbox-headers, D11-operator-acts, I-sandbox-operations
 */
export function listHeaders(
  context: CallContext,
  { hasSession, takesBody }: Pick<WireOperation, 'hasSession' | 'takesBody'>,
): Header[] {
  const { psu } = context;
  const ofSession: readonly (readonly [string, string | undefined])[] = [
    ['x-accept-fix', context.acceptFix],
    ['TPP-Session-ID', context.tppSessionId],
    ['TPP-Redirect-URI', context.tppRedirectUri],
    ['PSU-ID', psu.psuId],
    ['PSU-Corporate-ID', psu.corporateId],
    ['X-PSU-IDENTITY', psu.identity],
    ['PSU-Context', psu.context],
    ['PSU-IP-Address', context.psuIpAddress],
  ];
  return [
    ['Accept', 'application/json'],
    ['X-Request-ID', context.requestId],
    ...(hasSession ? ofSession.filter((header): header is Header => header[1] !== undefined) : []),
    ...(takesBody ? [['Content-Type', 'application/json'] as const] : []),
  ];
}

/** Builds a path of the interface with its parameters percent-encoded. */
function buildPath(context: CallContext, pattern: string, params: object): string {
  const values = params as Readonly<Record<string, string | number | undefined>>;
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return context.basePath + path;
}

/** A refusal in the interface's form. @see D2-error-body */
interface Refusal {
  /** The messages unchanged. */
  readonly tppMessages: readonly unknown[];
  readonly messages: readonly TppMessage[];
  readonly scaRedirect?: string;
}

export function readRefusal(response: HttpResponse): Refusal {
  const body = parseBody(response);
  const tppMessages = memberAt(body, 'tppMessages');
  const scaRedirect = memberAt(body, '_links.scaRedirect.href');
  return {
    tppMessages: listMessages(tppMessages),
    messages: readMessages(tppMessages),
    scaRedirect: typeof scaRedirect === 'string' ? scaRedirect : undefined,
  };
}

/** Parses the JSON of a response; undefined if it isn't JSON or is nested too deeply. */
export function parseBody(response: HttpResponse): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(response.body).toString('utf8'));
    return isShallow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Loads the schemas of responses at the first response of their kind: other commands don't pay for them. */
const ANSWERS = {
  payments: () => import('../wire/answers/payments.ts'),
  information: () => import('../wire/answers/information.ts'),
  sandbox: () => import('../wire/answers/sandbox.ts'),
  operator: () => import('../wire/answers/operator.ts'),
  shape: () => import('../wire/answers/shape.ts'),
};

type Answers = { [Module in keyof typeof ANSWERS]: Awaited<ReturnType<(typeof ANSWERS)[Module]>> };

type AnswerOf<Module extends keyof Answers, Name> = Name extends keyof Answers[Module]
  ? Answers[Module][Name] extends Schema<infer Body>
    ? Body
    : never
  : Record<string, never>;

/** Reads the types of a row: the module of the response schema, the route, the schema's name, and further facts. */
type Facts<Name extends OperationName> = OperationRows[Name] extends readonly [
  { readonly answers: infer Module extends keyof Answers },
  infer Route,
  infer Answer extends string,
  ...infer More,
]
  ? { module: Module; route: Route; answer: Answer; more: More extends readonly [] ? unknown : More[number] }
  : never;

/** An operation that the client calls. */
export type AnsweredOperation = {
  [Name in OperationName]: Facts<Name> extends never ? never : Name;
}[OperationName];

/** The resource of an operation. */
export type ResourceOf<
  Name extends AnsweredOperation,
  Body = AnswerOf<Facts<Name>['module'], Facts<Name>['answer']>,
> = Facts<Name>['more'] extends { mayBeEmpty: true }
  ? Body | undefined
  : Facts<Name>['more'] extends { isOnlyItem: true }
    ? Body extends readonly (infer Item)[]
      ? Item
      : never
    : Body;

type ParametersOf<Route> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never;

/** Path parameters of a type narrower than text. */
interface ParameterTypes {
  service: PaymentService;
  faultId: number;
}

/** Inputs that are written as JSON; in others the body is bytes, sent unchanged. */
interface JsonBodies {
  'create basket': { readonly paymentIds: readonly string[] };
  'set contact information': TppContact;
  'approve SCA': ScaAct;
  'decline SCA': ScaAct;
  'abandon SCA': ScaAct;
  'advance clock': { readonly seconds: number };
  /** ISO 8601 with offset or Z. */
  'set clock': { readonly now: string };
  'restore snapshot': Snapshot;
  'grant consent': ConsentGrant;
  'revoke consent': ConsentRevocation;
  'add fault': FaultToAdd;
}

type QueryOf<More> = More extends { query: readonly (infer Name)[] }
  ? { readonly [Member in Name & string]?: string | number | boolean | undefined }
  : unknown;
type BodyOf<Name, More> = Name extends keyof JsonBodies
  ? JsonBodies[Name]
  : More extends { takesBody: true }
    ? { readonly body: Uint8Array }
    : unknown;
type PathOf<Route> = {
  readonly [Name in ParametersOf<Route>]: Name extends keyof ParameterTypes ? ParameterTypes[Name] : string;
};
type Members<Name extends AnsweredOperation> = PathOf<Facts<Name>['route']> &
  QueryOf<Facts<Name>['more']> &
  BodyOf<Name, Facts<Name>['more']>;

/** The input of an operation: path members, query and body; void if it has none. */
export type InputOf<Name extends AnsweredOperation, None = void> = keyof Members<Name> extends never
  ? None
  : Members<Name>;

/**
 * Creates the operation of a row. A body of bytes is sent unchanged; of other inputs every member that is in neither
 * path nor query becomes the JSON body, if the operation has one.
 * @param params returns the path's parameters, if they aren't members of the input
 */
export function getOperation<Name extends AnsweredOperation, Input = InputOf<Name>>(
  name: Name,
  params: (input: Input) => object = (input) => input ?? {},
): Operation<Input, ResourceOf<Name>> {
  const row = operationNamed(name);
  const { method, path, query, takesBody } = row;
  return {
    operation: name,
    method,
    path,
    request: (input, context) => ({
      method,
      target: buildPath(context, path, params(input)) + writeQuery(input ?? {}, query),
      headers: listHeaders(context, row),
      body: takesBody
        ? writeBody(input ?? {}, (member) => path.includes(`{${member}}`) || query.includes(member))
        : new Uint8Array(),
    }),
    resource: (response) => readAnswer(name, response) as Promise<ResourceOf<Name>>,
  };
}

/** Lists the operations of a kind of sandbox data that the bank lists, and the path parameter with an item's id. */
export function getSandboxOperations<Item>(noun: 'customer' | 'account' | 'card account' | 'agreement') {
  const read = getOperation(`read sandbox ${noun}`) as unknown as Operation<never, Item>;
  return {
    list: getOperation(`list sandbox ${noun}s`) as unknown as Operation<void, readonly Item[]>,
    read,
    create: getOperation(`create sandbox ${noun}`) as unknown as Operation<never, Item>,
    remove: getOperation(`delete sandbox ${noun}`) as unknown as Operation<never, object>,
    parameter: /\{(\w+)\}$/.exec(read.path)?.[1] ?? '',
  };
}

function writeBody(input: object, isElsewhere: (member: string) => boolean): Uint8Array {
  if ('body' in input && input.body instanceof Uint8Array) return input.body;
  const members = Object.entries(input).filter(([member]) => !isElsewhere(member));
  return Buffer.from(JSON.stringify(Object.fromEntries(members)), 'utf8');
}

function writeQuery(input: object, names: readonly string[]): string {
  const given = new URLSearchParams();
  for (const name of names) {
    const value: unknown = input[name as keyof typeof input];
    // A false switch isn't sent.
    if (value !== undefined && value !== false) given.set(name, String(value));
  }
  return given.size === 0 ? '' : `?${given}`;
}

/**
 * The number of reported faults: enough to name the problem, while a response of another interface lacks everything.
 */
const TOLD_FAULTS = 3;

/**
 * Reads the 2xx response of an operation by the schema of its row. Members beyond the interface stay in the resource.
 * @throws Fault ANSWER_INVALID with the missing members
 * @see C-answer-invalid
 */
export async function readAnswer(operation: string, response: HttpResponse): Promise<unknown> {
  const { answer, mayBeEmpty, isOnlyItem } = operationNamed(operation);
  if (answer === undefined) throw new Error(`no schema for the answer of: ${operation}`);
  const { status } = response;
  const invalid = (text: string) => new Fault('ANSWER_INVALID', text, { status });
  if (response.body.byteLength === 0 || status === 204) {
    if (answer.schema === 'nothing') return {};
    if (mayBeEmpty && status === 204) return undefined;
    throw invalid(`The bank's answer has no body (${status}).`);
  }
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(response.body).toString('utf8'));
  } catch {
    throw invalid("The bank's answer isn't the interface's JSON.");
  }
  // The rows of every module may use `nothing` of shape.ts; no other schema has this name.
  const load = answer.schema === 'nothing' ? ANSWERS.shape : ANSWERS[answer.module];
  const [schemas, { fitBody }] = await Promise.all([load(), import('../wire/parse.ts')]);
  const fit = fitBody(
    (schemas as unknown as Readonly<Record<string, Schema<unknown>>>)[answer.schema] as Schema<unknown>,
    json,
  );
  if (fit.ok) return isOnlyItem ? (fit.value as readonly unknown[])[0] : fit.value;
  const texts = fit.faults.slice(0, TOLD_FAULTS).map(({ text }) => text);
  const more = fit.faults.length > TOLD_FAULTS ? ' (and more)' : '';
  throw invalid(`The bank's answer doesn't match the interface: ${texts.join(', ')}${more}.`);
}
