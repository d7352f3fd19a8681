import { madeAt } from './accounts.ts';
import { dayInForce, dayOf, slotAfter, slotsOf } from './calendar.ts';
import { canPay } from './money.ts';
import {
  isFinal,
  isOpen,
  type Life,
  type Model,
  nowOf,
  type Payment,
  type Sca,
  type Status,
} from './state.ts';
import { isReceived, membersOf, statusOf } from './statuses.ts';

/** What becomes of a payment by its PSU, and by the operator who holds it. @see D4-transitions */

export function go(life: Life, ...path: readonly Status[]): void {
  life.path.push(...path);
  life.status = path.at(-1) ?? life.status;
}

/** Rejected, and why: the code that its status then tells. */
export function goRejected(life: Life, why: string): void {
  go(life, 'RJCT');
  life.why = why;
}

/** FINALISED, or exempted: the date is looked at again; where the TPP preferred that, and of an instant one, the funds. */
export function approve(model: Model, payment: Payment, psu: string): void {
  payment.since ??= madeAt(model, payment.debtor);
  for (const life of payment.lives) life.lapsesAt = undefined;
  if (payment.rejectsNoFunds || payment.kind === 'instant') {
    const isEnough = canPay(model, payment.debtor, ...payment.lives);
    for (const life of payment.lives) life.funds = isEnough;
    if (!isEnough) {
      for (const life of payment.lives) goRejected(life, 'PAYMENT_FAILED');
      return;
    }
  }
  payment.psu = psu;
  model.approvals += 1;
  payment.approval = model.approvals;
  for (const life of payment.lives) {
    life.approvedAt = nowOf(model);
    dateAgain(payment, life, nowOf(model));
    go(life, ...restOf(payment, life));
  }
}

/** Each by itself; whether any was approved: then all of them are known to be the PSU's. */
export function approveEach(model: Model, payments: readonly Payment[], psu: string): boolean {
  for (const payment of payments) approve(model, payment, psu);
  const isAny = payments.some((payment) => statusOf(payment) !== 'RJCT');
  if (isAny) for (const payment of payments) payment.psu = psu;
  return isAny;
}

function dateAgain({ asked, kind }: Payment, life: Life, now: number): void {
  if (kind === 'periodic') return;
  if (kind === 'instant') life.day = dayOf(now);
  else life.day = asked === undefined ? dayOf(slotAfter(now)) : dayInForce(life.day, now);
  life.moved = asked !== undefined && life.day !== asked;
}

function restOf({ kind }: Payment, { held, late, moved }: Life): readonly Status[] {
  if (held) return ['PDNG'];
  if (kind === 'instant') return ['ACTC', 'ACCP', 'ACSP', late ? 'ACWP' : 'ACSC'];
  return [moved ? 'ACWC' : 'ACTC'];
}

/** What is not approved yet is over. */
export function reject(payment: Payment, why: string): void {
  for (const life of payment.lives) {
    life.lapsesAt = undefined;
    goRejected(life, why);
  }
}

/** FAILED of the last open authorisation rejects what waits for it; a cancellation leaves it as it is. */
export function fail(model: Model, sca: Sca, why: string): void {
  sca.status = 'FAILED';
  for (const payment of waitingFor(model, sca)) reject(payment, why);
}

/** The payments that an SCA is to approve, and that still wait for that. */
export function waitingFor(model: Model, { purpose, payment, basket }: Sca): Payment[] {
  const own = purpose === 'payment' ? model.payments[payment ?? -1] : undefined;
  const together = purpose === 'basket' ? model.baskets[basket ?? -1] : undefined;
  const all = together ? membersOf(model, together) : own ? [own] : [];
  return all.filter(isReceived);
}

/** The clock goes back: what began after that begins then, so that nothing is younger than new. @see S6-going-back */
export function beginNoLaterThan(model: Model, to: number): void {
  model.slotDone = Math.min(model.slotDone, to);
  const aging = [...model.sessions, ...model.kept, ...model.lastScas, ...model.calls];
  for (const one of aging) one.at = Math.min(one.at, to);
  for (const sca of model.scas.filter(isOpen)) sca.startedAt = Math.min(sca.startedAt, to);
  for (const life of model.payments.flatMap(({ lives }) => lives)) {
    if (life.approvedAt !== undefined && !isFinal(life)) life.approvedAt = Math.min(life.approvedAt, to);
  }
}

/** The operator lets what is held of a payment go. @see D11-hold */
export function release(model: Model, payment: Payment): void {
  for (const life of payment.lives.filter(({ status }) => status === 'PDNG'))
    releaseOne(model, payment, life);
}

function releaseOne(model: Model, payment: Payment, life: Life): void {
  const { kind, asked, debtor } = payment;
  const now = nowOf(model);
  const slots = slotsOf(life.day);
  const approvedAt = life.approvedAt ?? now;
  if (kind === 'periodic') go(life, 'ACTC');
  else if (kind === 'instant') settleNow(model, payment, life);
  else if (!slots.some((slot) => slot > now)) {
    life.day = asked === undefined ? dayOf(slotAfter(now)) : dayInForce(life.day, now);
    life.moved = asked !== undefined;
    restAgain(life);
  } else if (slots.some((slot) => slot > approvedAt && slot <= now)) {
    // A run went by that would have taken it.
    life.funds = canPay(model, debtor, life);
    go(life, life.funds ? 'ACSP' : 'ACCP');
  } else restAgain(life);
}

function restAgain(life: Life): void {
  go(life, 'ACTC', ...(life.moved ? (['ACWC'] as const) : []));
}

/** An instant payment waits for no run. */
function settleNow(model: Model, { debtor }: Payment, life: Life): void {
  life.funds = canPay(model, debtor, life);
  if (life.funds) life.day = dayOf(nowOf(model));
  if (life.funds) go(life, 'ACSP', life.late ? 'ACWP' : 'ACSC');
  else goRejected(life, 'PAYMENT_FAILED');
}
