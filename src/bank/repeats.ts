import { hash } from 'node:crypto';
import type { Op } from '../store/contract.ts';
import { type Answer, type Refusal, refuse } from './answer.ts';
import { REQUEST_KEPT_MILLISECONDS } from './domain/world.ts';
import type { Exchange } from './exchange.ts';
import { findRequest, forgetRequest, keepRequest } from './store/tables/tpps.ts';
import type { WorldState } from './store/tables/world.ts';

/**
 * The first answer when this request was made before; 409 when its X-Request-ID was used for another one.
 * @see D3-request-id-products
 */
export function* findFirstAnswer(exchange: Exchange, world: WorldState): Op<Answer | Refusal | undefined> {
  const record = yield* findRequest(exchange.tpp, requestIdOf(exchange));
  if (!record) return undefined;
  if (record.createdAt <= world.bankNow - REQUEST_KEPT_MILLISECONDS) {
    yield* forgetRequest(record);
    return undefined;
  }
  if (record.fingerprint !== fingerprint(exchange)) {
    return refuse(
      409,
      'CONFLICT',
      'this X-Request-ID was used within 24 hours for another request: send a new one',
      'X-Request-ID',
    );
  }
  return { status: record.status, headers: record.headers, body: record.body };
}

/** Keeps a 2xx in the transaction that made it. @see S1-request-record */
export function* keepFirstAnswer(exchange: Exchange, world: WorldState, answer: Answer): Op<void> {
  if (answer.status < 200 || answer.status > 299) return;
  yield* keepRequest({
    tpp: exchange.tpp,
    requestId: requestIdOf(exchange),
    createdAt: world.bankNow,
    fingerprint: fingerprint(exchange),
    status: answer.status,
    headers: answer.headers,
    body: answer.body,
  });
}

function requestIdOf(exchange: Exchange): string {
  return exchange.header('X-Request-ID') ?? '';
}

/**
 * SHA-256 of method, path, query, body hash, PSU and session headers, TPP-Redirect-URI.
 * @see S1-request-record
 */
function fingerprint(exchange: Exchange): string {
  const { request, path, query } = exchange;
  const bodyHash = hash('sha256', request.body, 'base64');
  // None of them is sent twice: checkRepeatedHeaders.
  const headers = exchange.headersNamed(TELLING_HEADERS);
  return hash(
    'sha256',
    JSON.stringify([request.method, path, query.toString(), bodyHash, headers]),
    'base64',
  );
}

const TELLING_HEADERS = /^(?:x-)?psu-|^tpp-session-id$|^tpp-redirect-uri$/;
