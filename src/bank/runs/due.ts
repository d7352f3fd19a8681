import type { Op, Tx } from '../../store/contract.ts';
import { lastRun, nextRun } from '../../values/bank-calendar.ts';
import { osloInstant } from '../../values/oslo.ts';
import { OPEN_MILLISECONDS } from '../domain/authorisation.ts';
import { initialData } from '../domain/initial-data.ts';
import { type Run, scheduledRun } from '../domain/run.ts';
import { rejectUnapproved } from '../life/approve-payment.ts';
import { failSca } from '../sca/end.ts';
import { listOpenSince } from '../store/tables/authorisations.ts';
import { listLapsed } from '../store/tables/payments.ts';
import {
  closeRun,
  findFirstDueDay,
  findRun,
  listDuePayments,
  openRun,
  passRunsUntil,
  wasRun,
} from '../store/tables/runs.ts';
import { keepWorld, loadWorld, nextSequence, type WorldState } from '../store/tables/world.ts';

/**
 * Whether something fell due while nobody asked: a run, an SCA whose 15 minutes are over, a payment that nobody
 * authorises. It is done before the request is answered.
 * @see decisions.md §4 Dates
 * @see safety.md §5
 */
export function isSomethingDue(world: WorldState): boolean {
  const { bankNow, oldestOpenSca, nextLapse } = world;
  return (
    world.openRun !== undefined ||
    nextRun(world.runsWatermark) <= bankNow ||
    (oldestOpenSca !== undefined && oldestOpenSca <= bankNow - OPEN_MILLISECONDS) ||
    (nextLapse !== undefined && nextLapse <= bankNow)
  );
}

/** Payments that a run is to take now, each in a work of its own. */
export interface Chunk {
  readonly run: Run;
  readonly payments: readonly bigint[];
}

/** What a step came to: payments to take; something was done and more may be due; or nothing is due. */
export type DueStep = Chunk | 'more' | 'nothing';

/** No write lock is held for long: so many at once (safety.md §3, §5). */
const CHUNK = 500;
const ENDED_AT_ONCE = 50;
const MOST_EMPTY_RUNS = 200;

/** One step of what is due, in a transaction of its own: first what ended, then the runs, in order. */
export function* dueStep(tx: Tx, seed: string): Op<DueStep> {
  const world = yield* loadWorld(tx, seed, initialData);
  if (!isSomethingDue(world)) return 'nothing';
  const step = (yield* endExpired(world)) ? 'more' : yield* runStep(world);
  yield* keepWorld(world);
  return step;
}

function* endExpired(world: WorldState): Op<boolean> {
  const expired = yield* listOpenSince(world.bankNow - OPEN_MILLISECONDS, ENDED_AT_ONCE);
  const start = world.sequence;
  for (const sca of expired) {
    // Each payment that it rejects draws a number; what is left comes with the next step.
    if (world.sequence - start >= CHUNK) break;
    yield* failSca(world, sca, 'expired');
  }
  const lapsed = yield* listLapsed(world.bankNow, ENDED_AT_ONCE);
  for (const payment of lapsed) yield* rejectUnapproved(world, payment, 'expired');
  return expired.length + lapsed.length > 0;
}

function* runStep(world: WorldState): Op<DueStep> {
  if (world.openRun === undefined) return yield* beginNextRun(world);
  const run = yield* findRun(world.openRun);
  if (!run) throw new Error('the open run is gone');
  const payments = yield* listDuePayments(run, CHUNK);
  if (payments.length > 0) return { run, payments };
  yield* closeRun(run);
  return 'more';
}

/** Opens the first run that has something to take; those before it have nothing to leave a row for. */
function* beginNextRun(world: WorldState): Op<DueStep> {
  const { bankNow } = world;
  const firstDay = yield* findFirstDueDay();
  const start = firstDay === undefined ? bankNow : Math.max(world.runsWatermark, osloInstant(firstDay) - 1);
  let slot = nextRun(start);
  for (let looked = 0; slot <= bankNow && looked < MOST_EMPTY_RUNS; looked += 1) {
    const run = scheduledRun(world.sequence + 1n, slot);
    const payments = (yield* wasRun(slot)) ? [] : yield* listDuePayments(run, CHUNK);
    if (payments.length > 0) {
      nextSequence(world);
      yield* openRun(run);
      return { run, payments };
    }
    yield* passRunsUntil(slot);
    slot = nextRun(slot);
  }
  if (slot <= bankNow) return 'more';
  yield* passRunsUntil(lastRun(bankNow));
  return 'nothing';
}
