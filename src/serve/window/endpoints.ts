import { isObject, parseJson } from '../../core/json-object.ts';
import { Fault } from '../../errors.ts';
import {
  getHeader,
  type Header,
  type HttpRequest,
  type HttpResponse,
  normalizeTarget,
  type StreamedResponse,
} from '../../message.ts';
import type { PortHandler } from '../../server/serve.ts';
import type { ErrorCode } from '../../wire/errors.ts';
import { decodeSegments } from '../../wire/operations.ts';
import type { PageAccess } from './access.ts';
import { isExchange, type Journal } from './journal.ts';
import { formatExchange, isCut, listRows } from './shown.ts';
import type { EventStreams } from './streams.ts';
import type { Verifications } from './verifications.ts';

/** The parts of a served bank that the endpoints read and change. */
export interface Window {
  readonly journal: Journal;
  readonly streams: EventStreams;
  readonly access: PageAccess;
  readonly verifications: Verifications;
  /** Applies the text of a seed file. Default: there is no such act. @param world as PSD2-World names it */
  readonly seed: ((text: string, world?: string) => Promise<object>) | undefined;
  /** Returns real time in milliseconds since 1970. */
  readonly clock: () => number;
  /** Returns the origin of the interface. */
  readonly origin: () => string;
  /** The file with the interface's CA, for commands. */
  readonly caFile?: string | undefined;
}

/** A request at an endpoint. */
interface Asked {
  /** The value of the path's `{id}`. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly request: HttpRequest;
  readonly whenOver: Parameters<PortHandler>[2];
}

type Answer = HttpResponse | StreamedResponse;

/** Answers a request; a value that is no response is sent as JSON. */
type Act = (window: Window, asked: Asked) => object | Promise<object>;

/** The path of the exchange of a code, the only one that needs no token. @see S11-page-code */
export const SESSION_PATH = '/operator/session';

/**
 * The endpoints of the operator's port that the bank's handler doesn't have: method and path, and what they answer.
 * docs/operator.md describes them.
 * @see D11-views
 */
export const ENDPOINTS: Readonly<Record<string, Act>> = {
  'GET /operator/requests': listRequests,
  'GET /operator/requests/{id}': showRequest,
  'GET /operator/requests/{id}/verification': verifyRequest,
  'GET /operator/events': openEvents,
  'POST /operator/codes': ({ access }) => ({ code: access.createCode() }),
  [`POST ${SESSION_PATH}`]: startSession,
  'POST /operator/seed': applySeed,
};

const MOST_LISTED = 1000;
const LISTED = 100;

function listRequests({ journal }: Window, { query }: Asked): object {
  const limit = readWholeNumber(query, 'limit', LISTED, MOST_LISTED);
  const before = readWholeNumber(query, 'before', undefined, Number.MAX_SAFE_INTEGER);
  const [status, operation] = [query.get('status') ?? undefined, query.get('operation') ?? undefined];
  if (status !== undefined && !/^[1-5](xx|\d\d)$/.test(status))
    throw new WindowRefusal(400, 'FORMAT_ERROR', 'status must be a status such as 201, or 4xx', 'status');
  const [tpp, text] = [query.get('tpp') ?? undefined, query.get('text') ?? undefined];
  const { last, kept, bytes } = journal.state;
  return {
    ...listRows(journal, { limit: limit ?? LISTED, before, status, operation, tpp, text }),
    ...{ kept, bytes, forgotten: last - kept },
  };
}

function readWholeNumber(query: URLSearchParams, name: string, otherwise: number | undefined, most: number) {
  const given = query.get(name);
  if (given === null) return otherwise;
  const number = Number(given);
  if (/^[1-9]\d{0,15}$/.test(given) && number <= most) return number;
  throw new WindowRefusal(400, 'FORMAT_ERROR', `${name} must be a whole number from 1 to ${most}`, name);
}

function showRequest(window: Window, { id }: Asked): object {
  return formatExchange(findExchange(window, id), window.origin(), window.caFile);
}

/** @throws WindowRefusal for an id that the journal doesn't have, or of bytes that were no request */
function findExchange({ journal }: Window, id: string) {
  const entry = /^\d{1,15}$/.test(id) ? journal.find(Number(id)) : undefined;
  if (entry !== undefined && isExchange(entry)) return entry;
  const text =
    entry === undefined ? 'the journal has no request with this id' : `nothing was kept: ${entry.text}`;
  throw new WindowRefusal(404, 'RESOURCE_UNKNOWN', text);
}

async function verifyRequest(window: Window, { id }: Asked): Promise<object> {
  const { at, listener, request, bytesIn } = findExchange(window, id);
  if (listener !== 'interface')
    throw new WindowRefusal(409, 'CONFLICT', 'a request of the site has no signature');
  if (isCut(request, bytesIn))
    throw new WindowRefusal(409, 'CONFLICT', 'the body is too long: only its beginning was kept');
  const judged = window.verifications.verify(Number(id), { request, at });
  if (judged !== undefined) return { at: new Date(at).toISOString(), ...(await judged) };
  const text = 'too many reports are being made: ask again';
  throw new WindowRefusal(503, 'SYSTEM_ERROR', text, undefined, [['Retry-After', '1']]);
}

function openEvents({ streams, journal, clock }: Window, { whenOver }: Asked): object {
  const headers = createHeaders('text/event-stream', clock());
  const stream = streams.openStream(headers, journal.state.last, whenOver);
  if (stream !== undefined) return stream;
  throw new WindowRefusal(
    503,
    'SYSTEM_ERROR',
    '32 streams are open, the most there may be: close some',
    undefined,
    [['Retry-After', '5']],
  );
}

function startSession({ access }: Window, { request }: Asked): object {
  const token = access.exchangeCode(readMember(request, 'code'));
  if (token !== undefined) return { token };
  throw new WindowRefusal(
    401,
    'FORBIDDEN',
    'the code is unknown, used or older than 60 s: run psd2 open again',
    'code',
  );
}

async function applySeed({ seed }: Window, { request }: Asked): Promise<object> {
  const text = readMember(request, 'text');
  if (seed === undefined)
    throw new WindowRefusal(404, 'NOT_FOUND', 'this bank has no profile that applies seeds');
  try {
    return await seed(text, getHeader(request.headers, 'PSD2-World'));
  } catch (fault) {
    if (fault instanceof Fault) throw new WindowRefusal(400, 'FORMAT_ERROR', fault.message, 'text');
    throw fault;
  }
}

/** @throws WindowRefusal if the body isn't JSON with this text */
function readMember({ body }: HttpRequest, name: string): string {
  const json = parseJson(Buffer.from(body).toString('utf8'));
  const value = isObject(json) ? json[name] : undefined;
  if (typeof value === 'string') return value;
  throw new WindowRefusal(400, 'FORMAT_ERROR', `${name} is required`, name);
}

/** Thrown to refuse a request in the format of the interface. */
class WindowRefusal extends Error {
  override readonly name = 'WindowRefusal';
  readonly response: (now: number) => HttpResponse;

