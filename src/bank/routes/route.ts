import type { Op } from '../../store/contract.ts';
import { INT32_MAX } from '../../values/int32.ts';
import { isCalendarDate } from '../../values/oslo.ts';
import { decodeSegments, operationNamed } from '../../wire/operations.ts';
import {
  createOkResult,
  isRefusal,
  type Refusal,
  type Result,
  refuse,
  refuseUnknownResource,
} from '../answer.ts';
import type { QueryRule, RequestContext, RouteFacts } from '../request-context.ts';

/** A check that needs no store. */
export type Guard = (exchange: RequestContext) => Refusal | undefined;

/** A check within the transaction. */
export type StatefulGuard = (exchange: RequestContext) => Op<Refusal | undefined>;

export type Handler = (exchange: RequestContext) => Op<Result | Refusal | StartedRun>;

/** Loads the resource of a path. */
type Load<T> = (exchange: RequestContext) => Op<T>;

/** Creates a handler that acts on the resource of the path; a refusal of its loading is the response. */
export function createResourceHandler<T extends object>(
  load: Load<T | Refusal>,
  act: (exchange: RequestContext, found: T) => Op<Result | Refusal> | Result | Refusal,
): Handler {
  return function* (exchange) {
    const found = yield* load(exchange);
    if (isRefusal(found)) return found;
    const outcome = act(exchange, found);
    return 'status' in outcome ? outcome : yield* outcome;
  };
}

/** Creates a function that loads a resource or refuses its absence. @param what the noun of the refusal */
export function requireFound<T extends object>(what: string, find: Load<T | undefined>): Load<T | Refusal> {
  return function* (exchange) {
    return (yield* find(exchange)) ?? refuseUnknownResource(what);
  };
}

/** Creates a handler that returns the resource of the path as JSON. */
export function createReadHandler<T extends object>(
  what: string,
  find: Load<T | undefined>,
  format: (exchange: RequestContext, found: T) => unknown,
): Handler {
  return createResourceHandler(requireFound(what, find), (exchange, found) =>
    createOkResult(format(exchange, found)),
  );
}

/** The result of a handler that started a run. After the run, the handler is called again. */
export interface StartedRun {
  readonly run: bigint;
}

/** One operation of the bank: its specific checks and its handler. */
export interface Route extends RouteFacts {
  /** Checks the path beyond its pattern, before all other checks. */
  readonly checkPath?: Guard;
  readonly statefulGuards: readonly StatefulGuard[];
  readonly handler: Handler;
}

/** The default limit of a body. @see S12-body-limit */
const BODY_LIMIT_BYTES = 1024 * 1024;

/**
 * Creates the route of an operation. Method, path, roles and required headers come from the tables of operations and
 * headers; unless `more` overrides this, a GET only reads, and there are no query rules and no stateful guards.
 */
export function defineRoute(name: string, handler: Handler, more: Partial<Route> = {}): Route {
  const operation = operationNamed(name);
  const { listener, method, path, roles, needsDigest: digestRequired, answersRepeats } = operation;
  return {
    ...{ listener, operation: name, method, path, roles, digestRequired, answersRepeats, handler },
    ...operation.headers,
    access: method === 'GET' ? 'read' : 'write',
    bodyLimitBytes: BODY_LIMIT_BYTES,
    query: [],
    statefulGuards: [],
    ...more,
  };
}

export function checkWholeNumber(name: string, least: number): QueryRule {
  return {
    name,
    holds: (value) => /^[0-9]{1,10}$/.test(value) && Number(value) >= least && Number(value) <= INT32_MAX,
    expected: `a whole number from ${least} to ${INT32_MAX}`,
  };
}

export function checkDate(name: string): QueryRule {
  return { name, holds: isCalendarDate, expected: 'a real date, written YYYY-MM-DD' };
}

export function checkOneOf(name: string, values: readonly string[]): QueryRule {
  const expected = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  return { name, holds: (value) => values.includes(value), expected };
}

interface Match {
  readonly route: Route;
  /** The path parameters, percent-decoded once. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the route of a method and a path below the base path; otherwise refuses with 404 NOT_FOUND or 405.
 * @param offer the routes that the client can use
 * @see D1-trailing-slash
 */
export function matchRoute(offer: readonly Route[], method: string, path: string): Match | Refusal {
  const found = match(offer, method, path);
  if (!path.endsWith('/') || !isNotFound(found)) return found;
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return isNotFound(match(offer, method, path.slice(0, end))) ? found : ENDS_WITH_SLASH;
}

function isNotFound(found: Match | Refusal): boolean {
  return isRefusal(found) && found.status === 404;
}

const SLASH_TEXT = 'the bank has no operation at this path: remove the slash at the end';
const ENDS_WITH_SLASH = refuse(404, 'NOT_FOUND', SLASH_TEXT);

/** Matches the exact path and method. @see D2-method, D2-not-found */
function match(routes: readonly Route[], method: string, path: string): Match | Refusal {
  const segments = decodeSegments(path);
  const others: string[] = [];
  for (const route of segments ? routes : []) {
    const params = matchParams(route.path, segments ?? []);
    if (params && route.method === method) return { route, params };
    if (params) others.push(route.method);
  }
  if (others.length === 0) return refuse(404, 'NOT_FOUND', 'the bank has no operation at this path');
  const allowed = others.join(', ');
  return {
    ...refuse(405, 'BAD_REQUEST', `this path only supports ${allowed}`),
    headers: [['Allow', allowed]],
  };
}

function matchParams(pattern: string, segments: readonly string[]): Record<string, string> | undefined {
  const parts = splitPattern(pattern);
  if (parts.length !== segments.length) return undefined;
  for (const [index, { literal }] of parts.entries()) {
    const given = segments[index];
    if (literal === undefined ? given === '' : literal !== given) return undefined;
  }
  const params: Record<string, string> = {};
  for (const [index, { param }] of parts.entries()) {
    if (param !== undefined) params[param] = segments[index] ?? '';
  }
  return params;
}

/** A segment of a pattern: a literal, or a parameter. */
interface Part {
  readonly literal?: string;
  readonly param?: string;
}

const knownParts = new Map<string, readonly Part[]>();

/** Splits a pattern into segments and caches the result. */
function splitPattern(pattern: string): readonly Part[] {
  const known = knownParts.get(pattern);
  if (known) return known;
  const parts = pattern
    .split('/')
    .map((part): Part => (part.startsWith('{') ? { param: part.slice(1, -1) } : { literal: part }));
  knownParts.set(pattern, parts);
  return parts;
}
