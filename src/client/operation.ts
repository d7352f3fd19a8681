import { isObject, isShallow } from '../core/json-object.ts';
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
import type { TppContact } from '../wire/request-bodies.ts';

/** The common parts of a TPP's requests. */
export interface CallContext {
  /** Prefix of the bank's paths, `` or `/api-sandbox`. */
  readonly basePath: string;
  /** Unique per call. */
  readonly requestId: string;
  readonly acceptFix: string;
  /** Additional headers that the user asked for. @see C-header */
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

/**
 * Headers of a request, in a fixed order. An operation of the sandbox or its operator has no TPP-Session-ID.
 * @see D3-header-matrix, D3-required-sandbox-headers, D11-operator-acts, I-sandbox-operations
 */
function headersOf(context: CallContext, { hasSession, takesBody }: WireOperation): Header[] {
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

/** A path of the interface with its parameters percent-encoded. */
function buildPath(context: CallContext, pattern: string, params: object): string {
  const values = params as Readonly<Record<string, string | number | undefined>>;
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return context.basePath + path;
}

/** A refusal in the interface's form. @see D2-error-body */
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

/** Loads the schemas of answers when the first answer of their kind is there: no other command pays for them. */
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

/** Reads the types of a row: where its answer's schema is, its route, the schema's name, and further facts. */
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
type ResourceOf<
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

/** Path parameters that aren't any text. */
interface ParameterTypes {
  service: PaymentService;
  faultId: number;
}

/** Inputs that are written as JSON; of others the body is bytes, sent as they are. */
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
 * Makes the pair of a row. A body of bytes is sent as it is; of other inputs everything that stands neither in path nor
 * query is the JSON body, where the operation takes one.
 * @param params the path's parameters, where they aren't members of the input
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
      headers: headersOf(context, row),
      body: takesBody
        ? writeBody(input ?? {}, (member) => path.includes(`{${member}}`) || query.includes(member))
        : new Uint8Array(),
    }),
    resource: (response) => readAnswer(name, response) as Promise<ResourceOf<Name>>,
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
    // A switch that is off isn't sent.
    if (value !== undefined && value !== false) given.set(name, String(value));
  }
  return given.size === 0 ? '' : `?${given}`;
}

/** So many faults name what is wrong; an answer of another interface lacks everything. */
const TOLD_FAULTS = 3;

/**
 * Reads the 2xx answer of an operation by the schema that its row names. What the bank says beside the interface stays in
 * the resource.
 * @throws Fault ANSWER_INVALID that says what is missing
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
  // Every module has what is in shape.ts, and nothing else is called so.
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
