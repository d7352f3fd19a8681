import { type Op, readInteger, run } from '../../../store/contract.ts';
import {
  column,
  createObjectColumns,
  createOptionalColumns,
  findNumber,
  hasRow,
  removeOldest,
  Table,
} from '../../../store/table.ts';
import type { Authorisation, Progress, PsuContext, Purpose, ScaFailure } from '../../domain/authorisation.ts';
import { OPEN } from '../schema.ts';

const PROGRESS = createObjectColumns<Progress>({
  wrongNumbers: column.number('wrong_numbers'),
  page: column.number('page'),
  identified: createOptionalColumns(column.text('identified')),
  context: createOptionalColumns(column.text<PsuContext>('context')),
  agreement: createOptionalColumns(column.text('agreement')),
  accounts: createOptionalColumns(column.json<readonly string[]>('accounts')),
  browser: createOptionalColumns(column.text('browser')),
  failure: createOptionalColumns(column.text<ScaFailure>('failure')),
  endedAt: createOptionalColumns(column.number('ended_at_ms')),
});

const SCAS = new Table<Authorisation>('authorisations', {
  sequence: column.bigint('sequence'),
  authorisationId: column.text('id'),
  purpose: column.text('purpose'),
  tpp: column.text('tpp'),
  tppName: column.text('tpp_name'),
  tppSessionId: column.text('tpp_session_id'),
  redirectUri: column.text('redirect_uri'),
  psu: createOptionalColumns(column.text('psu')),
  subject: createOptionalColumns(column.bigint('subject')),
  scaStatus: column.text('sca_status'),
  secret: column.text('secret'),
  createdAt: column.number('created_at_ms'),
  brand: createOptionalColumns(column.text('brand')),
  prefersApp: column.flag('prefers_app'),
  givenContext: createOptionalColumns(column.text<PsuContext>('given_context')),
  givenAgreement: createOptionalColumns(column.text('given_agreement')),
  progress: PROGRESS,
});

/** Inserts an authorisation that is either unopened or exempted and therefore ended. */
export function insertAuthorisation(sca: Authorisation): Op<void> {
  return SCAS.insert(sca);
}

/** Lists the ended authorisations of payments, bulks and baskets in the order of their starts. */
export function listEndedAuthorisations(): Op<Authorisation[]> {
  return SCAS.list(`WHERE subject IS NOT NULL AND NOT (${OPEN}) ORDER BY sequence`);
}

const UPDATE = `UPDATE authorisations SET sca_status = ?, ${PROGRESS.names.join(' = ?, ')} = ?
  WHERE sequence = ?`;

/** Updates the status and progress of an SCA. */
export function* updateAuthorisation({ sequence, scaStatus, progress }: Authorisation): Op<void> {
  yield* run(UPDATE, scaStatus, ...PROGRESS.write(progress), sequence);
}

/**
 * Finds an authorisation.
 * @param sequence the number in its id (`parseSequence`)
 */
export function findAuthorisation(sequence: bigint): Op<Authorisation | undefined> {
  return SCAS.find('WHERE sequence = ?', sequence);
}

/** Lists the SCAs of a payment, bulk or basket for some purposes, in the order of their starts. */
export function listAuthorisations(subject: bigint, purposes: readonly Purpose[]): Op<Authorisation[]> {
  const which = `WHERE subject = ? AND purpose IN (${purposes.map(() => '?').join(', ')}) ORDER BY sequence`;
  return SCAS.list(which, subject, ...purposes);
}

/** Lists the SCAs of payments, bulks and baskets, of any purpose, in the order of their starts. */
export function listAbout(subjects: readonly bigint[]): Op<Authorisation[]> {
  const which = 'WHERE subject IS NOT NULL AND subject IN (SELECT value FROM json_each(?)) ORDER BY sequence';
  return SCAS.list(which, JSON.stringify(subjects.map(Number)));
}

/** Lists SCAs, newest first. @param before the sequence after the first one */
export function listNewest(
  { before, limit }: { readonly before: bigint | undefined; readonly limit: number },
  isOpenOnly: boolean,
): Op<Authorisation[]> {
  const which = `WHERE (? IS NULL OR sequence < ?) ${isOpenOnly ? `AND ${OPEN}` : ''} ORDER BY sequence DESC LIMIT ?`;
  return SCAS.list(which, before ?? null, before ?? null, limit);
}

