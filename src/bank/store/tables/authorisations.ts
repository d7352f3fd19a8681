import { DamagedContent, type Op, type Row, run, small } from '../../../store/contract.ts';
import { column, hasRow, type Members, object, optional, Table } from '../../../store/table.ts';
import type { Authorisation, Progress, PsuContext, Purpose, ScaFailure } from '../../domain/authorisation.ts';
import { OPEN, UNFINISHED } from '../schema.ts';

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

const MEMBERS: Members<Authorisation> = {
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
};
const SCAS = new Table<Authorisation>('authorisations', MEMBERS);

/** From its end on, or another instant, the time of an SCA is counted. */
const KEPT_SCAS = new Table<EndedAuthorisation>('authorisations', {
  ...MEMBERS,
  keptFrom: optional(column.number('kept_from_ms')),
});

/** One that has ended, and from when its time is counted. */
export interface EndedAuthorisation extends Authorisation {
  readonly keptFrom: number | undefined;
}

/** Inserts one that nobody has opened yet; an exempted one has ended already. */
export function insertAuthorisation(sca: Authorisation): Op<void> {
  return KEPT_SCAS.insert({ keptFrom: sca.progress.endedAt, ...sca });
}

/** Those of payments, bulks and baskets that have ended, the first started first. */
export function listEndedAuthorisations(): Op<EndedAuthorisation[]> {
  return KEPT_SCAS.list(`WHERE subject IS NOT NULL AND NOT (${OPEN}) ORDER BY sequence`);
}

const UPDATE = `UPDATE authorisations SET sca_status = ?, kept_from_ms = ?, ${PROGRESS.names.join(' = ?, ')} = ?
  WHERE sequence = ?`;

/** Writes how far an SCA has come; from its end on its time is counted. */
export function* updateAuthorisation({ sequence, scaStatus, progress }: Authorisation): Op<void> {
  yield* run(UPDATE, scaStatus, progress.endedAt ?? null, ...PROGRESS.write(progress), sequence);
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

/**
 * Whether so many SCAs of this TPP are open, of a PSU or of all. They are counted only where so many numbers were drawn
 * since the oldest that is open: below it the answer is known from two looks into an index.
 * @see S9-open-authorisations
 */
export function* areOpen(count: number, tpp: string, psu?: string): Op<boolean> {
  const [row] = yield* psu === undefined
    ? run(countedFrom('tpp = ?'), count, tpp)
    : run(countedFrom('tpp = ? AND psu = ?'), count, tpp, psu);
  return row !== undefined && small(row, 'open') >= count;
}

/** What is started first is numbered first, and stays so where the clock goes back (ages.ts). */
function countedFrom(condition: string): string {
  return `SELECT CASE WHEN (SELECT MAX(sequence) FROM authorisations)
      - (SELECT sequence FROM authorisations WHERE ${OPEN} ORDER BY created_at_ms, sequence LIMIT 1) + 1 >= ?
    THEN (SELECT COUNT(*) FROM authorisations WHERE ${condition} AND ${OPEN}) ELSE 0 END AS open`;
}

/** Open SCAs that were started at or before an instant, the oldest first. */
export function listOpenSince(startedBy: number, limit: number): Op<Authorisation[]> {
  const which = `WHERE ${OPEN} AND created_at_ms <= ? ORDER BY created_at_ms LIMIT ?`;
  return SCAS.list(which, startedBy, limit);
}

/** An SCA that has ended, as far as it matters for whether it may go. @see S12-kept */
export type EndedSca = Pick<Authorisation, 'sequence' | 'purpose' | 'subject'>;

/** SCAs whose time is counted from `keptFrom` or before, the oldest first. */
export function listEndedBefore(keptFrom: number, limit: number): Op<EndedSca[]> {
  const over = 'WHERE kept_from_ms IS NOT NULL AND kept_from_ms <= ? ORDER BY kept_from_ms LIMIT ?';
  return SCAS.list(over, keptFrom, limit);
}

const COUNTS = `COUNT(*) AS payments, COALESCE(SUM(CASE WHEN ${UNFINISHED} THEN 1 ELSE 0 END), 0) AS unfinished`;

/** How many payments an SCA is about, and how many of them are on their way; a deleted basket is about none. */
export interface About {
  readonly payments: number;
  readonly unfinished: number;
}

export function* countAbout({ purpose, subject }: EndedSca): Op<About> {
  if (subject === undefined) return { payments: 0, unfinished: 0 };
  const [row] = yield* purpose === 'basket' ? countOfBasket(subject) : countOfOrder(subject);
  if (!row) throw new DamagedContent('a count has no row');
  return { payments: small(row, 'payments'), unfinished: small(row, 'unfinished') };
}

function countOfBasket(basket: bigint): Op<readonly Row[]> {
  return run(
    `SELECT ${COUNTS} FROM baskets JOIN basket_payments ON basket_payments.basket = baskets.sequence
       JOIN payments ON payments.sequence = basket_payments.payment
     WHERE baskets.sequence = ? AND state <> 'DELETED'`,
    basket,
  );
}

/** Of a payment, or of a bulk. */
function countOfOrder(sequence: bigint): Op<readonly Row[]> {
  return run(
    `SELECT ${COUNTS} FROM payments WHERE sequence = ? OR (bulk = ? AND bulk IS NOT NULL)`,
    sequence,
    sequence,
  );
}

export function* removeAuthorisation({ sequence }: EndedSca): Op<void> {
  yield* run('DELETE FROM authorisations WHERE sequence = ?', sequence);
}

/** Its time is counted anew: what it is about is on its way. */
export function* keepFrom({ sequence }: EndedSca, keptFrom: number): Op<void> {
  yield* run('UPDATE authorisations SET kept_from_ms = ? WHERE sequence = ?', keptFrom, sequence);
}
