import { type Op, run } from '../../../store/contract.ts';
import { column, createOptionalColumns, findText, hasRow, insertRow, Table } from '../../../store/table.ts';

/** Finds a TPP's contact. It isn't part of the world and survives initialise. @see D1-tpp-contact */
export function findContact(tpp: string): Op<string | undefined> {
  return findText('SELECT email FROM tpp_contacts WHERE tpp = ?', tpp);
}

export function* keepContact(tpp: string, email: string): Op<void> {
  yield* insertRow('tpp_contacts', { tpp, email }, 'ON CONFLICT (tpp) DO UPDATE SET email = excluded.email');
}

/**
 * Removes a TPP's contact.
 * @returns true if it existed
 */
export function removeContact(tpp: string): Op<boolean> {
  return hasRow('DELETE FROM tpp_contacts WHERE tpp = ? RETURNING tpp', tpp);
}

/** Finds the TPP that created the resource at a path below the base path. */
export function findMaker(path: string): Op<string | undefined> {
  return findText('SELECT tpp FROM makers WHERE path = ?', path);
}

/** Stores which TPP created a path and replaces an earlier entry, because ids can recur after initialise. */
export function* keepMaker(path: string, tpp: string): Op<void> {
  yield* insertRow('makers', { path, tpp }, 'ON CONFLICT (path) DO UPDATE SET tpp = excluded.tpp');
}

export function* forgetMaker(path: string): Op<void> {
  yield* run('DELETE FROM makers WHERE path = ?', path);
}

/** The key that owns an identity. */
export interface IdentityKey {
  readonly hash: string;
  /** The start of the certificate's validity in milliseconds since 1970, if a trusted CA issued it. */
  readonly vouchedFrom?: number;
}

const IDENTITY_KEYS = new Table<IdentityKey>('identity_keys', {
  hash: column.text('key_hash'),
  vouchedFrom: createOptionalColumns(column.number('vouched_from_ms')),
});

/** Finds the key of an identity; undefined before the first request and after a release. */
export function findIdentityKey(identity: string): Op<IdentityKey | undefined> {
  return IDENTITY_KEYS.find('WHERE identity = ?', identity);
}

/** Stores the key of an identity and replaces an earlier one. */
export function* keepIdentityKey(identity: string, { hash, vouchedFrom }: IdentityKey): Op<void> {
  yield* forgetIdentityKey(identity);
  yield* insertRow('identity_keys', { identity, key_hash: hash, vouched_from_ms: vouchedFrom });
}

/**
 * Removes the key of an identity.
 * @returns true if it existed
 */
export function forgetIdentityKey(identity: string): Op<boolean> {
  return hasRow('DELETE FROM identity_keys WHERE identity = ? RETURNING identity', identity);
}

/** The stored first response to an X-Request-ID, without the Date header. */
export interface RequestRecord {
  readonly tpp: string;
  readonly requestId: string;
  /** Milliseconds since 1970 on the bank's clock. */
  readonly createdAt: number;
  /** The SHA-256 of the values that identify a repeated request (S1-request-record). */
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

const REQUESTS = new Table<RequestRecord>('requests', {
  tpp: column.text('tpp'),
  requestId: column.text('request_id'),
  createdAt: column.number('created_at_ms'),
  fingerprint: column.text('fingerprint'),
  status: column.number('status'),
  headers: column.json('headers'),
  body: column.text('body'),
});

export function findRequest(tpp: string, requestId: string): Op<RequestRecord | undefined> {
  return REQUESTS.find('WHERE tpp = ? AND request_id = ?', tpp, requestId);
}

/** A stored request in the order of time. */
interface Creation extends Pick<RequestRecord, 'requestId' | 'body'> {
  readonly sequence: bigint;
}

const CREATIONS = new Table<Creation>('requests', {
  sequence: column.bigint('sequence'),
  requestId: column.text('request_id'),
  body: column.text('body'),
});

/** Lists creations with their X-Request-IDs in order, after a position. */
export function listRequestsAfter(sequence: bigint, limit: number): Op<Creation[]> {
  return CREATIONS.list('WHERE sequence > ? ORDER BY sequence LIMIT ?', sequence, limit);
}

/** Stores a response in the transaction of its request. */
export function keepRequest(record: RequestRecord): Op<void> {
  return REQUESTS.insert(record);
}

/** Removes an expired record, so that its X-Request-ID can be used again. */
export function* forgetRequest({ tpp, requestId }: RequestRecord): Op<void> {
  yield* run('DELETE FROM requests WHERE tpp = ? AND request_id = ?', tpp, requestId);
}

/** Removes the records created at or before `createdAt`, oldest first; rows are in the order of time. @see S12-kept */
export function* removeOldRequests(createdAt: number, limit: number): Op<void> {
  const oldest = 'SELECT sequence FROM requests ORDER BY sequence LIMIT ?';
  const sql = `DELETE FROM requests WHERE created_at_ms <= ? AND sequence IN (${oldest})`;
  yield* run(sql, createdAt, limit);
}
