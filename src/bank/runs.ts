import { HOUR_MS } from '../core/units.ts';
import { Fault, type FaultCode } from '../errors.ts';
import type { Op, Store, Tx } from '../store/contract.ts';
import { lastRun, nextRun } from '../values/bank-calendar.ts';
import { osloDateTime, osloInstant } from '../values/oslo.ts';
import { endHanging } from './deleting.ts';
import { OPEN_MILLISECONDS } from './domain/authorisation.ts';
import { initialData } from './domain/initial-data.ts';
import { mayBecome, settledDebtor } from './domain/payment.ts';
import {
  NO_OUTCOMES,
  type OpenRun,
  type Run,
  type RunOutcome,
  scheduledRun,
  settle,
} from './domain/settlement.ts';
import {
  CALL_COUNTED_MILLISECONDS,
  ENDED_KEPT_MILLISECONDS,
  REQUEST_KEPT_MILLISECONDS,
} from './domain/world.ts';
import { follow, movePayment, rejectUnapproved } from './life/payments.ts';
import { failSca } from './sca/steps.ts';
import { type BankSettings, worldTerms } from './settings.ts';
import {
  countAbout,
  keepFrom,
  listEndedBefore,
  listOpenSince,
  removeAuthorisation,
} from './store/tables/authorisations.ts';
import { findFunds } from './store/tables/ledger.ts';
import { findPayment, listLapsed } from './store/tables/payments.ts';
import { removeOldCalls, removeOldSessions } from './store/tables/psus.ts';
import {
  closeRun,
  countOutcomes,
  type DuePayment,
  findFirstDueDay,
  findRun,
  keepOutcome,
  listDuePayments,
  openRun,
  passPayments,
  passRunsUntil,
  wasRun,
} from './store/tables/runs.ts';
import { removeOldRequests } from './store/tables/tpps.ts';
import {
  keepWorld,
  loadWorld,
  nextSequence,
  type WorldState,
  type WorldTerms,
} from './store/tables/world.ts';

/**
 * What is over goes, in chunks, when its time is: it is found by indexes, so that a bank with nothing old looks at
 * nothing. Each chunk stands by itself: whoever dies after it, or does the next one at the same time, loses nothing.
 * What the 180 days run from is kept elsewhere (`keepPsu`).
 * @see S12-kept
 * @see ADR 9
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
function* cleanUp({ bankNow }: WorldState): Op<void> {
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
interface Chunk {
  readonly run: OpenRun;
  readonly payments: readonly DuePayment[];
}

/** How far a run is known to be: up to this approval all is taken. */
interface Passed {
  readonly run: bigint;
  readonly takenTo: bigint;
}

/** What a step came to: payments to take; so many ended, or ended because of a deletion; more may be due; or nothing is due. */
type DueStep = Chunk | { readonly ended: number } | { readonly endedOfDeleted: number } | 'more' | 'nothing';

/** No write lock is held for long: so many at once (S3-short-lock, S5-strictly-before). */
const CHUNK = 500;
const ENDED_AT_ONCE = 50;
const MOST_EMPTY_RUNS = 200;

/**
 * One step of what is due, in a transaction of its own: first what ended, then the runs, in order. With the last one a
 * chunk of what is old goes: nobody waits for more of that, the next request does the next.
 * @param passed what came of the step before
 */
function* dueStep(tx: Tx, terms: WorldTerms, passed?: Passed): Op<DueStep> {
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
async function doWhatIsDue(store: Store, means: Means, onStep: (step: DueStep) => void): Promise<void> {
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
