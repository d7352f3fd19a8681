import { HOUR_MS } from '../core/units.ts';
import { Fault, type FaultCode } from '../errors.ts';
import type { Op, Store, Tx } from '../store/contract.ts';
import { findLastRun, findNextRun } from '../values/bank-calendar.ts';
import { formatOsloDateTime, parseOsloInstant } from '../values/oslo.ts';
import { SCA_OPEN_MS } from '../values/sca-times.ts';
import { createInitialData } from './domain/initial-data.ts';
import { getApproval, getSettledDebtor, mayBecome, type Payment } from './domain/payment.ts';
import { createScheduledRun, type OpenRun, type Run, type RunOutcome, settle } from './domain/settlement.ts';
import {
  CALL_COUNTED_MILLISECONDS,
  ENDED_KEPT_MILLISECONDS,
  REQUEST_KEPT_MILLISECONDS,
} from './domain/world.ts';
import { findCreditors, movePayment, planMoves, storeMoves } from './life/moves.ts';
import { createDecidedMove, rejectUnapproved } from './life/payments.ts';
import { failSca } from './sca/steps.ts';
import { type BankSettings, selectWorldTerms } from './settings.ts';
import { listOpenSince, removeOldAuthorisations } from './store/tables/authorisations.ts';
import { listFunds } from './store/tables/ledger.ts';
import { listLapsed } from './store/tables/payments.ts';
import { removeOldCalls, removeOldSessions } from './store/tables/psus.ts';
import {
  closeRun,
  findDueDay,
  findRun,
  listDuePayments,
  openRun,
  saveRun,
  skipRunsUntil,
  wasRun,
} from './store/tables/runs.ts';
import { removeOldRequests } from './store/tables/tpps.ts';
import { type BankState, keepWorld, loadWorld, takeSequence } from './store/tables/world.ts';

/** The number of rows of each kind per chunk, which limits the time under the write lock (S3-short-lock). */
const AT_ONCE = 250;
/** The time for which expired records accumulate before a clean-up. */
const TOGETHER_MILLISECONDS = HOUR_MS;

