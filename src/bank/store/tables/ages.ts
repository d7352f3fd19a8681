import { type Op, run } from '../../../store/contract.ts';
import { OPEN, WAITING } from '../conditions.ts';

/**
 * The clock goes back to `bankNow`: what began after it begins now, so that no age is negative and nothing lives on
 * until the time it was made in comes again. Each statement finds by an index what began after, and reads no more.
 * @see S6-going-back
 * @see S3-short-lock
 */
export function* beginNoLaterThan(bankNow: number): Op<void> {
  yield* run('UPDATE psus SET last_sca_ms = ? WHERE last_sca_ms > ?', bankNow, bankNow);
  yield* run('UPDATE sessions SET finalised_at_ms = ? WHERE finalised_at_ms > ?', bankNow, bankNow);
  yield* run('UPDATE unattended_calls SET called_at_ms = ? WHERE called_at_ms > ?', bankNow, bankNow);
  yield* run(
    `UPDATE authorisations SET created_at_ms = ? WHERE created_at_ms > ? AND ${OPEN}`,
    bankNow,
    bankNow,
  );
  // No authorisation is kept from before its end.
  const ended = 'UPDATE authorisations SET ended_at_ms = ? WHERE kept_from_ms > ? AND ended_at_ms > ?';
  yield* run(ended, bankNow, bankNow, bankNow);
  yield* run('UPDATE authorisations SET kept_from_ms = ? WHERE kept_from_ms > ?', bankNow, bankNow);
  for (const pending of ['run_day IS NOT NULL', WAITING]) {
    const approved = `UPDATE payments SET approved_at_ms = ? WHERE ${pending} AND approved_at_ms > ?`;
    yield* run(approved, bankNow, bankNow);
  }
  // They lie in order of time.
  yield* run(
    `UPDATE requests SET created_at_ms = ? WHERE sequence >
       COALESCE((SELECT sequence FROM requests WHERE created_at_ms <= ? ORDER BY sequence DESC LIMIT 1), 0)`,
    bankNow,
    bankNow,
  );
}
