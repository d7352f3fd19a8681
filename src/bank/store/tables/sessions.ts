import { type Op, run } from '../../../store/contract.ts';
import { flag, optionalText, small, text } from '../../../store/row.ts';
import type { PsuContext } from '../../domain/authorisation.ts';
import type { Session } from '../../domain/session.ts';

/** The session of a TPP, PSU and TPP-Session-ID, alive or not. @see D6-session */
export function* findSession(tpp: string, psu: string, tppSessionId: string): Op<Session | undefined> {
  const [row] = yield* run(
    `SELECT context, agreement, finalised_at_ms, dead FROM sessions
     WHERE tpp = ? AND psu = ? AND tpp_session_id = ?`,
    tpp,
    psu,
    tppSessionId,
  );
  if (!row) return undefined;
  const agreement = optionalText(row, 'agreement');
  return {
    context: text(row, 'context') as PsuContext,
    ...(agreement === undefined ? {} : { agreement }),
    finalisedAt: small(row, 'finalised_at_ms'),
    dead: flag(row, 'dead'),
  };
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
  yield* run(
    `INSERT INTO sessions (tpp, psu, tpp_session_id, context, agreement, finalised_at_ms, dead)
     VALUES (?, ?, ?, ?, ?, ?, 0)
     ON CONFLICT (tpp, psu, tpp_session_id) DO UPDATE SET context = excluded.context,
       agreement = excluded.agreement, finalised_at_ms = excluded.finalised_at_ms, dead = 0`,
    tpp,
    psu,
    tppSessionId,
    context,
    agreement ?? null,
    finalisedAt,
  );
}

/** Lets go of the oldest sessions, as far as their last SCA was at `lastSca` or before. @see S12-kept */
export function* removeOldSessions(lastSca: number, limit: number): Op<void> {
  yield* run(
    `DELETE FROM sessions WHERE (tpp, psu, tpp_session_id) IN
       (SELECT tpp, psu, tpp_session_id FROM sessions WHERE finalised_at_ms <= ? ORDER BY finalised_at_ms LIMIT ?)`,
    lastSca,
    limit,
  );
}

/** The sessions of a customer end, at whatever TPP. */
export function* removeSessionsOf(customerNumber: string): Op<void> {
  yield* run(
    `DELETE FROM sessions WHERE (tpp, psu) IN
       (SELECT tpp, customer_number FROM psus WHERE customer_number = ?)`,
    customerNumber,
  );
}
