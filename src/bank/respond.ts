import { type Header, type HttpRequest, type HttpResponse, headerValue, type Peer } from '../message.ts';
import { writeHttpDate } from '../signing/http-date.ts';
import { signAnswer } from '../signing/sign.ts';
import { isRequestId } from '../wire/request-headers.ts';
import type { Answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { BankSettings } from './settings.ts';

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
