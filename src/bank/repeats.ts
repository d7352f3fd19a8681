import { createHash } from 'node:crypto';
import type { Header } from '../message.ts';
import type { Answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { Op } from './store/contract.ts';
import { findRequest, keepRequest } from './store/tables/requests.ts';
import type { WorldState } from './store/tables/world.ts';

/** How long the first answer to an X-Request-ID is given again, by the bank's clock. @see decisions.md §3 */
const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000;

/** The first answer when this request was made before; 409 when its X-Request-ID was used for another one. */
export function* findFirstAnswer(exchange: Exchange, world: WorldState): Op<Answer | Refusal | undefined> {
  const requestId = exchange.header('X-Request-ID') ?? '';
  const record = yield* findRequest(exchange.tpp, requestId, world.bankNow - KEPT_MILLISECONDS);
  if (!record) return undefined;
  if (record.fingerprint !== fingerprint(exchange)) {
    return refuse(
      409,
      'CONFLICT',
      'this X-Request-ID was used within 24 hours for another request: send a new one',
      'X-Request-ID',
    );
  }
  return { status: record.status, headers: JSON.parse(record.headers) as Header[], body: record.body };
}

/** Keeps a 2xx in the transaction that made it. @see safety.md §1 Record */
export function* keepFirstAnswer(exchange: Exchange, world: WorldState, answer: Answer): Op<void> {
  if (answer.status < 200 || answer.status > 299) return;
  yield* keepRequest(
    {
      tpp: exchange.tpp,
      requestId: exchange.header('X-Request-ID') ?? '',
      fingerprint: fingerprint(exchange),
      status: answer.status,
      headers: JSON.stringify(answer.headers),
      body: answer.body,
      createdAt: world.bankNow,
    },
    world.bankNow - KEPT_MILLISECONDS,
  );
}

/** SHA-256 of method, path, query, body hash, PSU and session headers, TPP-Redirect-URI. @see safety.md §1 */
function fingerprint({ request, path, query }: Exchange): string {
  const body = createHash('sha256').update(request.body).digest('base64');
  const headers = request.headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => /^(?:x-)?psu-|^tpp-session-id$|^tpp-redirect-uri$/.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = [request.method, path, query.toString(), body, headers];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
