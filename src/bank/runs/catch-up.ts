import type { Op, Store, Tx } from '../../store/contract.ts';
import { initialData } from '../domain/initial-data.ts';
import { heldForGood, settledDebtor } from '../domain/payment.ts';
import { NO_OUTCOMES, type Run, type RunOutcome } from '../domain/run.ts';
import { settle } from '../domain/settlement.ts';
import { mayBecome } from '../domain/transitions.ts';
import { follow } from '../life/follow.ts';
import { movePayment } from '../life/move.ts';
import { type BankSettings, worldTerms } from '../settings.ts';
import { findFunds } from '../store/tables/ledger.ts';
import { findPayment } from '../store/tables/payments.ts';
import { countOutcomes, type DuePayment, keepOutcome } from '../store/tables/runs.ts';
import { keepWorld, loadWorld, type WorldState } from '../store/tables/world.ts';
import { isStoreAway } from '../store-away.ts';
import { type Chunk, type DueStep, dueStep, type Passed } from './due.ts';

type Means = Pick<BankSettings, 'seed' | 'policy' | 'onUnexpected' | 'stopwatch'>;

/**
 * Does everything that is due, in order. Several processes may do it at once: each payment is taken once by a run,
 * and none before the one that was approved before it.
 * @param onStep told of each step before its payments are taken
 * @throws what the store throws when it is away: what was begun goes on with the next request
 * @see S5-run-goes-on
 */
export async function doWhatIsDue(
  store: Store,
  means: Means,
  onStep: (step: DueStep) => void,
): Promise<void> {
  for (let passed: Passed | undefined; ; ) {
    const known = passed;
    const step = await store.write((tx) => dueStep(tx, worldTerms(means), known));
    onStep(step);
    if (step === 'nothing') return;
    if (typeof step === 'object' && 'run' in step) passed = await takeChunk(store, means, step);
  }
}

/**
 * So many are taken in one work at most: they share its savepoint, the world, and what is read of it. The work ends
 * sooner when it has taken so long, because it holds the lock. @see S3-short-lock
 */
const TOGETHER = 250;
const LONGEST_WORK_MS = 20;

async function takeChunk(store: Store, means: Means, { run, payments }: Chunk): Promise<Passed | undefined> {
  for (let start = 0; start < payments.length; ) {
    start += await takeSome(store, means, { run, payments: payments.slice(start, start + TOGETHER) });
  }
  const last = payments.at(-1);
  return last && { run: run.sequence, takenTo: last.approval };
}

/**
 * When one of them fails all are undone, and each is taken in a work of its own.
 * @returns how many are taken
 */
async function takeSome(store: Store, means: Means, some: Chunk): Promise<number> {
  try {
    return await store.write((tx) => takePayments(tx, means, some));
  } catch (fault) {
    if (isStoreAway(fault)) throw fault;
    await takeEach(store, means, some);
    return some.payments.length;
  }
}

/** Each payment is a work of its own, so that one that fails undoes nothing but itself. @see D4-bulk-booked */
async function takeEach(store: Store, means: Means, { run, payments }: Chunk): Promise<void> {
  const taken = await Promise.allSettled(
    payments.map((payment) => store.write((tx) => takePayments(tx, means, { run, payments: [payment] }))),
  );
  for (const [index, result] of taken.entries()) {
    const payment = payments[index];
    if (result.status === 'fulfilled' || payment === undefined) continue;
    if (isStoreAway(result.reason)) throw result.reason;
    means.onUnexpected(result.reason);
    await store.write((tx) => holdPayment(tx, means, run, payment));
  }
}

const OUTCOMES: Readonly<Record<string, RunOutcome>> = {
  ACSC: 'SETTLED',
  ACWP: 'SENT',
  RJCT: 'REJECTED',
  PDNG: 'HELD',
};

/** @returns of how many, in order, nothing is left to do */
function* takePayments(tx: Tx, means: Means, { run, payments }: Chunk): Op<number> {
  const { stopwatch } = means;
  const endMs = stopwatch() + LONGEST_WORK_MS;
  const world = yield* loadWorld(tx, worldTerms(means), initialData);
  if (world.openRun !== run.sequence) return payments.length;
  const outcomes = { ...NO_OUTCOMES };
  let seen = 0;
  for (const payment of payments) {
    const outcome = yield* takePayment(world, run, payment);
    if (outcome !== undefined) outcomes[outcome] += 1;
    seen += 1;
    if (stopwatch() >= endMs) break;
  }
  yield* countOutcomes(run.sequence, outcomes);
  yield* keepWorld(world);
  return seen;
}

/** @returns what came of it; undefined when another process has taken it */
function* takePayment(world: WorldState, run: Run, { sequence }: DuePayment): Op<RunOutcome | undefined> {
  const payment = yield* findPayment(sequence);
  if (!payment) throw new Error('a payment that is due is gone');
  const funds = yield* findFunds(settledDebtor(payment));
  if (!funds) throw new Error(`the debtor account of payment ${payment.paymentId} is gone`);
  const decision = settle(payment, funds, run);
  const { path } = decision;
  const outcome = OUTCOMES[path.at(-1) ?? ''] ?? 'WAITING';
  if (!(yield* keepOutcome(run.sequence, sequence, outcome))) return undefined;
  yield* follow(world, payment, decision, run.at);
  return outcome;
}

/** What a run could not take is held, for the operator to look at. @see S5-catch-up */
function* holdPayment(tx: Tx, means: Means, run: Run, { sequence }: DuePayment): Op<void> {
  const world = yield* loadWorld(tx, worldTerms(means), initialData);
  const payment = yield* findPayment(sequence);
  if (world.openRun !== run.sequence || !payment) return;
  if (!(yield* keepOutcome(run.sequence, sequence, 'HELD'))) return;
  // What is in ACWP stays there: D4-transitions has no step to PDNG.
  const path = mayBecome(payment.status, 'PDNG') ? (['PDNG'] as const) : [];
  yield* movePayment(world, heldForGood(payment), path, run.at);
  yield* countOutcomes(run.sequence, { ...NO_OUTCOMES, HELD: 1 });
  yield* keepWorld(world);
}
