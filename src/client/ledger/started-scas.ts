import { type Op, type Row, readNumber, readOptionalText, readText, run } from '../../store/contract.ts';

/** The purpose of an SCA. */
type ScaKind = 'payment' | 'cancellation' | 'basket' | 'consent' | 'session';

export interface StartedEntry {
  /** The TPP-Redirect-URI of the SCA's start, with its state. */
  readonly redirectUri: string;
  readonly kind: ScaKind;
  /** The paymentId or basketId; absent for a consent and for a session. */
  readonly id?: string;
  readonly authorisationId?: string;
  /** The TPP-Session-ID of the start, which the redirect must contain. */
  readonly tppSessionId: string;
  readonly customerNumber?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** No bank waits that long for its PSU. */
const KEPT_FOR_MS = 24 * 3_600_000;

export function* saveStarted(sca: StartedEntry): Op<void> {
  yield* run('DELETE FROM started_scas WHERE at_ms <= ?', sca.at - KEPT_FOR_MS);
  yield* run(
    `INSERT INTO started_scas
       (redirect_uri, kind, subject_id, authorisation_id, tpp_session_id, customer_number, at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    sca.redirectUri,
    sca.kind,
    sca.id ?? null,
    sca.authorisationId ?? null,
    sca.tppSessionId,
    sca.customerNumber ?? null,
    sca.at,
  );
}

/** Lists started SCAs, newest first. */
export function* findStarted(now: number): Op<readonly StartedEntry[]> {
  const rows = yield* run(
    'SELECT * FROM started_scas WHERE at_ms > ? ORDER BY sequence DESC',
    now - KEPT_FOR_MS,
  );
  return rows.map(read);
}

/** Removes a started SCA whose PSU has returned. */
export function* forgetStarted({ redirectUri, authorisationId, tppSessionId }: StartedEntry): Op<void> {
  yield* run(
    `DELETE FROM started_scas
     WHERE redirect_uri = ? AND tpp_session_id = ? AND COALESCE(authorisation_id, '') = ?`,
    redirectUri,
    tppSessionId,
    authorisationId ?? '',
  );
}

export function* isHostOpened(host: string): Op<boolean> {
  return (yield* run('SELECT 1 FROM opened_hosts WHERE host = ?', host)).length > 0;
}

export function* saveOpenedHost(host: string): Op<void> {
  yield* run('INSERT INTO opened_hosts (host) VALUES (?) ON CONFLICT (host) DO NOTHING', host);
}

function read(row: Row): StartedEntry {
  return {
    redirectUri: readText(row, 'redirect_uri'),
    kind: readText(row, 'kind') as ScaKind,
    id: readOptionalText(row, 'subject_id'),
    authorisationId: readOptionalText(row, 'authorisation_id'),
    tppSessionId: readText(row, 'tpp_session_id'),
    customerNumber: readOptionalText(row, 'customer_number'),
    at: readNumber(row, 'at_ms'),
  };
}
