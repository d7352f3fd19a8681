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
  removeOldest,
  Table,
} from '../../../store/table.ts';
import type { PsuContext, Session } from '../../domain/authorisation.ts';

/** The customer behind a PSU-ID of this TPP; none when the customer is gone. @see D6-psu-id */
export function findCustomerOfPsuId(tpp: string, psuId: string): Op<string | undefined> {
  return findText(
    `SELECT customer_number FROM psus JOIN customers ON customers.number = psus.customer_number
     WHERE tpp = ? AND psu_id = ?`,
    tpp,
    psuId,
  );
}

/**
 * An SCA of this TPP and PSU was finalised: the psu-id made at the first one never changes; the 180 days run from the
 * last one, which stays known when its session goes.
 * @see D6-psu-id, D6-last-sca
 */
export function* keepPsu(tpp: string, customerNumber: string, psuId: string, lastSca: number): Op<void> {
  yield* insertRow(
    'psus',
    { tpp, customer_number: customerNumber, psu_id: psuId, last_sca_ms: lastSca },
    'ON CONFLICT (tpp, customer_number) DO UPDATE SET last_sca_ms = excluded.last_sca_ms',
  );
}

/** A customer is gone: no 180 days run. The psu-id stays: it belongs to the number. @see D6-psu-id */
export function* forgetLastSca(customerNumber: string): Op<void> {
  yield* run('UPDATE psus SET last_sca_ms = NULL WHERE customer_number = ?', customerNumber);
}

/** When the last SCA of this TPP and PSU was finalised. @see D6-last-sca */
export function findLastSca(tpp: string, customerNumber: string): Op<number | undefined> {
  return findNumber(
    'SELECT last_sca_ms FROM psus WHERE tpp = ? AND customer_number = ?',
    tpp,
    customerNumber,
  );
}

/** The psu-id that this TPP knows a PSU by, since their first SCA. */
export function findPsuId(tpp: string, customerNumber: string): Op<string | undefined> {
  return findText('SELECT psu_id FROM psus WHERE tpp = ? AND customer_number = ?', tpp, customerNumber);
}

/**
 * The agreement behind a PSU-Corporate-ID of this TPP and PSU, whether it is still there or not. @see
 * D6-psu-corporate-id
 */
export function findAgreementOfCorporateId(
  tpp: string,
  customerNumber: string,
  corporateId: string,
): Op<string | undefined> {
  const sql =
    'SELECT agreement FROM corporate_ids WHERE tpp = ? AND customer_number = ? AND corporate_id = ?';
  return findText(sql, tpp, customerNumber, corporateId);
}

/** Keeps the psu-corporate-id made at the first SCA in this agreement. */
export function* keepCorporateId(
  tpp: string,
  customerNumber: string,
  agreement: string,
  corporateId: string,
): Op<void> {
  yield* insertRow(
    'corporate_ids',
    { tpp, customer_number: customerNumber, agreement, corporate_id: corporateId },
    'ON CONFLICT (tpp, customer_number, agreement) DO NOTHING',
  );
}

/** The psu-corporate-id that this TPP knows a PSU in an agreement by. */
export function findCorporateId(
  tpp: string,
  customerNumber: string,
  agreement: string,
): Op<string | undefined> {
  const sql =
    'SELECT corporate_id FROM corporate_ids WHERE tpp = ? AND customer_number = ? AND agreement = ?';
  return findText(sql, tpp, customerNumber, agreement);
}

const SESSIONS = new Table<Session>('sessions', {
  context: column.text<PsuContext>('context'),
  agreement: createOptionalColumns(column.text('agreement')),
  finalisedAt: column.number('finalised_at_ms'),
  dead: column.flag('dead'),
});

/** The session of a TPP, PSU and TPP-Session-ID, alive or not. @see D6-session */
export function findSession(tpp: string, psu: string, tppSessionId: string): Op<Session | undefined> {
  return SESSIONS.find('WHERE tpp = ? AND psu = ? AND tpp_session_id = ?', tpp, psu, tppSessionId);
}

/**
 * An SCA was finalised: its session's hour begins, and every other one of this TPP and PSU is dead.
 * @see D6-session
 */
export function* keepSession(
  tpp: string,
  psu: string,
  tppSessionId: string,
  { context, agreement, finalisedAt }: Omit<Session, 'dead'>,
): Op<void> {
  yield* run(
    'UPDATE sessions SET dead = 1 WHERE tpp = ? AND psu = ? AND dead = 0 AND tpp_session_id <> ?',
    tpp,
    psu,
    tppSessionId,
  );
  yield* insertRow(
    'sessions',
    { tpp, psu, tpp_session_id: tppSessionId, context, agreement, finalised_at_ms: finalisedAt, dead: 0 },
    `ON CONFLICT (tpp, psu, tpp_session_id) DO UPDATE SET context = excluded.context,
       agreement = excluded.agreement, finalised_at_ms = excluded.finalised_at_ms, dead = 0`,
  );
}

