import { type Op, readText, run } from '../../../store/contract.ts';
import {
  column,
  createObjectColumns,
  createOptionalColumns,
  findNumber,
  findText,
  hasRow,
  insertRow,
  insertRows,
  listRows,
  listTexts,
  removeOldest,
  Table,
} from '../../../store/table.ts';
import type { PsuContext, Session } from '../../domain/authorisation.ts';

/** Finds the customer of a PSU-ID of this TPP; undefined if the customer was deleted. @see D6-psu-id */
export function findCustomerOfPsuId(tpp: string, psuId: string): Op<string | undefined> {
  const sql = `SELECT customer_number FROM psus JOIN customers ON customers.number = psus.customer_number
    WHERE tpp = ? AND psu_id = ?`;
  return findText(sql, tpp, psuId);
}

/**
 * Stores a finalised SCA of a TPP and PSU. The psu-id of the first SCA never changes; the 180 days start at the last
 * SCA, whose time is stored independent of its session.
 * @returns the psu-id of the first SCA
 * @see D6-psu-id, D6-last-sca
 */
export function* keepPsu(tpp: string, psu: string, psuId: string, lastSca: number): Op<string> {
  const [row] = yield* insertRow(
    'psus',
    { tpp, customer_number: psu, psu_id: psuId, last_sca_ms: lastSca },
    'ON CONFLICT (tpp, customer_number) DO UPDATE SET last_sca_ms = excluded.last_sca_ms RETURNING psu_id',
  );
  return row ? readText(row, 'psu_id') : psuId;
}

/** Clears the last SCA of a deleted customer. The psu-id stays, because it belongs to the number. @see D6-psu-id */
export function* forgetLastSca(psu: string): Op<void> {
  yield* run('UPDATE psus SET last_sca_ms = NULL WHERE customer_number = ?', psu);
}

/** Finds the time of the last finalised SCA of a TPP and PSU. @see D6-last-sca */
export function findLastSca(tpp: string, psu: string): Op<number | undefined> {
  return findNumber('SELECT last_sca_ms FROM psus WHERE tpp = ? AND customer_number = ?', tpp, psu);
}

/** Finds the psu-id of a TPP and PSU, stored at their first SCA. */
export function findPsuId(tpp: string, psu: string): Op<string | undefined> {
  return findText('SELECT psu_id FROM psus WHERE tpp = ? AND customer_number = ?', tpp, psu);
}

/** Finds the agreement of a PSU-Corporate-ID of this TPP and PSU, even if it was deleted. @see D6-psu-corporate-id */
export function findAgreementOfCorporateId(
  tpp: string,
  psu: string,
  corporateId: string,
): Op<string | undefined> {
  const sql =
    'SELECT agreement FROM corporate_ids WHERE tpp = ? AND customer_number = ? AND corporate_id = ?';
  return findText(sql, tpp, psu, corporateId);
}

/** Stores the psu-corporate-id of the first SCA in an agreement. */
export function* keepCorporateId(tpp: string, psu: string, agreement: string, corporateId: string): Op<void> {
  yield* insertRow(
    'corporate_ids',
    { tpp, customer_number: psu, agreement, corporate_id: corporateId },
    'ON CONFLICT (tpp, customer_number, agreement) DO NOTHING',
  );
}

/** Finds the psu-corporate-id of a TPP, PSU and agreement. */
export function findCorporateId(tpp: string, psu: string, agreement: string): Op<string | undefined> {
  const sql =
    'SELECT corporate_id FROM corporate_ids WHERE tpp = ? AND customer_number = ? AND agreement = ?';
  return findText(sql, tpp, psu, agreement);
}

const SESSIONS = new Table<Session>('sessions', {
  context: column.text<PsuContext>('context'),
  agreement: createOptionalColumns(column.text('agreement')),
  finalisedAt: column.number('finalised_at_ms'),
  dead: column.flag('dead'),
});

/** Finds the session of a TPP, PSU and TPP-Session-ID, live or dead. @see D6-session */
export function findSession(tpp: string, psu: string, tppSessionId: string): Op<Session | undefined> {
  return SESSIONS.find('WHERE tpp = ? AND psu = ? AND tpp_session_id = ?', tpp, psu, tppSessionId);
}

/**
 * Stores the session of a finalised SCA: its hour starts, and all other sessions of this TPP and PSU become dead.
 * @see D6-session
 */
export function* keepSession(
  tpp: string,
  psu: string,
  tppSessionId: string,
  { context, agreement, finalisedAt }: Omit<Session, 'dead'>,
): Op<void> {
  const others = 'tpp = ? AND psu = ? AND dead = 0 AND tpp_session_id <> ?';
  yield* run(`UPDATE sessions SET dead = 1 WHERE ${others}`, tpp, psu, tppSessionId);
  yield* insertRow(
    'sessions',
    { tpp, psu, tpp_session_id: tppSessionId, context, agreement, finalised_at_ms: finalisedAt, dead: 0 },
    `ON CONFLICT (tpp, psu, tpp_session_id) DO UPDATE SET context = excluded.context,
       agreement = excluded.agreement, finalised_at_ms = excluded.finalised_at_ms, dead = 0`,
  );
}

/** Removes the sessions whose last SCA was at or before `lastSca`, oldest first. @see S12-kept */
export function removeOldSessions(lastSca: number, limit: number): Op<void> {
  return removeOldest('sessions', 'tpp, psu, tpp_session_id', 'finalised_at_ms', lastSca, limit);
}

