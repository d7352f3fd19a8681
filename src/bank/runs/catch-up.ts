import { Fault, type FaultCode } from '../../errors.ts';
import type { Op, Store, Tx } from '../../store/contract.ts';
import { osloDateTime } from '../../values/oslo.ts';
import { initialData } from '../domain/initial-data.ts';
import { mayBecome, settledDebtor } from '../domain/payment.ts';
import { NO_OUTCOMES, type OpenRun, type Run, type RunOutcome, settle } from '../domain/settlement.ts';
import { follow, movePayment } from '../life/move.ts';
import { type BankSettings, worldTerms } from '../settings.ts';
import { findFunds } from '../store/tables/ledger.ts';
import { findPayment } from '../store/tables/payments.ts';
import { countOutcomes, type DuePayment, keepOutcome } from '../store/tables/runs.ts';
import { keepWorld, loadWorld, type WorldState } from '../store/tables/world.ts';
import { type Chunk, type DueStep, dueStep, type Passed } from './due.ts';

/**
 * Busy, full, away, damaged, closed or another's: nothing was done, or a repeat with the same X-Request-ID tells.
 * @see S1-store-busy
 */
const CODES: readonly FaultCode[] = ['STORE_BUSY', 'STORE_DAMAGED', 'STORE_UNUSABLE', 'PERMISSIONS'];

export function isStoreAway(thrown: unknown): thrown is Fault {
  return thrown instanceof Fault && CODES.includes(thrown.code);
}

/** Tells how far what is due has come, in words that follow 'catching up:'. @see S5-progress */
class Progress {
  text = 'it has started';
  #ended = 0;
  #endedOfDeleted = 0;

  /** A step is done, or, where there are payments to take, about to be. */
  note(step: DueStep): void {
    if (typeof step === 'string') return;
    if ('run' in step) this.text = runText(step.run);
    else if ('endedOfDeleted' in step) {
      this.#endedOfDeleted += step.endedOfDeleted;
      this.text = `payments and SCAs ended after a deletion: ${this.#endedOfDeleted}`;
    } else {
      this.#ended += step.ended;
      this.text = `SCAs and payments that ran out of time: ${this.#ended}`;
    }
  }
}

function runText({ slot, bankDay, due, outcomes }: OpenRun): string {
  const taken = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const name = slot === undefined ? `the batch for ${bankDay}` : `the run of ${minuteOf(slot)}`;
  return `${name} has processed ${taken}${due === undefined ? '' : ` of ${due}`} payments`;
}

function minuteOf(slot: number): string {
  return osloDateTime(slot).slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
}

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
 * When one of them fails all are undone, and each is taken in a work of its own, so that one that fails undoes nothing
 * but itself.
 * @returns how many are taken
 * @see D4-bulk-booked
 */
async function takeSome(store: Store, means: Means, { run, payments }: Chunk): Promise<number> {
  try {
    return await store.write((tx) => takePayments(tx, means, { run, payments }));
  } catch (fault) {
    if (isStoreAway(fault)) throw fault;
    const [payment, ...others] = payments;
    if (payment !== undefined && others.length === 0) {
      means.onUnexpected(fault);
      await store.write((tx) => holdPayment(tx, means, run, payment));
    } else for (const one of payments) await takeSome(store, means, { run, payments: [one] });
    return payments.length;
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
  yield* movePayment(world, { ...payment, heldUntil: undefined }, path, run.at);
  yield* countOutcomes(run.sequence, { ...NO_OUTCOMES, HELD: 1 });
  yield* keepWorld(world);
}

/** How long one request waits for what is due, however often it must. */
export interface Patience {
  /** Resolves when it is over, if ever. */
  readonly over: Promise<'over'>;
  end(): void;
}

/**
 * What is due, done once for all requests that wait for it, and gone on with when none waits any longer.
 * @see S5-progress, S5-one-runner
 */
export class DueWork {
  readonly #store: Store;
  readonly #settings: BankSettings;
  #running: { readonly done: Promise<void>; readonly progress: Progress } | undefined;
  #waiting = 0;

  constructor(store: Store, settings: BankSettings) {
    this.#store = store;
    this.#settings = settings;
  }

  patience(): Patience {
    const { patienceMilliseconds } = this.#settings;
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<'over'>((resolve) => {
      if (patienceMilliseconds === undefined) return;
      timer = setTimeout(() => resolve('over'), patienceMilliseconds);
    });
    return { over, end: () => clearTimeout(timer) };
  }

  /**
   * Waits until nothing is due.
   * @returns how far it is, when the patience was over before
   * @throws what it failed by
   */
  async done({ over }: Patience): Promise<string | undefined> {
    const { done, progress } = this.#begun();
    this.#waiting += 1;
    try {
      return (await Promise.race([done, over])) === 'over' ? progress.text : undefined;
    } finally {
      this.#waiting -= 1;
    }
  }

  #begun() {
    if (this.#running) return this.#running;
    const progress = new Progress();
    const done = this.#do(progress).finally(() => {
      this.#running = undefined;
    });
    done.catch((fault) => this.#failed(fault));
    this.#running = { done, progress };
    return this.#running;
  }

  #do(progress: Progress): Promise<void> {
    const { onProgress } = this.#settings;
    return doWhatIsDue(this.#store, this.#settings, (step) => {
      progress.note(step);
      onProgress?.(`catching up: ${progress.text}`);
    });
  }

  /** Who waits is told. Of a store that is away, or closed meanwhile, the next request is. */
  #failed(fault: unknown): void {
    if (this.#waiting === 0 && !isStoreAway(fault)) this.#settings.onUnexpected(fault);
  }
}
