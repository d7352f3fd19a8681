import { type Op, run } from '../../../store/contract.ts';
import { OPEN, PENDING } from '../conditions.ts';

/**
 * The clock goes back to `bankNow`: what began after it begins now, so that no age is negative and nothing lives on
 * until the time it was made in comes again.
 * @see safety.md §6 ages never negative
 */
export function* beginNoLaterThan(bankNow: number): Op<void> {
  yield* run('UPDATE psus SET last_sca_ms = ? WHERE last_sca_ms > ?', bankNow, bankNow);
  yield* run('UPDATE sessions SET finalised_at_ms = ? WHERE finalised_at_ms > ?', bankNow, bankNow);
  yield* run(
    `UPDATE authorisations SET created_at_ms = ? WHERE created_at_ms > ? AND ${OPEN}`,
    bankNow,
    bankNow,
  );
  yield* run('UPDATE authorisations SET ended_at_ms = ? WHERE ended_at_ms > ?', bankNow, bankNow);
  yield* run('UPDATE authorisations SET kept_from_ms = ? WHERE kept_from_ms > ?', bankNow, bankNow);
  yield* run(
    `UPDATE payments SET approved_at_ms = ? WHERE approved_at_ms > ? AND ${PENDING}`,
    bankNow,
    bankNow,
  );
  yield* run('UPDATE requests SET created_at_ms = ? WHERE created_at_ms > ?', bankNow, bankNow);
}
