import { HOUR_MS } from '../../core/units.ts';
import type { Op } from '../../store/contract.ts';
import {
  CALL_COUNTED_MILLISECONDS,
  ENDED_KEPT_MILLISECONDS,
  REQUEST_KEPT_MILLISECONDS,
} from '../domain/retention.ts';
import { countAbout, keepFrom, listEndedBefore, removeAuthorisation } from '../store/tables/ended.ts';
import { removeOldRequests } from '../store/tables/requests.ts';
import { removeOldSessions } from '../store/tables/sessions.ts';
import { removeOldCalls } from '../store/tables/unattended-calls.ts';
import type { WorldState } from '../store/tables/world.ts';

/**
 * What is over goes, in chunks, when its time is: it is found by indexes, so that a bank with nothing old looks at
 * nothing. Each chunk stands by itself: whoever dies after it, or does the next one at the same time, loses nothing.
 * What the 180 days run from is kept elsewhere (`keepPsu`).
 * @see S12-kept
 * @see ../../../docs/adr/0019-what-is-over-goes-in-chunks.md
 */

/** Of each kind. No write lock is held for long (S3-short-lock). */
const AT_ONCE = 250;
/** The items of bulks and baskets are looked at one by one: not many more in a chunk. */
const MOST_PAYMENTS = 2_500;

/** What comes to its end bit by bit goes together: nobody waits for each bit of it. */
const TOGETHER_MILLISECONDS = HOUR_MS;

/** An authorisation whose payment is on its way is looked at again so much later. */
const AGAIN_MILLISECONDS = 30 * 24 * HOUR_MS;

/** Whether it is time for a chunk. */
export function isSomethingOld(world: WorldState): boolean {
  const { oldestRequest, oldestCall, oldestEnded, oldestSession } = world;
  const now = world.bankNow - TOGETHER_MILLISECONDS;
  return (
    isBefore(oldestRequest, now - REQUEST_KEPT_MILLISECONDS) ||
    isBefore(oldestCall, now - CALL_COUNTED_MILLISECONDS) ||
    isBefore(oldestEnded, now - ENDED_KEPT_MILLISECONDS) ||
    isBefore(oldestSession, now - ENDED_KEPT_MILLISECONDS)
  );
}

function isBefore(instant: number | undefined, limit: number): boolean {
  return instant !== undefined && instant <= limit;
}

/** One chunk. */
export function* cleanUp({ bankNow }: WorldState): Op<void> {
  yield* removeOldRequests(bankNow - REQUEST_KEPT_MILLISECONDS, AT_ONCE);
  yield* removeOldCalls(bankNow - CALL_COUNTED_MILLISECONDS, AT_ONCE);
  yield* removeOldSessions(bankNow - ENDED_KEPT_MILLISECONDS, AT_ONCE);
  const keptFrom = bankNow - ENDED_KEPT_MILLISECONDS;
  let looked = 0;
  for (const sca of yield* listEndedBefore(keptFrom, AT_ONCE)) {
    if (looked > MOST_PAYMENTS) break;
    const { payments, unfinished } = yield* countAbout(sca);
    looked += payments;
    if (unfinished > 0) yield* keepFrom(sca, keptFrom + AGAIN_MILLISECONDS);
    else yield* removeAuthorisation(sca);
  }
}
