import { type Op, run } from '../../../store/contract.ts';
import { column, findNumber, hasRow, object, optional, removeOldest, Table } from '../../../store/table.ts';
import type { Authorisation, Progress, PsuContext, Purpose, ScaFailure } from '../../domain/authorisation.ts';
import { OPEN } from '../schema.ts';

const PROGRESS = object<Progress>({
  wrongNumbers: column.number('wrong_numbers'),
  page: column.number('page'),
  identified: optional(column.text('identified')),
  context: optional(column.text<PsuContext>('context')),
  agreement: optional(column.text('agreement')),
  accounts: optional(column.json<readonly string[]>('accounts')),
  browser: optional(column.text('browser')),
  failure: optional(column.text<ScaFailure>('failure')),
  endedAt: optional(column.number('ended_at_ms')),
});

const SCAS = new Table<Authorisation>('authorisations', {
  sequence: column.bigint('sequence'),
  authorisationId: column.text('id'),
  purpose: column.text('purpose'),
  tpp: column.text('tpp'),
  tppName: column.text('tpp_name'),
  tppSessionId: column.text('tpp_session_id'),
  redirectUri: column.text('redirect_uri'),
  psu: optional(column.text('psu')),
  subject: optional(column.bigint('subject')),
  scaStatus: column.text('sca_status'),
  secret: column.text('secret'),
  createdAt: column.number('created_at_ms'),
  brand: optional(column.text('brand')),
  prefersApp: column.flag('prefers_app'),
  givenContext: optional(column.text<PsuContext>('given_context')),
  givenAgreement: optional(column.text('given_agreement')),
  progress: PROGRESS,
});
/** Inserts one that nobody has opened yet; an exempted one has ended already. */
export function insertAuthorisation(sca: Authorisation): Op<void> {
  return SCAS.insert(sca);
}

/** Those of payments, bulks and baskets that have ended, the first started first. */
export function listEndedAuthorisations(): Op<Authorisation[]> {
  return SCAS.list(`WHERE subject IS NOT NULL AND NOT (${OPEN}) ORDER BY sequence`);
}

const UPDATE = `UPDATE authorisations SET sca_status = ?, ${PROGRESS.names.join(' = ?, ')} = ?
  WHERE sequence = ?`;

/** Writes how far an SCA has come. */
export function* updateAuthorisation({ sequence, scaStatus, progress }: Authorisation): Op<void> {
  yield* run(UPDATE, scaStatus, ...PROGRESS.write(progress), sequence);
}

/** @param sequence the number in the authorisation's id (`sequenceOf`) */
export function findAuthorisation(sequence: bigint): Op<Authorisation | undefined> {
  return SCAS.find('WHERE sequence = ?', sequence);
}

/** The SCAs of a payment, bulk or basket, the first started first. */
export function listAuthorisations(subject: bigint, purpose: Purpose): Op<Authorisation[]> {
  return SCAS.list('WHERE subject = ? AND purpose = ? ORDER BY sequence', subject, purpose);
}

/** The open SCAs of a payment, bulk or basket, of whatever kind. */
export function listOpenAbout(subject: bigint): Op<Authorisation[]> {
  return SCAS.list(`WHERE subject = ? AND ${OPEN} ORDER BY sequence`, subject);
}

/** Open SCAs whose PSU is gone. The oldest come first. */
export function listOpenOfGone(): Op<Authorisation[]> {
  const gone = (member: string) =>
    `(${member} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM customers WHERE number = authorisations.${member}))`;
  const which = `${OPEN} AND (${gone('psu')} OR ${gone('identified')})`;
  return SCAS.list(`WHERE ${which} ORDER BY created_at_ms`);
}

/** From where an SCA that no payment waits for is started, and for whom. @see D2-same-authorisation */
export type SessionStart = Pick<Authorisation, 'tpp' | 'tppSessionId' | 'redirectUri'> & {
  readonly psu: string | undefined;
  readonly agreement: string | undefined;
};

/**
 * Finds the newest SCA of a purpose that was started this way and whose link still works in any browser: none has opened
 * it, and the operator hasn't played its PSU. One TPP may have thousands in a session.
 * @see D2-sca-redirect-on-401
 */
export function findUnopenedSessionSca(
  { tpp, tppSessionId, redirectUri, psu, agreement }: SessionStart,
  purpose: 'session' | 'consent',
): Op<Authorisation | undefined> {
  return SCAS.find(
    `WHERE tpp = ? AND tpp_session_id = ? AND redirect_uri = ? AND subject IS NULL
       AND sca_status IN ('RECEIVED', 'PSU_IDENTIFIED') AND browser IS NULL AND purpose = ? AND COALESCE(psu, '') = ? AND COALESCE(given_agreement, '') = ?
     ORDER BY sequence DESC LIMIT 1`,
    tpp,
    tppSessionId,
    redirectUri,
    purpose,
    psu ?? '',
    agreement ?? '',
  );
}

/**
 * Whether a PSU has declined an SCA in a session, of whatever kind. One that the TPP started for nobody is nobody's: who
 * declined it is not for the TPP to find out by naming one customer after the other.
 * @see D2-sca-codes
 */
export function hasDeclined(tpp: string, psu: string, tppSessionId: string): Op<boolean> {
  return hasRow(
    `SELECT 1 AS declined FROM authorisations
     WHERE tpp = ? AND tpp_session_id = ? AND failure = 'declined' AND psu = ? LIMIT 1`,
    tpp,
    tppSessionId,
    psu,
  );
}

/** Tells whether so many SCAs of this TPP are open, of a PSU or of all. @see S9-open-authorisations */
export function* areOpen(count: number, tpp: string, psu?: string): Op<boolean> {
  const sql = `SELECT COUNT(*) AS n FROM authorisations WHERE tpp = ? AND ${OPEN}`;
  const open = yield* psu === undefined ? findNumber(sql, tpp) : findNumber(`${sql} AND psu = ?`, tpp, psu);
  return (open ?? 0) >= count;
}

/** Open SCAs that were started at or before an instant, the oldest first. */
export function listOpenSince(startedBy: number, limit: number): Op<Authorisation[]> {
  const which = `WHERE ${OPEN} AND created_at_ms <= ? ORDER BY created_at_ms LIMIT ?`;
  return SCAS.list(which, startedBy, limit);
}

/** Removes the SCAs that have ended longest ago, as far as they ended at `endedAt` or before. @see S12-kept */
export function removeOldAuthorisations(endedAt: number, limit: number): Op<void> {
  return removeOldest('authorisations', 'sequence', 'ended_at_ms', endedAt, limit);
}
