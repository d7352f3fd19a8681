import { dayOf, isLastOfDay, MINUTE, slotAfter } from './calendar.ts';
import { fail, go, goRejected, reject } from './life.ts';
import { canPay } from './money.ts';
import { BATCHED } from './products.ts';
import {
  isOpen,
  type Life,
  type Model,
  nowOf,
  type Payment,
  type Run,
  type Sca,
  type Status,
} from './state.ts';

/** What becomes of payments by the time, and by the runs. @see D4-runs */

const OPEN_FOR = 15 * MINUTE;
/** What ends of many SCAs before a bank can die. @see S3-short-lock */
const AT_ONCE = 50;

function isOver(sca: Sca, now: number): boolean {
  return isOpen(sca) && now - sca.startedAt >= OPEN_FOR;
}

function hasLapsed({ lives }: Payment, now: number): boolean {
  return lives.some(({ lapsesAt }) => lapsesAt !== undefined && lapsesAt <= now);
}

/** Whether something has to be done before a request is answered. @see S5-catch-up */
export function isSomethingDue(model: Model): boolean {
  const now = nowOf(model);
  return (
    model.run !== undefined ||
    slotAfter(model.slotDone) <= now ||
    model.scas.some((sca) => isOver(sca, now)) ||
    model.payments.some((payment) => hasLapsed(payment, now))
  );
}

/**
 * Does what fell due, in order. Each yield is a point at which a bank that dies has kept what was done so far, and
 * nothing after it.
 */
export function* catchUp(model: Model): Generator<void, void> {
  const now = nowOf(model);
  const over = model.scas
    .filter((sca) => isOver(sca, now))
    .sort((one, other) => one.startedAt - other.startedAt || one.place - other.place);
  const lapsed = model.payments.filter((payment) => hasLapsed(payment, now));
  for (let start = 0; start === 0 || start < over.length; start += AT_ONCE) {
    for (const sca of over.slice(start, start + AT_ONCE)) fail(model, sca, 'SCA_EXPIRED');
    if (start === 0) for (const payment of lapsed) reject(payment, 'SCA_EXPIRED');
    if (over.length + lapsed.length > 0) yield;
  }
  yield* finishRun(model);
  for (let slot = slotAfter(model.slotDone); slot <= now; slot = slotAfter(slot)) {
    const run = scheduled(slot);
    if (!model.slotsRun.includes(slot) && dueIn(model, run).length > 0) {
      model.run = run;
      model.slotsRun.push(slot);
      yield;
      yield* finishRun(model);
    }
    model.slotDone = slot;
  }
}

const NOTHING_YET = { settled: 0, sent: 0, waiting: 0, rejected: 0 } as const;

function scheduled(slot: number): Run {
  return { slot, day: dayOf(slot), today: dayOf(slot), isLast: isLastOfDay(slot), taken: [], ...NOTHING_YET };
}

/** The next scheduled run, at once; never the day's last. @see D11-batch */
export function runAtOnce(model: Model): Run {
  const now = nowOf(model);
  const day = dayOf(slotAfter(now));
  return { slot: undefined, day, today: dayOf(now), isLast: false, taken: [], ...NOTHING_YET };
}

const TAKEN_BY_RUNS: readonly Status[] = ['ACTC', 'ACWC', 'ACCP', 'ACSP'];

interface Due {
  readonly payment: Payment;
  readonly life: Life;
  readonly name: string;
}

/** Approved strictly before the run, for its day or one before, in the order of approval and of the body. */
function dueIn({ payments }: Model, { slot = Number.POSITIVE_INFINITY, day, taken }: Run): Due[] {
  return payments
    .filter(({ kind, approval }) => BATCHED.includes(kind) && approval !== undefined)
    .sort((one, other) => (one.approval ?? 0) - (other.approval ?? 0))
    .flatMap((payment) =>
      payment.lives.map((life, place) => ({ payment, life, name: `${payment.place}.${place}` })),
    )
    .filter(
      ({ payment, life, name }) =>
        isTaken(payment, life) &&
        life.day <= day &&
        (life.approvedAt ?? slot) < slot &&
        !taken.includes(name),
    );
}

/** What went abroad at one run is settled at the next; what is settled late waits for the operator. */
function isTaken({ kind }: Payment, { status, late }: Life): boolean {
  return TAKEN_BY_RUNS.includes(status) || (status === 'ACWP' && kind === 'cross-border' && !late);
}

/** Goes on with the run that was begun, until it has nothing to take. */
export function* finishRun(model: Model): Generator<void, void> {
  for (;;) {
    const { run } = model;
    if (!run) return;
    const [due] = dueIn(model, run);
    if (!due) {
      model.run = undefined;
      if (run.slot !== undefined) model.slotDone = run.slot;
      yield;
      return;
    }
    run.taken.push(due.name);
    take(model, run, due);
    yield;
  }
}

function take(model: Model, run: Run, { payment, life }: Due): void {
  if (life.status === 'ACWP') go(life, 'ACSC');
  else execute(model, run, payment, life);
  if (life.status === 'ACSC' && run.today < life.day) dateEarly(payment, life, run.today);
  if (life.status === 'ACSC') run.settled += 1;
  else if (life.status === 'ACWP') run.sent += 1;
  else if (life.status === 'RJCT') run.rejected += 1;
  else run.waiting += 1;
}

/** What is booked before its day has the day of the booking. @see D11-batch */
function dateEarly({ asked }: Payment, life: Life, today: string): void {
  life.duplicateDay = life.day;
  life.day = today;
  life.moved = asked !== undefined && asked !== today;
}

function execute(model: Model, run: Run, payment: Payment, life: Life): void {
  const booking: Status = life.late || payment.kind === 'cross-border' ? 'ACWP' : 'ACSC';
  if (life.status === 'ACSP') {
    go(life, booking);
    return;
  }
  life.funds = canPay(model, payment.debtor, life);
  if (life.status !== 'ACCP') go(life, 'ACCP');
  if (life.funds) go(life, 'ACSP', booking);
  else if (run.isLast) goRejected(life, 'PAYMENT_FAILED');
}
