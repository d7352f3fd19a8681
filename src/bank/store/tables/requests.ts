import { type Op, run } from '../../../store/contract.ts';
import { integer, small, text } from '../../../store/row.ts';

/** The first answer to an X-Request-ID, as it left; the response's Date is not part of it. */
export interface RequestRecord {
  readonly tpp: string;
  readonly requestId: string;
  /** Milliseconds since 1970 of the bank's clock. */
  readonly createdAt: number;
  /** SHA-256 over what makes a request the same (S1-request-record). */
  readonly fingerprint: string;
  readonly status: number;
  /** JSON of the header pairs. */
  readonly headers: string;
  readonly body: string;
}

export function* findRequest(tpp: string, requestId: string): Op<RequestRecord | undefined> {
  const [row] = yield* run(
    'SELECT created_at_ms, fingerprint, status, headers, body FROM requests WHERE tpp = ? AND request_id = ?',
    tpp,
    requestId,
  );
  if (!row) return undefined;
  return {
    tpp,
    requestId,
    createdAt: small(row, 'created_at_ms'),
    fingerprint: text(row, 'fingerprint'),
    status: small(row, 'status'),
    headers: text(row, 'headers'),
    body: text(row, 'body'),
  };
}

/** What was made under which X-Request-ID, in the order in which it was, after this place. */
export function* listRequestsAfter(
  sequence: bigint,
  limit: number,
): Op<readonly { readonly sequence: bigint; readonly requestId: string; readonly body: string }[]> {
  const rows = yield* run(
    'SELECT sequence, request_id, body FROM requests WHERE sequence > ? ORDER BY sequence LIMIT ?',
    sequence,
    limit,
  );
  return rows.map((row) => ({
    sequence: integer(row, 'sequence'),
    requestId: text(row, 'request_id'),
    body: text(row, 'body'),
  }));
}

/** Lets go of a record whose time is over, so that its X-Request-ID can be used again. */
export function* forgetRequest({ tpp, requestId }: RequestRecord): Op<void> {
  yield* run('DELETE FROM requests WHERE tpp = ? AND request_id = ?', tpp, requestId);
}

/** Keeps an answer in the transaction that made it. */
export function* keepRequest(record: RequestRecord): Op<void> {
  yield* run(
    `INSERT INTO requests (tpp, request_id, created_at_ms, fingerprint, status, headers, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    record.tpp,
    record.requestId,
    record.createdAt,
    record.fingerprint,
    record.status,
    record.headers,
    record.body,
  );
}

/** Lets go of the oldest records, as far as they are from `createdAt` or before; rows lie in order of time. @see S12-kept */
export function* removeOldRequests(createdAt: number, limit: number): Op<void> {
  yield* run(
    `DELETE FROM requests WHERE created_at_ms <= ? AND sequence IN
       (SELECT sequence FROM requests ORDER BY sequence LIMIT ?)`,
    createdAt,
    limit,
  );
}
