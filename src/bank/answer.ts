import { hash } from 'node:crypto';
import { isUuid } from '../core/uuid.ts';
import { getHeader, type Header, type HttpRequest, type HttpResponse, type Peer } from '../message.ts';
import { writeHttpDate } from '../signing/http-date.ts';
import { signAnswer } from '../signing/sign.ts';
import { encodeSigningString, isSearchable } from '../signing/signing-string.ts';
import { findProduct, INSTANT_ALIAS } from '../values/products.ts';
import { type ErrorBody, type ErrorCode, message, type TppMessage } from '../wire/errors.ts';
import type { FieldFault } from '../wire/field.ts';
import type { Links } from '../wire/link.ts';
import type { ListenerName } from '../wire/operations.ts';
import { MOST_FAULTS } from '../wire/parse.ts';
import { isRequestId } from '../wire/request-headers.ts';
import type { RequestContext } from './request-context.ts';
import type { AccessLogEntry, BankSettings } from './settings.ts';

/** The refusal of a request: a value, never an exception. @see D2-together */
export interface Refusal {
  readonly status: number;
  readonly messages: readonly TppMessage[];
  readonly links?: Links;
  readonly headers?: readonly Header[];
}

/**
 * Creates a refusal with one message.
 * @param path of the member, header or query parameter
 */
export function refuse(status: number, code: ErrorCode, text: string, path?: string): Refusal {
  return { status, messages: [message('ERROR', code, text, path)] };
}

/** Creates a 503 refusal; the same request may be repeated after this number of seconds. @see S1-503 */
export function refuseForNow(text: string, seconds: number): Refusal {
  return { ...refuse(503, 'SYSTEM_ERROR', text), headers: [['Retry-After', String(seconds)]] };
}

/** Creates a refusal with all faults of a body. */
export function refuseBody(faults: readonly (FieldFault & { readonly code?: ErrorCode })[]): Refusal {
  return {
    status: 400,
    messages: faults.map(({ code = 'FORMAT_ERROR', text, path }) =>
      message('ERROR', code, text, path || undefined),
    ),
  };
}

/** Thrown to refuse a request after writes have begun; the store rolls them back. */
export class RefusedWork extends Error {
  override readonly name = 'RefusedWork';
  readonly refusal: Refusal;

  constructor(refusal: Refusal, options?: ErrorOptions) {
    super('the work was refused', options);
    this.refusal = refusal;
  }
}

/**
 * Creates the refusal of an unknown resource, also used for another TPP's and another PSU's.
 * @see D2-resource-unknown
 */
export function refuseUnknownResource(what: string): Refusal {
  return refuse(404, 'RESOURCE_UNKNOWN', `no ${what} with this id can be read here`);
}

/** A response without the headers that every response has. */
export interface Result {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string;
}

export const NO_CONTENT: Result = { status: 204, headers: [], body: '' };

/** Creates a result with JSON; undefined members are omitted. */
export function createJsonResult(status: number, json: unknown, headers: readonly Header[] = []): Result {
  return { status, headers: [['Content-Type', 'application/json'], ...headers], body: JSON.stringify(json) };
}

/** Creates a 200 result with JSON. */
export function createOkResult<T>(json: T): Result {
  return createJsonResult(200, json);
}

/**
 * Creates the 201 result of a payment, basket or authorisation.
 * @param href of the created resource
 * @see D2-created-headers
 */
export function createCreatedResult(href: string, json: unknown): Result {
  return createJsonResult(201, json, [
    ['Location', href],
    ['ASPSP-SCA-Approach', 'REDIRECT'],
  ]);
}

/**
 * Creates the 201 result of a sandbox resource.
 * @param href of the created resource
 * @see D2-created-location
 */
export function createAddedResult(href: string, json: unknown): Result {
  return createJsonResult(201, json, [['Location', href]]);
}

/** Builds the error body of a refusal. @see D2-error-body */
export function buildRefusalResult({ status, messages, links, headers }: Refusal): Result {
  // Further faults are reported after the next request.
  const body: ErrorBody = { tppMessages: messages.slice(0, MOST_FAULTS), _links: links };
  return createJsonResult(status, body, headers);
}

export function isRefusal(outcome: object): outcome is Refusal {
  return 'messages' in outcome;
}

/** The request of a response. */
interface ResponseContext {
  /** The X-Request-ID to return. */
  readonly requestId: string | undefined;
  /** Absent if the path or the method was refused. */
  readonly exchange: RequestContext | undefined;
  readonly peer: Peer;
}

