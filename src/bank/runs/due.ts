import type { Op, Tx } from '../../store/contract.ts';
import { nextRun } from '../../values/bank-calendar.ts';
import { OPEN_MILLISECONDS } from '../domain/authorisation.ts';
import { initialData } from '../domain/initial-data.ts';
import { type Run, scheduledRun } from '../domain/run.ts';
import { rejectUnapproved } from '../life/approve-payment.ts';
import { failSca } from '../sca/end.ts';
import { listOpenSince } from '../store/tables/authorisations.ts';
import { listLapsed } from '../store/tables/payments.ts';
import { closeRun, findRun, listDuePayments, openRun, passRun } from '../store/tables/runs.ts';
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
  const expired = yield* listOpenSince(world.bankNow - OPEN_MILLISECONDS, CHUNK);
  for (const sca of expired) yield* failSca(world, sca, 'expired');
  const lapsed = yield* listLapsed(world.bankNow, CHUNK);
  for (const payment of lapsed) yield* rejectUnapproved(world, payment);
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

/** Passes the runs that have nothing to take, and opens the first that has. */
function* beginNextRun(world: WorldState): Op<DueStep> {
  let slot = nextRun(world.runsWatermark);
  for (let passed = 0; slot <= world.bankNow && passed < MOST_EMPTY_RUNS; passed += 1) {
    const run = scheduledRun(nextSequence(world), slot);
    const payments = yield* listDuePayments(run, CHUNK);
    if (payments.length > 0) {
      yield* openRun(run);
      return { run, payments };
    }
    yield* passRun(run);
    slot = nextRun(slot);
  }
  return slot <= world.bankNow ? 'more' : 'nothing';
}