  constructor(status: number, code: ErrorCode, text: string, path?: string, headers: readonly Header[] = []) {
    super(text);
    const body = JSON.stringify({ tppMessages: [{ category: 'ERROR', code, text, path }] });
    this.response = (now) => createResponse(status, body, now, headers);
  }
}

function createHeaders(type: string, now: number): readonly Header[] {
  return [
    ['Date', new Date(now).toUTCString()],
    ['Content-Type', type],
    ['Cache-Control', 'no-store'],
  ];
}

function createResponse(
  status: number,
  body: string,
  now: number,
  headers: readonly Header[] = [],
): HttpResponse {
  return {
    status,
    headers: [...createHeaders('application/json', now), ...headers],
    body: Buffer.from(body),
  };
}

/**
 * Answers the endpoints below the base path; passes every other request to the bank's handler.
 * @see D11-views
 */
export function withWindow(window: Window, basePath: string, handle: PortHandler): PortHandler {
  const endpoints = Object.entries(ENDPOINTS).map(([row, act]) => {
    const [method, path = ''] = row.split(' ');
    return { method, parts: path.split('/'), act };
  });
  return async (request, peer, whenOver) => {
    const [full = '', query] = normalizeTarget(request.target).split('?', 2);
    const segments = full.startsWith(`${basePath}/`)
      ? decodeSegments(full.slice(basePath.length))
      : undefined;
    const found = endpoints.find(
      ({ method, parts }) => method === request.method && segments !== undefined && fits(parts, segments),
    );
    if (found === undefined || segments === undefined) return handle(request, peer, whenOver);
    const id = segments[found.parts.indexOf('{id}')] ?? '';
    try {
      const answer = await found.act(window, { id, query: new URLSearchParams(query), request, whenOver });
      return isAnswer(answer) ? answer : createResponse(200, JSON.stringify(answer), window.clock());
    } catch (fault) {
      if (fault instanceof WindowRefusal) return fault.response(window.clock());
      throw fault;
    }
  };
}

function isAnswer(answer: object): answer is Answer {
  return 'pieces' in answer;
}

function fits(parts: readonly string[], segments: readonly string[]): boolean {
  return (
    parts.length === segments.length &&
    parts.every((part, place) => part === '{id}' || part === segments[place])
  );
}
