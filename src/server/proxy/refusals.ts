import type { Fault } from '../../errors.ts';
import { type HttpRequest, type HttpResponse, headerValue } from '../../message.ts';
import {
  answerOfRefusal,
  NO_ANSWER_YET,
  OWN_FAULT,
  type ServerRefusal,
  serverRefusal,
  TOO_BUSY,
} from '../refusals.ts';

/** Tells the proxy's own answers from the bank's: no answer of the bank's has it. @see S11-proxy */
export const PROXY_HEADER = 'PSD2-Proxy';

/** `refused`: nothing left; `no-answer`: the bank gave none that is whole. */
export type ProxyAnswer = 'refused' | 'no-answer';

export const OUTSIDE = serverRefusal(
  403,
  'FORBIDDEN',
  "the path isn't below the proxy's URL, as it stands and with its percent-encoding undone",
);

export const WRONG_TOKEN = serverRefusal(
  403,
  'FORBIDDEN',
  "the path doesn't begin with the proxy's URL, whose last part is its token",
);

export const READS_ONLY = serverRefusal(
  403,
  'FORBIDDEN',
  'the proxy of a production profile passes GET only: start it with --allow-writes for the rest',
);

export const OTHER_METHOD_NAMED = serverRefusal(
  403,
  'FORBIDDEN',
  'the proxy of a production profile passes GET only, and this header can make another method of it: remove it, or start the proxy with --allow-writes',
);

export const OTHER_METHOD_IN_TARGET = serverRefusal(
  403,
  'FORBIDDEN',
  'the proxy of a production profile passes GET only, and a parameter of this URL can make another method or path of it: remove it, or start the proxy with --allow-writes',
);

export const BODY_WITH_GET = serverRefusal(
  403,
  'FORBIDDEN',
  'the proxy of a production profile passes GET without a body only: remove the body, or start the proxy with --allow-writes',
);

export const OTHER_PATH_NAMED = serverRefusal(
  403,
  'FORBIDDEN',
  "this header can make another path of the one that is below the proxy's URL: remove it",
);

/** The token's own place is the path's begin. */
export const TOKEN_TO_BANK = serverRefusal(
  403,
  'FORBIDDEN',
  "the proxy's token stands in the path, the query or the body that the bank would get: remove it",
);

export const BODY_TOO_LARGE = serverRefusal(413, 'BAD_REQUEST', 'the body is larger than 1 MiB');

export const TOO_MANY_HEADERS = serverRefusal(400, 'FORMAT_ERROR', 'the request has more than 100 headers');

/** Of what comes to a proxy that ends, and of what it hasn't sent by then. */
export const STOPPING = serverRefusal(
  503,
  'SYSTEM_ERROR',
  'the proxy is stopping: nothing was sent to the bank',
);

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Why a request that was sent has no answer: the proxy had to end before. */
export function stoppedWords(method: string): string {
  const rest = READS.has(method)
    ? 'Nothing was changed. Send it again.'
    : 'The bank may have received the request. The outcome is unknown.';
  return `The proxy stopped before the bank's answer was complete. ${rest}`;
}

/** The same for its client, which may not know the X-Request-ID that the proxy added. @see C-proxy */
export function stoppedBefore({ method, headers }: HttpRequest): ServerRefusal {
  const id = headerValue(headers, 'x-request-id');
  const asked = id === undefined ? '' : `, or ask the bank about X-Request-ID ${id}`;
  const next = READS.has(method) ? '' : ` To find out, read what it changes${asked}.`;
  return { status: 502, code: 'SYSTEM_ERROR', text: stoppedWords(method) + next };
}

/** Ours, where the server's own words are of a bank. */
const OF_PROXY = new Map<ServerRefusal, string>([
  [OWN_FAULT, 'the proxy has an internal error'],
  [TOO_BUSY, 'the proxy is busy, and nothing was sent to the bank: send the same request again'],
  [NO_ANSWER_YET, 'the bank is taking too long. It may have received the request: the outcome is unknown'],
]);

/** A refusal as the proxy answers it, in the interface's shape. */
export function proxyRefusal(
  refusal: ServerRefusal,
  now: number,
  answer: ProxyAnswer = refusal === NO_ANSWER_YET ? 'no-answer' : 'refused',
): HttpResponse {
  const text = OF_PROXY.get(refusal) ?? refusal.text;
  const { headers, ...rest } = answerOfRefusal({ ...refusal, text }, now);
  return { ...rest, headers: [...headers, [PROXY_HEADER, answer]] };
}

const TIMEOUTS: ReadonlySet<string> = new Set([
  'PSD2_ANSWER_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
]);

/** What is told where signer or bank failed: 400 for what can't be sent, else 502, and 504 where it took too long. */
export function refusalOfFault(fault: Fault): ServerRefusal {
  const { hint, cause } = fault.details;
  const text = hint === undefined ? fault.message : `${fault.message} ${hint}`;
  if (fault.code !== 'NETWORK') {
    return { status: fault.code === 'INPUT_INVALID' ? 400 : 502, code: 'BAD_REQUEST', text };
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return { status: TIMEOUTS.has(code) ? 504 : 502, code: 'SYSTEM_ERROR', text };
}