/** Lets go of the oldest sessions, as far as their last SCA was at `lastSca` or before. @see S12-kept */
export function removeOldSessions(lastSca: number, limit: number): Op<void> {
  return removeOldest('sessions', 'tpp, psu, tpp_session_id', 'finalised_at_ms', lastSca, limit);
}

/** The sessions of a customer end, at whatever TPP. */
export function* removeSessions(customerNumber: string): Op<void> {
  yield* run(
    `DELETE FROM sessions WHERE (tpp, psu) IN
       (SELECT tpp, customer_number FROM psus WHERE customer_number = ?)`,
    customerNumber,
  );
}

/** The key by which calls are counted. @see D6-four-calls */
export interface CountedCall {
  readonly tpp: string;
  /** customerNumber. */
  readonly psu: string;
  /** Id of the account or card account. */
  readonly account: string;
  readonly operation: string;
}

/** When the calls came that hold places, by place. */
export function* listCalls({ tpp, psu, account, operation }: CountedCall): Op<ReadonlyMap<number, number>> {
  const calls = yield* listRows(
    CALL.read,
    `SELECT place, called_at_ms FROM unattended_calls
     WHERE tpp = ? AND psu = ? AND account = ? AND operation = ?`,
    tpp,
    psu,
    account,
    operation,
  );
  return new Map(calls.map(({ place, at }) => [place, at]));
}

const CALL = createObjectColumns({ place: column.number('place'), at: column.number('called_at_ms') });

/** A call takes a place; the one that had it is counted no more. */
export function* keepCall(call: CountedCall, place: number, calledAt: number): Op<void> {
  const { tpp, psu, account, operation } = call;
  yield* insertRow(
    'unattended_calls',
    { tpp, psu, account, operation, place, called_at_ms: calledAt },
    'ON CONFLICT (tpp, psu, account, operation, place) DO UPDATE SET called_at_ms = excluded.called_at_ms',
  );
}

/** Lets go of the oldest calls, as far as they came at `calledAt` or before. @see S12-kept */
export function removeOldCalls(calledAt: number, limit: number): Op<void> {
  return removeOldest(
    'unattended_calls',
    'tpp, psu, account, operation, place',
    'called_at_ms',
    calledAt,
    limit,
  );
}

/** The agreement of who acts for itself. */
const NONE = '';

/**
 * Finds the accounts and card accounts that a PSU lets a TPP see; none where no consent is in force.
 * @param agreement absent: where the PSU acts for itself
 * @see D6-consent
 */
export function* findConsented(tpp: string, psu: string, agreement = NONE): Op<ReadonlySet<string>> {
  const sql = 'SELECT account FROM consent_accounts WHERE tpp = ? AND psu = ? AND agreement = ?';
  return new Set(yield* listRows((row) => readText(row, 'account'), sql, tpp, psu, agreement));
}

/** Tells whether a consent was ever given; a revoked one counts. */
export function wasConsented(tpp: string, psu: string, agreement = NONE): Op<boolean> {
  return hasRow('SELECT 1 FROM consents WHERE tpp = ? AND psu = ? AND agreement = ?', tpp, psu, agreement);
}

/** A new selection takes the place of the old one. @param accounts of one at least */
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

/** The PSU has revoked it. */
export function* removeConsent(tpp: string, psu: string, agreement = NONE): Op<void> {
  const which = 'tpp = ? AND psu = ? AND agreement = ?';
  yield* run(`DELETE FROM consent_accounts WHERE ${which}`, tpp, psu, agreement);
}

/** The PSU has revoked what it had given to whatever TPP. */
export function* removeConsentsToAll(psu: string, agreement: string | undefined): Op<void> {
  yield* run('DELETE FROM consent_accounts WHERE psu = ? AND agreement = ?', psu, agreement ?? NONE);
}

/** Takes an account or card account that is gone out of all consents. */
export function* removeFromConsents(account: string): Op<void> {
  yield* run('DELETE FROM consent_accounts WHERE account = ?', account);
}

/** An agreement is gone, and with it what was given in it. */
export function* removeConsentsIn(agreement: string): Op<void> {
  for (const table of TABLES) yield* run(`DELETE FROM ${table} WHERE agreement = ?`, agreement);
}

/** A customer is going, and with it its agreements; the accounts of what was given in them go with the accounts. */
export function* removeConsentsInAgreements(owner: string): Op<void> {
  yield* run(
    'DELETE FROM consents WHERE agreement IN (SELECT id FROM agreements WHERE owner_number = ?)',
    owner,
  );
}

/** Removes what a customer that is gone had given. */
export function* removeConsents(psu: string): Op<void> {
  for (const table of TABLES) yield* run(`DELETE FROM ${table} WHERE psu = ?`, psu);
}

const TABLES = ['consent_accounts', 'consents'] as const;
