import { HOUR_MS } from '../../core/units.ts';
import type { Op, Tx } from '../../store/contract.ts';
import { lastRun, nextRun } from '../../values/bank-calendar.ts';
import { osloInstant } from '../../values/oslo.ts';
import { endHanging } from '../deleting.ts';
import { OPEN_MILLISECONDS } from '../domain/authorisation.ts';
import { initialData } from '../domain/initial-data.ts';
import { type OpenRun, scheduledRun } from '../domain/settlement.ts';
import {
  CALL_COUNTED_MILLISECONDS,
  ENDED_KEPT_MILLISECONDS,
  REQUEST_KEPT_MILLISECONDS,
} from '../domain/world.ts';
import { rejectUnapproved } from '../life/approve-payment.ts';
import { failSca } from '../sca/end.ts';
import {
  countAbout,
  keepFrom,
  listEndedBefore,
  listOpenSince,
  removeAuthorisation,
} from '../store/tables/authorisations.ts';
import { listLapsed } from '../store/tables/payments.ts';
import { removeOldCalls, removeOldSessions } from '../store/tables/psus.ts';
import {
  closeRun,
  type DuePayment,
  findFirstDueDay,
  findRun,
  listDuePayments,
  openRun,
  passPayments,
  passRunsUntil,
  wasRun,
} from '../store/tables/runs.ts';
import { removeOldRequests } from '../store/tables/tpps.ts';
import {
  keepWorld,
  loadWorld,
  nextSequence,
  type WorldState,
  type WorldTerms,
} from '../store/tables/world.ts';

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

/**
 * Whether something fell due while nobody asked: a run, an SCA whose 15 minutes are over, a payment that nobody
 * authorises; or something hangs on what was deleted. It is done before the request is answered.
 * @see D4-catch-up
 * @see S5-run-goes-on
 */
export function isSomethingDue(world: WorldState): boolean {
  const { bankNow, oldestOpenSca, nextLapse } = world;
  return (
    world.isDeleting ||
    world.openRun !== undefined ||
    nextRun(world.runsWatermark, world.calendar) <= bankNow ||
    (oldestOpenSca !== undefined && oldestOpenSca <= bankNow - OPEN_MILLISECONDS) ||
    (nextLapse !== undefined && nextLapse <= bankNow)
  );
}

/** Payments that a run is to take now. */
export interface Chunk {
  readonly run: OpenRun;
  readonly payments: readonly DuePayment[];
}

/** How far a run is known to be: up to this approval all is taken. */
export interface Passed {
  readonly run: bigint;
  readonly takenTo: bigint;
}

/** What a step came to: payments to take; so many ended, or ended because of a deletion; more may be due; or nothing is due. */
export type DueStep =
  | Chunk
  | { readonly ended: number }
  | { readonly endedOfDeleted: number }
  | 'more'
  | 'nothing';

/** No write lock is held for long: so many at once (S3-short-lock, S5-strictly-before). */
const CHUNK = 500;
const ENDED_AT_ONCE = 50;
const MOST_EMPTY_RUNS = 200;

/**
 * One step of what is due, in a transaction of its own: first what ended, then the runs, in order. With the last one a
 * chunk of what is old goes: nobody waits for more of that, the next request does the next.
 * @param passed what came of the step before
 */
export function* dueStep(tx: Tx, terms: WorldTerms, passed?: Passed): Op<DueStep> {
  const world = yield* loadWorld(tx, terms, initialData);
  const [isDue, isOld] = [isSomethingDue(world), isSomethingOld(world)];
  if (!isDue && !isOld) return 'nothing';
  const step = isDue ? yield* stepOf(world, passed) : 'nothing';
  if (step === 'nothing' && isOld) yield* cleanUp(world);
  yield* keepWorld(world);
  return step;
}

function* stepOf(world: WorldState, passed: Passed | undefined): Op<DueStep> {
  // First of all: no run may find a payment whose account is gone.
  if (world.isDeleting) return { endedOfDeleted: yield* endHanging(world) };
  const ended = yield* endExpired(world);
  return ended > 0 ? { ended } : yield* runStep(world, passed);
}

function* endExpired(world: WorldState): Op<number> {
  const expired = yield* listOpenSince(world.bankNow - OPEN_MILLISECONDS, ENDED_AT_ONCE);
  const start = world.sequence;
  for (const sca of expired) {
    // Each payment that it rejects draws a number; what is left comes with the next step.
    if (world.sequence - start >= ENDED_AT_ONCE) break;
    yield* failSca(world, sca, 'expired');
  }
  const lapsed = yield* listLapsed(world.bankNow, ENDED_AT_ONCE);
  for (const payment of lapsed) yield* rejectUnapproved(world, payment, 'expired');
  return expired.length + lapsed.length;
}

function* runStep(world: WorldState, passed: Passed | undefined): Op<DueStep> {
  if (world.openRun === undefined) return yield* beginNextRun(world);
  const run = yield* findRun(world.openRun);
  if (!run) throw new Error('the open run is gone');
  const after = passed?.run === run.sequence && passed.takenTo > run.takenTo ? passed.takenTo : run.takenTo;
  yield* passPayments(run.sequence, after);
  const payments = yield* listDuePayments(run, after, CHUNK);
  if (payments.length > 0) return { run, payments };
  yield* closeRun(run);
  return 'more';
}

/** Opens the first run that has something to take; those before it have nothing to leave a row for. */
function* beginNextRun(world: WorldState): Op<DueStep> {
  const { bankNow, calendar } = world;
  const firstDay = yield* findFirstDueDay();
  const start = firstDay === undefined ? bankNow : Math.max(world.runsWatermark, osloInstant(firstDay) - 1);
  let slot = nextRun(start, calendar);
  for (let looked = 0; slot <= bankNow && looked < MOST_EMPTY_RUNS; looked += 1) {
    const run = scheduledRun(world.sequence + 1n, slot, calendar);
    const payments = (yield* wasRun(slot)) ? [] : yield* listDuePayments(run, 0n, CHUNK);
    if (payments.length > 0) {
      nextSequence(world);
      return { run: yield* openRun(run), payments };
    }
    yield* passRunsUntil(slot);
    slot = nextRun(slot, calendar);
  }
  if (slot <= bankNow) return 'more';
  yield* passRunsUntil(lastRun(bankNow, calendar));
  return 'nothing';
}
