import { type Op, run } from '../../store/contract.ts';
import { SESSION_MILLISECONDS } from '../domain/session.ts';

/**
 * The hour of each living SCA in this TPP-Session-ID is over, as if it had gone by: the session alone grows older, and
 * the bank's clock stays.
 * @returns whether there was one
 * @see D6-hour, C-serve-chaos
 */
export function* endHour(tppSessionId: string, now: number): Op<boolean> {
  const before = now - SESSION_MILLISECONDS - 1;
  const ended = yield* run(
    `UPDATE sessions SET finalised_at_ms = ? WHERE tpp_session_id = ? AND dead = 0 AND finalised_at_ms > ?
     RETURNING psu`,
    before,
    tppSessionId,
    before,
  );
  return ended.length > 0;
}