/** Returns true if a chunk of the clean-up is due. */
export function isSomethingOld(world: BankState): boolean {
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

/**
 * Removes one chunk of expired records, found by indexes. Each chunk is independent, so a crash or a concurrent chunk
 * loses nothing. The 180 days count from a row that isn't removed (`keepPsu`).
 * @see S12-kept, ADR 9
 */
function* cleanUp({ bankNow }: BankState): Op<void> {
  yield* removeOldRequests(bankNow - REQUEST_KEPT_MILLISECONDS, AT_ONCE);
  yield* removeOldCalls(bankNow - CALL_COUNTED_MILLISECONDS, AT_ONCE);
  yield* removeOldSessions(bankNow - ENDED_KEPT_MILLISECONDS, AT_ONCE);
  yield* removeOldAuthorisations(bankNow - ENDED_KEPT_MILLISECONDS, AT_ONCE);
}

/**
 * Returns true if a run is due, or the expiry of an SCA or an unapproved payment. The due work is executed before the
 * response.
 * @see D4-catch-up
 * @see S5-run-goes-on
 */
export function isSomethingDue(world: BankState): boolean {
  const { bankNow, oldestOpenSca, nextLapse } = world;
  return (
    world.openRun !== undefined ||
    findNextRun(world.runsWatermark, world.calendar) <= bankNow ||
    (oldestOpenSca !== undefined && oldestOpenSca <= bankNow - SCA_OPEN_MS) ||
    (nextLapse !== undefined && nextLapse <= bankNow)
  );
}

/**
 * The result of a step: the run that began or continued; the number of expired SCAs and payments; `more` if more work
 * may be due; or `nothing`.
 */
type DueStep = { readonly run: OpenRun } | { readonly ended: number } | 'more' | 'nothing';

/**
 * The limits of one transaction, so that the write lock is held briefly: the number of payments of a run, and the time
 * in milliseconds.
 * @see S3-short-lock
 */
const TAKEN_AT_ONCE = 250;
/** The number of payments of a run that are settled together, which limits the memory. */
const SET_SIZE = 50;
const LONGEST_WORK_MS = 20;
const ENDED_AT_ONCE = 50;
const MOST_EMPTY_RUNS = 200;

/**
 * Executes one step of the due work in its own transaction: first expired SCAs and payments, then the runs in order.
 * After the last step it removes one chunk of expired records; the next request removes the next chunk.
 * @param most the limit of payments
 */
function* runDueStep(tx: Tx, means: Means, most: number): Op<DueStep> {
  const endMs = means.stopwatch() + LONGEST_WORK_MS;
  const world = yield* loadWorld(tx, selectWorldTerms(means), createInitialData);
  const [isDue, isOld] = [isSomethingDue(world), isSomethingOld(world)];
  if (!isDue && !isOld) return 'nothing';
  const isOver = () => means.stopwatch() >= endMs;
  const step = isDue ? yield* runStep(world, most, isOver) : 'nothing';
  if (step === 'nothing' && isOld) yield* cleanUp(world);
  yield* keepWorld(world);
  return step;
}

function* runStep(world: BankState, most: number, isOver: () => boolean): Op<DueStep> {
  const ended = yield* endExpired(world);
  if (ended > 0) return { ended };
  if (world.openRun === undefined) return yield* beginNextRun(world);
  const run = yield* findOpenRun(world.openRun);
  const taken = yield* takePayments(world, run, most, isOver);
  if (taken) return { run: taken };
  yield* closeRun(run);
  return 'more';
}

function* findOpenRun(sequence: bigint): Op<OpenRun> {
  const run = yield* findRun(sequence);
  if (!run) throw new Error('the open run is gone');
  return run;
}

function* endExpired(world: BankState): Op<number> {
  world.cause = { cause: 'an expiry' };
  const expired = yield* listOpenSince(world.bankNow - SCA_OPEN_MS, ENDED_AT_ONCE);
  const start = world.sequence;
  for (const sca of expired) {
    // Each rejected payment uses a sequence number; the next step continues.
    if (world.sequence - start >= ENDED_AT_ONCE) break;
    yield* failSca(world, sca, 'expired');
  }
  const lapsed = yield* listLapsed(world.bankNow, ENDED_AT_ONCE);
  yield* rejectUnapproved(world, lapsed, 'expired');
  return expired.length + lapsed.length;
}

/** Opens the first run with due payments and skips earlier slots without a row. */
function* beginNextRun(world: BankState): Op<DueStep> {
  const { bankNow, calendar } = world;
  const firstDay = yield* findDueDay();
  const start =
    firstDay === undefined ? bankNow : Math.max(world.runsWatermark, parseOsloInstant(firstDay) - 1);
  let slot = findNextRun(start, calendar);
  for (let looked = 0; slot <= bankNow && looked < MOST_EMPTY_RUNS; looked += 1) {
    const run = createScheduledRun(world.sequence + 1n, slot, calendar);
    if (!(yield* wasRun(slot)) && (yield* listDuePayments(run, 1)).length > 0) {
      takeSequence(world);
      return { run: yield* openRun(run) };
    }
    yield* skipRunsUntil(slot);
    slot = findNextRun(slot, calendar);
  }
  if (slot <= bankNow) return 'more';
  yield* skipRunsUntil(findLastRun(bankNow, calendar));
  return 'nothing';
}

/**
 * The codes of an unavailable store: busy, full, missing, damaged, closed or owned by another user. Nothing was
 * changed, or repeating the request with the same X-Request-ID returns the result.
 * @see S1-store-busy
 */
const CODES: readonly FaultCode[] = ['STORE_BUSY', 'STORE_DAMAGED', 'STORE_UNUSABLE', 'PERMISSIONS'];

export function isStoreAway(thrown: unknown): thrown is Fault {
  return thrown instanceof Fault && CODES.includes(thrown.code);
}

/** The progress of the due work, as text after 'catching up:'. @see S5-progress */
class Progress {
  text = 'it has started';
  #ended = 0;

  note(step: DueStep): void {
    if (typeof step === 'string') return;
    if ('run' in step) this.text = runText(step.run);
    else {
      this.#ended += step.ended;
      this.text = `SCAs and payments that ran out of time: ${this.#ended}`;
    }
  }
}

function runText({ slot, bankDay, due, outcomes }: OpenRun): string {
  const taken = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const name = slot === undefined ? `the batch for ${bankDay}` : `the run of ${formatMinute(slot)}`;
  return `${name} has processed ${taken}${due === undefined ? '' : ` of ${due}`} payments`;
}

function formatMinute(slot: number): string {
  return formatOsloDateTime(slot).slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
}

type Means = Pick<BankSettings, 'seed' | 'policy' | 'onUnexpected' | 'stopwatch'>;

/**
 * Executes all due work in order. Several processes may do this at once: each payment is processed once per run, in the
 * order of approval. If a payment fails, its step is rolled back, and the next steps process one payment each, so that
 * a failing payment affects no other.
 * @param onStep receives each step
 * @throws the store's fault if it is unavailable; the next request continues
 * @see S5-run-goes-on, D4-bulk-booked
 */
async function runDueWork(store: Store, means: Means, onStep: (step: DueStep) => void): Promise<void> {
  for (let oneByOne = 0; ; oneByOne -= 1) {
    const most = oneByOne > 0 ? 1 : TAKEN_AT_ONCE;
    try {
      const step = await store.write((tx) => runDueStep(tx, means, most));
      onStep(step);
      if (step === 'nothing') return;
    } catch (fault) {
      if (isStoreAway(fault)) throw fault;
      if (most > 1) oneByOne = TAKEN_AT_ONCE + 1;
      else await store.write((tx) => holdNext(tx, means, fault));
    }
  }
}

const OUTCOMES: Readonly<Record<string, RunOutcome>> = {
  ACSC: 'settled',
  ACWP: 'sent',
  RJCT: 'rejected',
  PDNG: 'held',
};

/**
 * Processes payments of a run, in sets until the limit or the time is reached.
 * @returns the run with the outcomes; undefined if it has no more payments
 */
function* takePayments(
  world: BankState,
  begun: OpenRun,
  most: number,
  isOver: () => boolean,
): Op<OpenRun | undefined> {
  world.cause = getRunCause(begun);
  let run = begun;
  for (let left = most; left > 0 && !(run !== begun && isOver()); left -= SET_SIZE) {
    const payments = yield* listDuePayments(run, Math.min(left, SET_SIZE));
    if (payments.length > 0) run = yield* takeSet(world, run, payments);
    if (payments.length < SET_SIZE) break;
  }
  return run === begun ? undefined : yield* saveRun(run);
}

/** Returns the cause of a run's bookings: the bank's own runs have a slot. @see D4-cause */
function getRunCause({ slot, begunBy: requestId }: Run): BankState['cause'] {
  return slot === undefined ? { cause: 'run batch', requestId } : { cause: 'the batch' };
}

/** Processes payments one after the other, and stores the results together. */
function* takeSet(world: BankState, run: OpenRun, payments: readonly Payment[]): Op<OpenRun> {
  const funds = yield* listFunds(payments.map(getSettledDebtor));
  const creditors = yield* findCreditors(payments, true);
  const outcomes = { ...run.outcomes };
  let { takenTo } = run;
  const decide = (payment: Payment) => {
    const debtorFunds = funds.get(getSettledDebtor(payment));
    if (!debtorFunds) throw new Error(`the debtor account of payment ${payment.paymentId} is gone`);
    const decision = settle(payment, debtorFunds, run);
    outcomes[OUTCOMES[decision.path.at(-1) ?? ''] ?? 'waiting'] += 1;
    takenTo = getApproval(payment).sequence;
    return createDecidedMove(world, payment, decision);
  };
  yield* storeMoves(yield* planMoves(world, payments, decide, { at: run.at, creditors, funds }));
  return { ...run, outcomes, takenTo };
}

/**
 * Holds the next payment of the open run after it failed, for the operator to examine.
 * @throws the fault if no run has a due payment
 * @see S5-catch-up
 */
function* holdNext(tx: Tx, means: Means, fault: unknown): Op<void> {
  const world = yield* loadWorld(tx, selectWorldTerms(means), createInitialData);
  const run = world.openRun === undefined ? undefined : yield* findOpenRun(world.openRun);
  const [payment] = run ? yield* listDuePayments(run, 1) : [];
  if (!run || !payment) throw fault;
  means.onUnexpected(fault);
  // A payment in ACWP stays there, because D4-transitions has no step to PDNG.
  const path = mayBecome(payment.status, 'PDNG') ? (['PDNG'] as const) : [];
  world.cause = getRunCause(run);
  yield* movePayment(world, { ...payment, heldUntil: undefined }, path, run.at);
  const outcomes = { ...run.outcomes, held: run.outcomes.held + 1 };
  yield* saveRun({ ...run, outcomes, takenTo: getApproval(payment).sequence });
  yield* keepWorld(world);
}

/** The time for which one request waits for due work, in total. */
export interface WaitLimit {
  /** Resolves when the time is over; never without a limit. */
  readonly over: Promise<'over'>;
  end(): void;
}

/**
 * Executes due work once for all waiting requests, and continues if none waits any longer.
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

  startWaitLimit(): WaitLimit {
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
   * @returns the progress if the patience ends first
   * @throws the fault of the due work
   */
  async waitUntilDone({ over }: WaitLimit): Promise<string | undefined> {
    this.#running ??= this.#start();
    const { done, progress } = this.#running;
    this.#waiting += 1;
    try {
      return (await Promise.race([done, over])) === 'over' ? progress.text : undefined;
    } finally {
      this.#waiting -= 1;
    }
  }

  #start() {
    const progress = new Progress();
    const { onProgress, onUnexpected } = this.#settings;
    const done = runDueWork(this.#store, this.#settings, (step) => {
      progress.note(step);
      onProgress?.(`catching up: ${progress.text}`);
    }).finally(() => {
      this.#running = undefined;
    });
    // Report a fault for which no request waits; the next request reports an unavailable or closed store.
    done.catch((fault) => {
      if (this.#waiting === 0 && !isStoreAway(fault)) onUnexpected(fault);
    });
    return { done, progress };
  }
}
