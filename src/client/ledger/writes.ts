import { type Op, run } from '../../store/contract.ts';
import { small, text } from '../../store/row.ts';
import type { OpenWrite, WriteEntry } from './ledger.ts';

/** An answer is of use as long as the bank repeats it. @see decisions.md §3 X-Request-ID */
const ANSWERED_KEPT_MS = 24 * 3_600_000;

/** More at once than come between two (safety.md §12). */
const FORGOTTEN_AT_ONCE = 128;

/** A request that is sent once more has its entry already: it is open again, under its first time. */
export function* beginWrite(entry: WriteEntry): Op<void> {
  yield* forgetAnswered(entry.at - ANSWERED_KEPT_MS);
  yield* run(
    `INSERT INTO writes (request_id, operation, method, target, body_digest, at_ms) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (request_id) DO UPDATE SET status = NULL`,
    entry.requestId,
    entry.operation,
    entry.method,
    entry.target,
    entry.bodyDigest,
    entry.at,
  );
}

export function* closeWrite(requestId: string, status: number): Op<void> {
  yield* run('UPDATE writes SET status = ? WHERE request_id = ?', status, requestId);
}

/** One that was sent before, and is now sent once more, stands under its first time and stays. */
export function* forgetWrite(requestId: string, at: number): Op<void> {
  yield* run('DELETE FROM writes WHERE request_id = ? AND at_ms = ?', requestId, at);
}

export function* openWrites(): Op<readonly OpenWrite[]> {
  const rows = yield* run(
    `SELECT request_id, operation, method, target, body_digest, at_ms FROM writes
     WHERE status IS NULL ORDER BY sequence`,
  );
  return rows.map((row) => ({
    requestId: text(row, 'request_id'),
    operation: text(row, 'operation'),
    method: text(row, 'method'),
    target: text(row, 'target'),
    bodyDigest: text(row, 'body_digest'),
    at: small(row, 'at_ms'),
  }));
}

function* forgetAnswered(until: number): Op<void> {
  yield* run(
    `DELETE FROM writes WHERE sequence IN
       (SELECT sequence FROM writes WHERE status IS NOT NULL AND at_ms <= ? ORDER BY at_ms LIMIT ${FORGOTTEN_AT_ONCE})`,
    until,
  );
}
