import {
  DamagedContent,
  flag,
  integer,
  type Op,
  optionalText,
  parseStored,
  type Row,
  run,
  small,
  text,
} from '../../../store/contract.ts';
import type { ScaStatus } from '../../../values/statuses.ts';
import type { Authorisation, Progress, PsuContext, Purpose, ScaFailure } from '../../domain/authorisation.ts';
import { OPEN, UNFINISHED } from '../sql.ts';

const COLUMNS = `sequence, id, purpose, tpp, tpp_name, tpp_session_id, redirect_uri, psu, subject, sca_status, secret,
  created_at_ms, brand, prefers_app, given_context, given_agreement, identified, context, agreement, accounts,
  wrong_numbers, browser, page, failure, ended_at_ms`;

/** Inserts one that nobody has opened yet; an exempted one has ended already. */
export function* insertAuthorisation(authorisation: Authorisation): Op<void> {
  const { identified = null, endedAt = null } = authorisation.progress;
  yield* run(
    `INSERT INTO authorisations (sequence, id, purpose, tpp, tpp_name, tpp_session_id, redirect_uri, psu, subject,
       sca_status, secret, created_at_ms, brand, prefers_app, given_context, given_agreement, identified, ended_at_ms,
       kept_from_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    authorisation.sequence,
    authorisation.authorisationId,
    authorisation.purpose,
    authorisation.tpp,
    authorisation.tppName,
    authorisation.tppSessionId,
    authorisation.redirectUri,
    authorisation.psu ?? null,
    authorisation.subject ?? null,
    authorisation.scaStatus,
    authorisation.secret,
    authorisation.createdAt,
    authorisation.brand ?? null,
    Number(authorisation.prefersApp),
    authorisation.givenContext ?? null,
    authorisation.givenAgreement ?? null,
    identified,
    endedAt,
    endedAt,
  );
}

/** Writes how far an SCA has come; from its end on its time is counted. */
export function* updateAuthorisation({ sequence, scaStatus, progress }: Authorisation): Op<void> {
  yield* run(
    `UPDATE authorisations SET sca_status = ?, identified = ?, context = ?, agreement = ?, accounts = ?,
       wrong_numbers = ?, browser = ?, page = ?, failure = ?, ended_at_ms = ?, kept_from_ms = ? WHERE sequence = ?`,
    scaStatus,
    progress.identified ?? null,
    progress.context ?? null,
    progress.agreement ?? null,
    progress.accounts === undefined ? null : JSON.stringify(progress.accounts),
    progress.wrongNumbers,
    progress.browser ?? null,
    progress.page,
    progress.failure ?? null,
    progress.endedAt ?? null,
    progress.endedAt ?? null,
    sequence,
  );
}

/** @param sequence the number in the authorisation's id (`sequenceOf`) */
export function* findAuthorisation(sequence: bigint): Op<Authorisation | undefined> {
  const [row] = yield* run(`SELECT ${COLUMNS} FROM authorisations WHERE sequence = ?`, sequence);
  return row && read(row);
}

/** The SCAs of a payment, bulk or basket, the first started first. */
export function* listAuthorisations(subject: bigint, purpose: Purpose): Op<Authorisation[]> {
  const rows = yield* run(
    `SELECT ${COLUMNS} FROM authorisations WHERE subject = ? AND purpose = ? ORDER BY sequence`,
    subject,
    purpose,
  );
  return rows.map(read);
}

/** The open SCAs of a payment, bulk or basket, of whatever kind. */
export function* listOpenAbout(subject: bigint): Op<Authorisation[]> {
  const rows = yield* run(
    `SELECT ${COLUMNS} FROM authorisations WHERE subject = ? AND ${OPEN} ORDER BY sequence`,
    subject,
  );
  return rows.map(read);
}

/** Open SCAs whose PSU is gone. The oldest come first. */
export function* listOpenOfGone(limit: number): Op<Authorisation[]> {
  const gone = (member: string) =>
    `(${member} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM customers WHERE number = authorisations.${member}))`;
  const rows = yield* run(
    `SELECT ${COLUMNS} FROM authorisations WHERE ${OPEN} AND (
       ${gone('psu')} OR ${gone('identified')})
     ORDER BY created_at_ms LIMIT ?`,
    limit,
  );
  return rows.map(read);
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
export function* findUnopenedSessionSca(
  { tpp, tppSessionId, redirectUri, psu, agreement }: SessionStart,
  purpose: 'session' | 'consent',
): Op<Authorisation | undefined> {
  const [row] = yield* run(
    `SELECT ${COLUMNS} FROM authorisations
     WHERE tpp = ? AND tpp_session_id = ? AND redirect_uri = ? AND subject IS NULL
       AND sca_status IN ('RECEIVED', 'PSU_IDENTIFIED') AND browser IS NULL AND purpose = ? AND COALESCE(psu, '') = ? AND COALESCE(given_agreement, '') = ?
     ORDER BY sequence DESC LIMIT 1`,
    tpp,
    tppSessionId,
    redirectUri,
    purpose,
    psu ?? '',
    agreement ?? '',
  );
  return row && read(row);
}

/**
 * Whether a PSU has declined an SCA in a session, of whatever kind. One that the TPP started for nobody is nobody's: who
 * declined it is not for the TPP to find out by naming one customer after the other.
 * @see D2-sca-codes
 */
export function* hasDeclined(tpp: string, psu: string, tppSessionId: string): Op<boolean> {
  const rows = yield* run(
    `SELECT 1 AS declined FROM authorisations
     WHERE tpp = ? AND tpp_session_id = ? AND failure = 'declined' AND psu = ? LIMIT 1`,
    tpp,
    tppSessionId,
    psu,
  );
  return rows.length > 0;
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
export function* listOpenSince(startedBy: number, limit: number): Op<Authorisation[]> {
  const rows = yield* run(
    `SELECT ${COLUMNS} FROM authorisations WHERE ${OPEN} AND created_at_ms <= ? ORDER BY created_at_ms LIMIT ?`,
    startedBy,
    limit,
  );
  return rows.map(read);
}

function read(row: Row): Authorisation {
  const psu = optionalText(row, 'psu');
  const brand = optionalText(row, 'brand');
  const context = optionalText(row, 'given_context');
  const agreement = optionalText(row, 'given_agreement');
  return {
    sequence: integer(row, 'sequence'),
    authorisationId: text(row, 'id'),
    purpose: text(row, 'purpose') as Purpose,
    tpp: text(row, 'tpp'),
    tppName: text(row, 'tpp_name'),
    tppSessionId: text(row, 'tpp_session_id'),
    redirectUri: text(row, 'redirect_uri'),
    ...(psu === undefined ? {} : { psu }),
    ...(row.subject === null ? {} : { subject: integer(row, 'subject') }),
    scaStatus: text(row, 'sca_status') as ScaStatus,
    secret: text(row, 'secret'),
    createdAt: small(row, 'created_at_ms'),
    ...(brand === undefined ? {} : { brand }),
    prefersApp: flag(row, 'prefers_app'),
    ...(context === undefined ? {} : { givenContext: context as PsuContext }),
    ...(agreement === undefined ? {} : { givenAgreement: agreement }),
    progress: readProgress(row),
  };
}

function readProgress(row: Row): Progress {
  const identified = optionalText(row, 'identified');
  const context = optionalText(row, 'context');
  const agreement = optionalText(row, 'agreement');
  const accounts = optionalText(row, 'accounts');
  const browser = optionalText(row, 'browser');
  const failure = optionalText(row, 'failure');
  return {
    wrongNumbers: small(row, 'wrong_numbers'),
    page: small(row, 'page'),
    ...(identified === undefined ? {} : { identified }),
    ...(context === undefined ? {} : { context: context as PsuContext }),
    ...(agreement === undefined ? {} : { agreement }),
    ...(accounts === undefined ? {} : { accounts: parseStored(accounts, 'accounts') as readonly string[] }),
    ...(browser === undefined ? {} : { browser }),
    ...(failure === undefined ? {} : { failure: failure as ScaFailure }),
    ...(row.ended_at_ms === null ? {} : { endedAt: small(row, 'ended_at_ms') }),
  };
}

/** An SCA that has ended, as far as it matters for whether it may go. @see S12-kept */
export type EndedSca = Pick<Authorisation, 'sequence' | 'purpose' | 'subject'>;

/** SCAs whose time is counted from `keptFrom` or before, the oldest first. */
export function* listEndedBefore(keptFrom: number, limit: number): Op<EndedSca[]> {
  const rows = yield* run(
    `SELECT sequence, purpose, subject FROM authorisations WHERE kept_from_ms IS NOT NULL AND kept_from_ms <= ?
     ORDER BY kept_from_ms LIMIT ?`,
    keptFrom,
    limit,
  );
  return rows.map((row) => ({
    sequence: integer(row, 'sequence'),
    purpose: text(row, 'purpose') as Purpose,
    ...(row.subject === null ? {} : { subject: integer(row, 'subject') }),
  }));
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
