import type { Header } from '../../message.ts';
import { type Op, type Row, readJson, readNumber, readText, run } from '../../store/contract.ts';
import type { OpenWrite, WriteEntry } from './types.ts';

/** The time for which the bank repeats its first response. @see D3-request-id-repeat, D13-repeat */
export const REPEATED_FOR_MS = 24 * 3_600_000;

/** The time for which a request without a response is reported: only its operation, time and id, not its content. */
const TOLD_FOR_MS = 30 * REPEATED_FOR_MS;

/** More than are added between two runs (S12-kept). */
const FORGOTTEN_AT_ONCE = 128;

/** Records a write. A repeated request already has its entry: it is open again, under its first time. */
export function* beginWrite(entry: WriteEntry): Op<void> {
  yield* forgetAnswered(entry.at - REPEATED_FOR_MS);
  yield* deleteOldContent(entry.at);
  yield* run(
    `INSERT INTO writes (request_id, operation, method, target, body_digest, at_ms, headers, body, origin)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (request_id) DO UPDATE SET status = NULL, method = excluded.method, target = excluded.target,
       body_digest = excluded.body_digest, headers = excluded.headers, body = excluded.body`,
    entry.requestId,
    entry.operation,
    entry.method,
    entry.target,
    entry.bodyDigest,
    entry.at,
    JSON.stringify(entry.headers),
    Buffer.from(entry.body).toString('base64'),
    entry.origin,
  );
}

/** Clears the content for a repeat, and the digest, from which missing values of a body could be found by trial. */
const ERASED = `method = '', target = '', body_digest = '', headers = NULL, body = NULL`;

/** @see D13-repeat: erased when the answer is there */
export function* closeWrite(requestId: string, status: number): Op<void> {
  yield* run(`UPDATE writes SET status = ?, ${ERASED} WHERE request_id = ?`, status, requestId);
}

/** @see S10-nothing-left */
export function* dropWrite(requestId: string, at: number): Op<void> {
  // The entry of a repeated request is stored under its first time.
  yield* run('DELETE FROM writes WHERE request_id = ? AND at_ms = ?', requestId, at);
}

/** @see D13-repeat: at the latest after 24 h */
export function* deleteOldContent(now: number): Op<void> {
  yield* run(`UPDATE writes SET ${ERASED} WHERE headers IS NOT NULL AND at_ms <= ?`, now - REPEATED_FOR_MS);
}

export function* openWrites(now: number): Op<readonly OpenWrite[]> {
  yield* deleteOldContent(now);
  yield* run('DELETE FROM writes WHERE status IS NULL AND at_ms <= ?', now - TOLD_FOR_MS);
  const rows = yield* run(
    `SELECT request_id, operation, method, target, at_ms, headers, body, origin FROM writes
     WHERE status IS NULL ORDER BY sequence`,
  );
  return rows.map((row) => ({
    requestId: readText(row, 'request_id'),
    operation: readText(row, 'operation'),
    at: readNumber(row, 'at_ms'),
    ...readRepeat(row),
  }));
}

function readRepeat(row: Row): Pick<OpenWrite, 'request' | 'origin'> {
  if (row.headers === null) return {};
  return {
    origin: readText(row, 'origin'),
    request: {
      method: readText(row, 'method'),
      target: readText(row, 'target'),
      headers: readJson(row, 'headers') as readonly Header[],
      body: Buffer.from(readText(row, 'body'), 'base64'),
    },
  };
}

function* forgetAnswered(until: number): Op<void> {
  yield* run(
    `DELETE FROM writes WHERE sequence IN
       (SELECT sequence FROM writes WHERE status IS NOT NULL AND at_ms <= ? ORDER BY at_ms LIMIT ${FORGOTTEN_AT_ONCE})`,
    until,
  );
}
