import { type Op, run } from '../contract.ts';
import { small, text } from '../row.ts';

/** The first answer to an X-Request-ID, as it left; the response's Date is not part of it. */
export interface RequestRecord {
  readonly tpp: string;
  readonly requestId: string;
  /** SHA-256 over what makes a request the same (safety.md §1). */
  readonly fingerprint: string;
  readonly status: number;
  /** JSON of the header pairs. */
  readonly headers: string;
  readonly body: string;
  readonly createdAt: number;
}

/** Old records go in small chunks, a few with each new one (safety.md §12). */
const CLEANED_AT_ONCE = 20;

export function* findRequest(tpp: string, requestId: string, since: number): Op<RequestRecord | undefined> {
  const [row] = yield* run(
    `SELECT fingerprint, status, headers, body, created_at_ms FROM requests
     WHERE tpp = ? AND request_id = ? AND created_at_ms > ?`,
    tpp,
    requestId,
    since,
  );
  if (!row) return undefined;
  return {
    tpp,
    requestId,
    fingerprint: text(row, 'fingerprint'),
    status: small(row, 'status'),
    headers: text(row, 'headers'),
    body: text(row, 'body'),
    createdAt: small(row, 'created_at_ms'),
  };
}

/** Keeps an answer in the transaction that made it; what is older than `expiredBefore` gives way. */
export function* keepRequest(record: RequestRecord, expiredBefore: number): Op<void> {
  yield* run(
    `DELETE FROM requests WHERE sequence IN
       (SELECT sequence FROM requests WHERE created_at_ms <= ? ORDER BY created_at_ms LIMIT ${CLEANED_AT_ONCE})`,
    expiredBefore,
  );
  yield* run(
    `INSERT INTO requests (tpp, request_id, fingerprint, status, headers, body, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tpp, request_id) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
       headers = excluded.headers, body = excluded.body, created_at_ms = excluded.created_at_ms`,
    record.tpp,
    record.requestId,
    record.fingerprint,
    record.status,
    record.headers,
    record.body,
    record.createdAt,
  );
}
