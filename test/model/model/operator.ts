import { FIRM, KARI, OLA } from './facts.ts';
import { approve, beginNoLaterThan, fail, finishRun, go, reject, release, runAtOnce } from './life.ts';
import { canPay } from './money.ts';
import { keepSession } from './psu.ts';
import { isFinal, isOpen, type Model, nowOf, type Payment, refused, type Said, type Sca } from './state.ts';

/** The sandbox's own controls. @see decisions.md §11 */

export const PLAYS = ['approve', 'decline', 'abandon', 'expire', 'fail'] as const;
export type Play = (typeof PLAYS)[number];

/** How the operator plays the PSU; what is absent is left to the bank. */
export interface Given {
  readonly as?: string;
  readonly context?: 'PRIVATE' | 'CORPORATE';
  /** An agreement that nobody has. */
  readonly agreement?: boolean;
}

const UNKNOWN = refused(404, 'RESOURCE_UNKNOWN');
/** A wrong state, or nothing that waits for the PSU. */
export const CONFLICT = refused(409, 'CONFLICT');

export function play(model: Model, act: Play, sca: Sca | undefined, given: Given): Said {
  if (!sca) return UNKNOWN;
  if (!isOpen(sca)) return CONFLICT;
  if (act === 'expire') return ended(model, sca);
  if (act === 'fail') return ended(model, sca, '500 SYSTEM_ERROR');
  const payment = model.payments[sca.payment ?? -1];
  const owner = payment && model.facts[payment.debtor]?.owner;
  const number = given.as ?? sca.identified ?? sca.psu ?? owner;
  // To say no, nobody need say who they are.
  if (number === undefined && act === 'decline') return ended(model, sca, '401 SCA_INVALID');
  if (number === undefined) return refused(400, 'FORMAT_ERROR as');
  const isAnother = sca.psu !== undefined && sca.psu !== number;
  if (isAnother || ![KARI, OLA, FIRM].includes(number)) return refused(400, 'RESOURCE_UNKNOWN as');
  if (sca.isPrivate && given.context === 'CORPORATE') return refused(400, 'FORMAT_ERROR context');
  if (given.agreement) return refused(400, 'RESOURCE_UNKNOWN agreementId');
  if (sca.identified === undefined) {
    sca.identified = number;
    // A firm, and whoever says to act for one, needs an agreement, and nobody has one here.
    const isCorporate = number === FIRM || given.context === 'CORPORATE';
    if (isCorporate || (payment && owner !== number)) return ended(model, sca, '401 PSU_CREDENTIALS_INVALID');
    sca.status = 'STARTED';
  }
  if (act === 'abandon') return played(model, sca);
  if (act === 'decline') return ended(model, sca, '401 SCA_INVALID');
  return confirm(model, sca, payment, sca.identified);
}

/** The SCA fails, and where the PSU is sent says why; expired, nobody is sent. */
function ended(model: Model, sca: Sca, redirect?: string): Said {
  fail(model, sca);
  return played(model, sca, redirect);
}

function played(model: Model, sca: Sca, redirect?: string): Said {
  const payment = model.payments[sca.payment ?? -1];
  return {
    status: 200,
    scaStatus: sca.status,
    ...(payment ? { transactionStatus: payment.status } : {}),
    ...(redirect === undefined ? {} : { redirect }),
  };
}

function confirm(model: Model, sca: Sca, payment: Payment | undefined, psu: string): Said {
  const isTooLate =
    sca.purpose === 'cancellation' && payment && (isFinal(payment) || payment.status === 'ACWP');
  if (isTooLate) return ended(model, sca, '409 CONFLICT');
  if (payment && sca.purpose === 'payment') approve(model, payment, psu);
  if (payment?.status === 'RJCT') return ended(model, sca, '400 PAYMENT_FAILED');
  if (payment && sca.purpose === 'cancellation') go(payment, 'CANC');
  sca.status = 'FINALISED';
  keepSession(model, sca, psu);
  return played(model, sca, `ok ${sca.session} PRIVATE`);
}

export const PAYMENT_ACTS = ['hold', 'release', 'reject', 'settle-late', 'settle'] as const;
export type PaymentAct = (typeof PAYMENT_ACTS)[number];

/** Answers false when the payment's state does not allow the act. */
const ACTS: Readonly<Record<PaymentAct, (model: Model, payment: Payment) => boolean>> = {
  hold: (_, payment) => {
    if (['PDNG', 'ACWP'].includes(payment.status) || isFinal(payment)) return false;
    if (payment.status === 'RCVD') payment.held = true;
    else go(payment, 'PDNG');
    return true;
  },
  release: (model, payment) => {
    const isHeld = payment.status === 'PDNG' || (payment.status === 'RCVD' && payment.held);
    if (!isHeld) return false;
    if (payment.status === 'PDNG') release(model, payment);
    else payment.held = false;
    return true;
  },
  reject: (_, payment) => {
    if (isFinal(payment) || payment.status === 'RCVD') return false;
    // Not for lack of funds, whatever was found of them.
    payment.funds = undefined;
    reject(payment);
    return true;
  },
  'settle-late': (_, payment) => {
    if (isFinal(payment) || payment.status === 'ACWP') return false;
    payment.late = true;
    return true;
  },
  settle: (model, payment) => {
    if (payment.status !== 'ACWP') return false;
    payment.funds = canPay(model, payment);
    go(payment, payment.funds ? 'ACSC' : 'RJCT');
    return true;
  },
};

export function actOn(model: Model, act: PaymentAct, payment: Payment | undefined): Said {
  if (!payment) return UNKNOWN;
  return ACTS[act](model, payment) ? { status: 200, transactionStatus: payment.status } : CONFLICT;
}

/** Each yield is a point at which a bank that dies has kept what was done so far. */
export function* runBatch(model: Model): Generator<void, Said> {
  const run = runAtOnce(model);
  model.run = run;
  yield;
  yield* finishRun(model);
  return { status: 200, batch: `${run.day} ${run.settled} ${run.waiting} 0` };
}

/** Sets the bank's clock; whatever falls due by it waits for the next request. */
export function turn(model: Model, to: number): Said {
  const isBack = to < nowOf(model);
  if (isBack) beginNoLaterThan(model, to);
  model.offset = to - model.real;
  return { status: 200, ...(isBack ? { warnings: ['BAD_REQUEST'] } : {}) };
}