/**
 * Reads the X-Request-ID.
 * @returns undefined if it is missing or malformed
 * @see S12-echo, D2-echo
 */
export function readRequestId(
  request: HttpRequest,
  exchange: RequestContext | undefined,
): string | undefined {
  const sent = exchange ? exchange.header('X-Request-ID') : getHeader(request.headers, 'X-Request-ID');
  return sent !== undefined && isRequestId(sent) ? sent : undefined;
}

/**
 * Builds the response with the headers that every response has.
 * @see D2-answer-headers, D2-findings-header, D11-real-time
 */
export function buildResponse(settings: BankSettings, asked: ResponseContext, answer: Result): HttpResponse {
  const { requestId, exchange } = asked;
  const warnings = exchange?.verification?.findings.filter(({ severity }) => severity === 'warning') ?? [];
  const date = writeHttpDate(settings.clock());
  const headers: Header[] = [['Date', date]];
  if (requestId !== undefined) headers.push(['X-Request-ID', requestId]);
  if (warnings.length > 0 && exchange?.isTerse === false)
    headers.push(['PSD2-Findings', warnings.map(({ code }) => code).join(', ')]);
  for (const header of answer.headers) headers.push(header);
  const body = Buffer.from(answer.body, 'utf8');
  const { signResponses } = settings;
  if (signResponses !== undefined && isOfInterface(asked))
    signAnswer(headers, body, { date, requestId }, signResponses);
  return { status: answer.status, headers, body };
}

/**
 * Returns true if the response is signed: pages and responses to the operator aren't, a response for an unknown path
 * is.
 * @see D10-response-signing
 */
function isOfInterface({ exchange, peer }: ResponseContext): boolean {
  return exchange === undefined ? peer.siteOnly !== true : exchange.route.listener === 'interface';
}

/** Builds the access log's entry of an exchange. @see S10-request-log */
export function buildAccessLogEntry(
  request: HttpRequest,
  { peer, exchange, requestId }: ResponseContext,
  response: HttpResponse,
  milliseconds: number,
): AccessLogEntry {
  const { verification, faults, notAdmitted } = exchange ?? {};
  const ofSignature: readonly string[] = verification?.findings.map(({ code }) => code) ?? [];
  const findings = notAdmitted === undefined ? ofSignature : [...ofSignature, notAdmitted];
  const codes = faults?.isDropped === true ? [] : listCodes(response);
  const signed = isSearchable(request) ? undefined : (verification?.signingString ?? undefined);
  return {
    listener: getListenerName(peer),
    method: request.method,
    path: exchange === undefined ? STRUCK : buildLoggedPath(exchange),
    ...(exchange === undefined ? {} : { operation: exchange.route.operation }),
    ...(exchange?.worldName === undefined ? {} : { world: exchange.worldName }),
    ...(faults?.isDropped === true ? {} : { status: response.status }),
    ...(faults === undefined || faults.struck.length === 0 ? {} : { faults: faults.struck }),
    ...(codes.length === 0 ? {} : { codes }),
    ...(findings.length === 0 ? {} : { findings }),
    ...(isUuid(requestId) ? { requestId } : {}),
    ...(signed === undefined ? {} : { signingString: hash('sha256', encodeSigningString(signed)) }),
    bytesIn: request.body.byteLength,
    bytesOut: faults?.isDropped === true ? 0 : response.body.byteLength,
    milliseconds: Math.round(milliseconds * 10) / 10,
  };
}

/** Returns the interface through which the client connected, independent of the request. */
export function getListenerName({ operator, siteOnly }: Peer): ListenerName {
  if (operator) return 'operator';
  return siteOnly === true ? 'site' : 'interface';
}

const STRUCK = '…';

/** Builds the logged path: the route's pattern with the values of ids and product names only. */
function buildLoggedPath({ route, params }: RequestContext): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    const isKept = name === 'product' ? isProduct(value) : name !== 'secret' && ID.test(value);
    return isKept ? value : STRUCK;
  });
}

/** The form of an id: 22 letters and digits. @see D1-paths */
const ID = /^[A-Za-z0-9]{22}$/;

function isProduct(name: string): boolean {
  return name === INSTANT_ALIAS || findProduct(name) !== undefined;
}

function listCodes({ status, headers, body }: HttpResponse): readonly string[] {
  const isJson = headers.some(([name, value]) => name === 'Content-Type' && value === 'application/json');
  if (status < 400 || !isJson) return [];
  const { tppMessages } = JSON.parse(Buffer.from(body).toString('utf8')) as ErrorBody;
  return [...new Set(tppMessages.map(({ code }) => code))];
}