/**
 * Sets the last SCA of the live sessions with this TPP-Session-ID to an earlier time.
 * @returns true if there was one
 */
export function ageSessions(tppSessionId: string, lastSca: number): Op<boolean> {
  const sql = `UPDATE sessions SET finalised_at_ms = ? WHERE tpp_session_id = ? AND dead = 0 AND finalised_at_ms > ?
    RETURNING psu`;
  return hasRow(sql, lastSca, tppSessionId, lastSca);
}

/** Removes the sessions of a customer with all TPPs. */
export function* removeSessions(psu: string): Op<void> {
  const all = 'SELECT tpp, customer_number FROM psus WHERE customer_number = ?';
  yield* run(`DELETE FROM sessions WHERE (tpp, psu) IN (${all})`, psu);
}

/** The key under which calls are counted. @see D6-four-calls */
export interface CountedCall {
  readonly tpp: string;
  /** The customerNumber. */
  readonly psu: string;
  /** The id of the account or card account. */
  readonly account: string;
  readonly operation: string;
}

/** Lists the times of the counted calls by slot. */
export function* listCalls({ tpp, psu, account, operation }: CountedCall): Op<ReadonlyMap<number, number>> {
  const sql = `SELECT place, called_at_ms FROM unattended_calls
    WHERE tpp = ? AND psu = ? AND account = ? AND operation = ?`;
  const calls = yield* listRows(CALL.read, sql, tpp, psu, account, operation);
  return new Map(calls.map(({ place, at }) => [place, at]));
}

const CALL = createObjectColumns({ place: column.number('place'), at: column.number('called_at_ms') });

/** Stores a call in a slot and replaces the earlier one. */
export function* keepCall(call: CountedCall, place: number, calledAt: number): Op<void> {
  const { tpp, psu, account, operation } = call;
  yield* insertRow(
    'unattended_calls',
    { tpp, psu, account, operation, place, called_at_ms: calledAt },
    'ON CONFLICT (tpp, psu, account, operation, place) DO UPDATE SET called_at_ms = excluded.called_at_ms',
  );
}

/** Removes the calls made at or before `calledAt`, oldest first. @see S12-kept */
export function removeOldCalls(calledAt: number, limit: number): Op<void> {
  const key = 'tpp, psu, account, operation, place';
  return removeOldest('unattended_calls', key, 'called_at_ms', calledAt, limit);
}

/** The agreement of a PSU that acts for itself. */
const NONE = '';

/**
 * Finds the accounts and card accounts of a consent; empty if no consent is valid.
 * @param agreement absent if the PSU acts for itself
 * @see D6-consent
 */
export function* findConsented(tpp: string, psu: string, agreement = NONE): Op<ReadonlySet<string>> {
  const sql = 'SELECT account FROM consent_accounts WHERE tpp = ? AND psu = ? AND agreement = ?';
  return new Set(yield* listTexts(sql, tpp, psu, agreement));
}

/** Returns true if a consent was ever given, even if it was revoked. */
export function wasConsented(tpp: string, psu: string, agreement = NONE): Op<boolean> {
  return hasRow('SELECT 1 FROM consents WHERE tpp = ? AND psu = ? AND agreement = ?', tpp, psu, agreement);
}

/**
 * Replaces the accounts of a consent.
 * @param accounts at least one
 */
export function* keepConsent(
  tpp: string,
  psu: string,
  agreement: string | undefined,
  accounts: Iterable<string>,
): Op<void> {
  yield* removeConsent(tpp, psu, agreement);
  const key = [tpp, psu, agreement ?? NONE];
  yield* run('INSERT INTO consents (tpp, psu, agreement) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', ...key);
  yield* insertRows(
    'INSERT INTO consent_accounts (tpp, psu, agreement, account)',
    [...accounts].map((account) => [...key, account]),
  );
}

/** Revokes a consent. */
export function* removeConsent(tpp: string, psu: string, agreement = NONE): Op<void> {
  const which = 'tpp = ? AND psu = ? AND agreement = ?';
  yield* run(`DELETE FROM consent_accounts WHERE ${which}`, tpp, psu, agreement);
}

/** Revokes the consents to all TPPs, for one agreement or the PSU itself. */
export function* removeConsentsToAll(psu: string, agreement: string | undefined): Op<void> {
  yield* run('DELETE FROM consent_accounts WHERE psu = ? AND agreement = ?', psu, agreement ?? NONE);
}

/** Removes a deleted account or card account from all consents. */
export function* removeFromConsents(account: string): Op<void> {
  yield* run('DELETE FROM consent_accounts WHERE account = ?', account);
}

/** Removes all consents in a deleted agreement. */
export function* removeConsentsIn(agreement: string): Op<void> {
  for (const table of TABLES) yield* run(`DELETE FROM ${table} WHERE agreement = ?`, agreement);
}

/** Removes the consents in a customer's agreements; the rows of accounts are removed with the accounts. */
export function* removeConsentsInAgreements(owner: string): Op<void> {
  const own = 'SELECT id FROM agreements WHERE owner_number = ?';
  yield* run(`DELETE FROM consents WHERE agreement IN (${own})`, owner);
}

/** Removes the consents of a deleted customer. */
export function* removeConsents(psu: string): Op<void> {
  for (const table of TABLES) yield* run(`DELETE FROM ${table} WHERE psu = ?`, psu);
}

const TABLES = ['consent_accounts', 'consents'] as const;
