import { accountAt } from './accounts.ts';
import { beginNoLaterThan, go, goRejected, release } from './life.ts';
import { finishRun, runAtOnce } from './runs.ts';
import { isFinal, type Life, type Model, nowOf, type Payment, refused, type Said } from './state.ts';
import { isReceived, statusOf } from './statuses.ts';

/** The sandbox's own controls. @see D11-operator-acts */

const UNKNOWN = refused(404, 'RESOURCE_UNKNOWN');
const CONFLICT = refused(409, 'CONFLICT');
export const PAYMENT_ACTS = ['hold', 'release', 'reject', 'settle-late', 'settle'] as const;
export type PaymentAct = (typeof PAYMENT_ACTS)[number];

function livesIn({ lives }: Payment, can: (life: Life) => boolean): readonly Life[] {
  return lives.filter(can);
}

/** Answers false when the payment's state does not allow the act; of a bulk, each item that can takes part. */
const ACTS: Readonly<Record<PaymentAct, (model: Model, payment: Payment) => boolean>> = {
  hold: (_, payment) => {
    const free = livesIn(payment, (life) => !isFinal(life) && !['PDNG', 'ACWP'].includes(life.status));
    for (const life of free) {
      if (isReceived(payment)) life.held = true;
      else go(life, 'PDNG');
    }
    return free.length > 0;
  },
  release: (model, payment) => {
    if (isReceived(payment)) {
      const held = livesIn(payment, (life) => life.held);
      for (const life of held) life.held = false;
      return held.length > 0;
    }
    const isHeld = payment.lives.some(({ status }) => status === 'PDNG');
    if (isHeld) release(model, payment);
    return isHeld;
  },
  reject: (_, payment) => {
    const open = isReceived(payment) ? [] : livesIn(payment, (life) => !isFinal(life));
    for (const life of open) {
      // Not for lack of funds, whatever was found of them.
      life.funds = undefined;
      goRejected(life, 'BAD_REQUEST');
    }
    return open.length > 0;
  },
  'settle-late': (_, payment) => {
    if (payment.kind === 'periodic') return false;
    const open = livesIn(payment, (life) => !isFinal(life) && !(life.status === 'ACWP' && life.late));
    for (const life of open) life.late = true;
    return open.length > 0;
  },
  settle: (_, payment) => {
    const waiting = livesIn(payment, ({ status }) => status === 'ACWP');
    for (const life of waiting) go(life, 'ACSC');
    return waiting.length > 0;
  },
};

export function actOn(model: Model, act: PaymentAct, payment: Payment | undefined): Said {
  if (!payment) return UNKNOWN;
  if (!ACTS[act](model, payment)) return CONFLICT;
  return { status: 200, transactionStatus: statusOf(payment) };
}

/** Each yield is a point at which a bank that dies has kept what was done so far. */
export function* runBatch(model: Model): Generator<void, Said> {
  const run = runAtOnce(model);
  model.run = run;
  yield;
  yield* finishRun(model);
  return { status: 200, batch: `${run.today} ${run.settled} ${run.sent} ${run.waiting} ${run.rejected} 0` };
}

/** Sets the bank's clock; whatever falls due by it waits for the next request. */
export function turn(model: Model, to: number): Said {
  const isBack = to < nowOf(model);
  if (isBack) beginNoLaterThan(model, to);
  model.offset = to - model.real;
  return { status: 200, ...(isBack ? { warnings: ['BAD_REQUEST'] } : {}) };
}

/** Takes the right to pay from an account, or gives it back. */
export function setRight(model: Model, way: 'take' | 'give', account: number | 'nowhere'): Said {
  if (account === 'nowhere' || !accountAt(model, account)) return UNKNOWN;
  const others = model.rightless.filter((place) => place !== account);
  model.rightless = way === 'take' ? [...others, account] : others;
  return { status: 200, right: way === 'give' };
}