/** Lists the open SCAs of a payment, bulk or basket, of any purpose. */
export function listOpenAbout(subject: bigint): Op<Authorisation[]> {
  return SCAS.list(`WHERE subject = ? AND ${OPEN} ORDER BY sequence`, subject);
}

/** Lists the open SCAs whose PSU was deleted, oldest first. */
export function listOpenOfGone(): Op<Authorisation[]> {
  const gone = (member: string) =>
    `(${member} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM customers WHERE number = authorisations.${member}))`;
  const which = `${OPEN} AND (${gone('psu')} OR ${gone('identified')})`;
  return SCAS.list(`WHERE ${which} ORDER BY created_at_ms`);
}

/** The origin of an SCA without a subject. @see D2-same-authorisation */
export type SessionStart = Pick<Authorisation, 'tpp' | 'tppSessionId' | 'redirectUri'> & {
  readonly psu: string | undefined;
  readonly agreement: string | undefined;
};

/**
 * Finds the newest SCA of a purpose with the same origin whose link still works in any browser: no browser has opened
 * it, and the operator hasn't played its PSU. One TPP may have thousands in a session.
 * @see D2-sca-redirect-on-401
 */
export function findUnopenedSessionSca(
  { tpp, tppSessionId, redirectUri, psu, agreement }: SessionStart,
  purpose: 'session' | 'consent',
): Op<Authorisation | undefined> {
  // Both statuses are open, but SQLite uses the index of open ones only if that is said in its words.
  const which = `WHERE tpp = ? AND tpp_session_id = ? AND redirect_uri = ? AND subject IS NULL AND ${OPEN}
      AND sca_status IN ('RECEIVED', 'PSU_IDENTIFIED') AND browser IS NULL AND purpose = ?
      AND COALESCE(psu, '') = ? AND COALESCE(given_agreement, '') = ?
    ORDER BY sequence DESC LIMIT 1`;
  return SCAS.find(which, tpp, tppSessionId, redirectUri, purpose, psu ?? '', agreement ?? '');
}

/**
 * Returns true if a PSU declined an SCA in a session. An SCA whose PSU the headers didn't identify doesn't count,
 * because a TPP could otherwise test customer numbers.
 * @see D2-sca-codes
 */
export function hasDeclined(tpp: string, psu: string, tppSessionId: string): Op<boolean> {
  const sql = `SELECT 1 AS declined FROM authorisations
    WHERE tpp = ? AND tpp_session_id = ? AND failure = 'declined' AND psu = ? LIMIT 1`;
  return hasRow(sql, tpp, tppSessionId, psu);
}

/** Finds the lowest sequence of an open SCA: no SCA began before one with a lower sequence. @see S6-going-back */
export function* findOldestOpen(): Op<bigint | undefined> {
  const sql = `SELECT sequence FROM authorisations WHERE ${OPEN} ORDER BY created_at_ms, sequence LIMIT 1`;
  const [row] = yield { sql, values: [] };
  return row && readInteger(row, 'sequence');
}

/** Returns true if at least `count` SCAs of the TPP are open, for one PSU or in total. @see S9-open-authorisations */
export function* areOpen(count: number, tpp: string, psu?: string): Op<boolean> {
  const sql = `SELECT COUNT(*) AS n FROM authorisations WHERE tpp = ? AND ${OPEN}`;
  const open = yield* psu === undefined ? findNumber(sql, tpp) : findNumber(`${sql} AND psu = ?`, tpp, psu);
  return (open ?? 0) >= count;
}

/** Lists open SCAs that were started at or before a time, oldest first. */
export function listOpenSince(startedBy: number, limit: number): Op<Authorisation[]> {
  const which = `WHERE ${OPEN} AND created_at_ms <= ? ORDER BY created_at_ms LIMIT ?`;
  return SCAS.list(which, startedBy, limit);
}

/** Removes the SCAs that ended at or before `endedAt`, oldest first. @see S12-kept */
export function removeOldAuthorisations(endedAt: number, limit: number): Op<void> {
  return removeOldest('authorisations', 'sequence', 'ended_at_ms', endedAt, limit);
}
