import { hash } from 'node:crypto';
import { isUuid } from '../core/uuid.ts';
import { type Header, type HttpRequest, type HttpResponse, headerValue, type Peer } from '../message.ts';
import { writeHttpDate } from '../signing/http-date.ts';
import { signAnswer } from '../signing/sign.ts';
import { isSearchable, signingBytes } from '../signing/signing-string.ts';
import { INSTANT_ALIAS, productNamed } from '../values/products.ts';
import type { ErrorBody } from '../wire/errors.ts';
import type { Door } from '../wire/operations.ts';
import { isRequestId } from '../wire/request-headers.ts';
import type { Answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { BankSettings, ToldExchange } from './settings.ts';

/** Whose answer it is. */
export interface Asked {
  /** As it is echoed. */
  readonly requestId: string | undefined;
  /** Absent where no operation is at its path. */
  readonly exchange: Exchange | undefined;
  readonly peer: Peer;
}

/** The one that was sent, when it is well-formed. @see S12-echo, D2-echo */
export function requestIdOf(request: HttpRequest, exchange: Exchange | undefined): string | undefined {
  const sent = exchange ? exchange.header('X-Request-ID') : headerValue(request.headers, 'X-Request-ID');
  return sent !== undefined && isRequestId(sent) ? sent : undefined;
}

/** An answer with the headers that every answer has. @see D2-answer-headers, D2-findings-header, D11-real-time */
export function respond(settings: BankSettings, asked: Asked, answer: Answer): HttpResponse {
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

/** Pages and the operator's acts are no answers to a TPP; that nothing is at a path is one. @see D10-response-signing */
function isOfInterface({ exchange, peer }: Asked): boolean {
  return exchange === undefined ? peer.siteOnly !== true : exchange.route.door === 'interface';
}

interface Heard {
  readonly request: HttpRequest;
  readonly peer: Peer;
  /** Absent where the path or the method was refused. */
  readonly exchange: Exchange | undefined;
  readonly requestId: string | undefined;
  readonly response: HttpResponse;
  readonly milliseconds: number;
}

/** What a log may have of an exchange. @see S10-request-log */
export function tellExchange(heard: Heard): ToldExchange {
  const { request, peer, exchange, requestId, response, milliseconds } = heard;
  const { verification, faults, notAdmitted } = exchange ?? {};
  const ofSignature: readonly string[] = verification?.findings.map(({ code }) => code) ?? [];
  const findings = notAdmitted === undefined ? ofSignature : [...ofSignature, notAdmitted];
  const codes = faults?.isDropped === true ? [] : codesOf(response);
  const signed = isSearchable(request) ? undefined : (verification?.signingString ?? undefined);
  return {
    door: doorOf(peer),
    method: request.method,
    path: exchange === undefined ? STRUCK : pathOf(exchange),
    ...(exchange === undefined ? {} : { operation: exchange.route.operation }),
    ...(exchange?.worldName === undefined ? {} : { world: exchange.worldName }),
    ...(faults?.isDropped === true ? {} : { status: response.status }),
    ...(faults === undefined || faults.struck.length === 0 ? {} : { faults: faults.struck }),
    ...(codes.length === 0 ? {} : { codes }),
    ...(findings.length === 0 ? {} : { findings }),
    ...(isUuid(requestId) ? { requestId } : {}),
    ...(signed === undefined ? {} : { signingString: hash('sha256', signingBytes(signed)) }),
    bytesIn: request.body.byteLength,
    bytesOut: faults?.isDropped === true ? 0 : response.body.byteLength,
    milliseconds: Math.round(milliseconds * 10) / 10,
  };
}

/** The one that they came by, whatever they asked for there. */
export function doorOf({ operator, siteOnly }: Peer): Door {
  if (operator) return 'operator';
  return siteOnly === true ? 'site' : 'interface';
}

const STRUCK = '…';

/** The route's pattern with those parameters in it that are the bank's own ids, or a product's name. */
function pathOf({ route, params }: Exchange): string {
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    const isKept = name === 'product' ? isProduct(value) : name !== 'secret' && ID.test(value);
    return isKept ? value : STRUCK;
  });
}

/** @see D1-paths: ids are 22 letters and digits */
const ID = /^[A-Za-z0-9]{22}$/;

function isProduct(name: string): boolean {
  return name === INSTANT_ALIAS || productNamed(name) !== undefined;
}

function codesOf({ status, headers, body }: HttpResponse): readonly string[] {
  const isJson = headers.some(([name, value]) => name === 'Content-Type' && value === 'application/json');
  if (status < 400 || !isJson) return [];
  const { tppMessages } = JSON.parse(Buffer.from(body).toString('utf8')) as ErrorBody;
  return [...new Set(tppMessages.map(({ code }) => code))];
}
