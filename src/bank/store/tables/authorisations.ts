import { type Op, type Row, run } from '../../../store/contract.ts';
import { integer, optionalText, small, text } from '../../../store/row.ts';
import type { ScaStatus } from '../../../values/statuses.ts';
import type { Authorisation } from '../../domain/authorisation.ts';

const COLUMNS =
  'sequence, id, tpp, tpp_session_id, redirect_uri, psu, payment_id, sca_status, secret, created_at_ms';

export function* insertAuthorisation(authorisation: Authorisation): Op<void> {
  yield* run(
    `INSERT INTO authorisations (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    authorisation.sequence,
    authorisation.authorisationId,
    authorisation.tpp,
    authorisation.tppSessionId,
    authorisation.redirectUri,
    authorisation.psu ?? null,
    authorisation.paymentId ?? null,
    authorisation.scaStatus,
    authorisation.secret,
    authorisation.createdAt,
  );
}

/** The open SCA of this TPP, session and PSU that no payment waits for. @see decisions.md §2 scaRedirect of a 401 */
export function* findOpenSessionSca(
  tpp: string,
  tppSessionId: string,
  psu: string | undefined,
  startedAfter: number,
): Op<Authorisation | undefined> {
  const rows = yield* run(
    `SELECT ${COLUMNS} FROM authorisations
     WHERE tpp = ? AND tpp_session_id = ? AND created_at_ms > ? AND payment_id IS NULL
       AND sca_status NOT IN ('FINALISED', 'FAILED', 'EXEMPTED') ORDER BY sequence DESC`,
    tpp,
    tppSessionId,
    startedAfter,
  );
  return rows.map(read).find((authorisation) => authorisation.psu === psu);
}

function read(row: Row): Authorisation {
  const psu = optionalText(row, 'psu');
  const paymentId = optionalText(row, 'payment_id');
  return {
    sequence: integer(row, 'sequence'),
    authorisationId: text(row, 'id'),
    tpp: text(row, 'tpp'),
    tppSessionId: text(row, 'tpp_session_id'),
    redirectUri: text(row, 'redirect_uri'),
    ...(psu === undefined ? {} : { psu }),
    ...(paymentId === undefined ? {} : { paymentId }),
    scaStatus: text(row, 'sca_status') as ScaStatus,
    secret: text(row, 'secret'),
    createdAt: small(row, 'created_at_ms'),
  };
}
