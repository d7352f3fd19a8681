import { dayInForce, dayOf, isLastOfDay, MINUTE, slotAfter, slotsOf } from './calendar.ts';
import { canPay } from './money.ts';
import {
  isFinal,
  isOpen,
  type Model,
  nowOf,
  type Payment,
  type Run,
  type Sca,
  type Status,
} from './state.ts';

/** What becomes of a payment: by its PSU, by the time, by a run. @see decisions.md §4 */

export function go(payment: Payment, ...path: readonly Status[]): void {
  payment.path.push(...path);
  payment.status = path.at(-1) ?? payment.status;
}

/** FINALISED, or exempted: the date is looked at again; where the TPP preferred that, the funds too. */
export function approve(model: Model, payment: Payment, psu: string): void {
  payment.lapsesAt = undefined;
  if (payment.rejectsNoFunds) payment.funds = canPay(model, payment);
  if (payment.funds === false) go(payment, 'RJCT');
  else accept(model, payment, psu);
}

function accept(model: Model, payment: Payment, psu: string): void {
  const now = nowOf(model);
  payment.psu = psu;
  payment.day = payment.asked === undefined ? dayOf(slotAfter(now)) : dayInForce(payment.day, now);
  payment.moved = payment.asked !== undefined && payment.day !== payment.asked;
  model.approvals += 1;
  payment.approval = { order: model.approvals, at: now };
  go(payment, payment.held ? 'PDNG' : payment.moved ? 'ACWC' : 'ACTC');
}

export function reject(payment: Payment): void {
  payment.lapsesAt = undefined;
  go(payment, 'RJCT');
}

/** FAILED of the last open authorisation rejects the payment that waits for it; a cancellation leaves it as it is. */
export function fail(model: Model, sca: Sca): void {
  sca.status = 'FAILED';
  const payment = sca.purpose === 'payment' ? model.payments[sca.payment ?? -1] : undefined;
  if (payment?.status === 'RCVD') reject(payment);
}

const OPEN_FOR = 15 * MINUTE;

function isOver(sca: Sca, now: number): boolean {
  return isOpen(sca) && now - sca.startedAt >= OPEN_FOR;
}

function hasLapsed({ lapsesAt }: Payment, now: number): boolean {
  return lapsesAt !== undefined && lapsesAt <= now;
}

/** Whether something has to be done before a request is answered. @see safety.md §5 */
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
  const over = model.scas.filter((sca) => isOver(sca, now));
  const lapsed = model.payments.filter((payment) => hasLapsed(payment, now));
  for (const sca of over) fail(model, sca);
  for (const payment of lapsed) reject(payment);
  if (over.length + lapsed.length > 0) yield;
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

function scheduled(slot: number): Run {
  return { slot, day: dayOf(slot), isLast: isLastOfDay(slot), taken: [], settled: 0, waiting: 0 };
}

/** The next scheduled run, at once; never the day's last. @see decisions.md §11 Run the batch now */
export function runAtOnce(model: Model): Run {
  const next = slotAfter(nowOf(model));
  return { slot: undefined, day: dayOf(next), isLast: false, taken: [], settled: 0, waiting: 0 };
}

const TAKEN_BY_RUNS: readonly Status[] = ['ACTC', 'ACWC', 'ACCP', 'ACSP'];

/** Approved strictly before the run, for its day or one before, in the order of approval. */
function dueIn({ payments }: Model, { slot = Number.POSITIVE_INFINITY, day, taken }: Run): Payment[] {
  return payments
    .filter(
      (payment) =>
        TAKEN_BY_RUNS.includes(payment.status) &&
        payment.day <= day &&
        (payment.approval?.at ?? slot) < slot &&
        !taken.includes(payment.place),
    )
    .sort((one, other) => (one.approval?.order ?? 0) - (other.approval?.order ?? 0));
}

/** Goes on with the run that was begun, until it has nothing to take. */
export function* finishRun(model: Model): Generator<void, void> {
  for (;;) {
    const { run } = model;
    if (!run) return;
    const [payment] = dueIn(model, run);
    if (!payment) {
      model.run = undefined;
      if (run.slot !== undefined) model.slotDone = run.slot;
      yield;
      return;
    }
    run.taken.push(payment.place);
    take(model, run, payment);
    yield;
  }
}

function take(model: Model, run: Run, payment: Payment): void {
  const booking: Status = payment.late ? 'ACWP' : 'ACSC';
  if (payment.status === 'ACSP') go(payment, booking);
  else {
    payment.funds = canPay(model, payment);
    if (payment.status !== 'ACCP') go(payment, 'ACCP');
    if (payment.funds) go(payment, 'ACSP', booking);
    else if (run.isLast) go(payment, 'RJCT');
  }
  if (payment.status === 'ACSC') run.settled += 1;
  else if (payment.status !== 'RJCT') run.waiting += 1;
}

/** The clock goes back: what began after that begins then, so that nothing is younger than new. @see safety.md §6 */
export function beginNoLaterThan(model: Model, to: number): void {
  model.slotDone = Math.min(model.slotDone, to);
  for (const one of [...model.sessions, ...model.kept]) one.at = Math.min(one.at, to);
  for (const sca of model.scas.filter(isOpen)) sca.startedAt = Math.min(sca.startedAt, to);
  for (const payment of model.payments) {
    if (payment.approval && !isFinal(payment)) payment.approval.at = Math.min(payment.approval.at, to);
  }
}

/** The operator lets a held payment go. @see decisions.md §11 Hold, release */
export function release(model: Model, payment: Payment): void {
  const now = nowOf(model);
  const slots = slotsOf(payment.day);
  const approvedAt = payment.approval?.at ?? now;
  if (!slots.some((slot) => slot > now)) {
    payment.day = dayInForce(payment.day, now);
    payment.moved = payment.asked !== undefined;
    restAgain(payment);
  } else if (slots.some((slot) => slot > approvedAt && slot <= now)) {
    // A run went by that would have taken it.
    payment.funds = canPay(model, payment);
    go(payment, payment.funds ? 'ACSP' : 'ACCP');
  } else restAgain(payment);
}

function restAgain(payment: Payment): void {
  go(payment, 'ACTC');
  if (payment.moved) go(payment, 'ACWC');
}
