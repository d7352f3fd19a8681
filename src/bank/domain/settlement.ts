import {
  findBookableDate,
  findNextBankDay,
  findNextRun,
  findNextRunDate,
  hasRunsAfter,
  type RunCalendar,
  runAt,
} from '../../values/bank-calendar.ts';
import { formatOsloDate, parseOsloInstant } from '../../values/oslo.ts';
import { getOutcome } from '../../values/outcome-accounts.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import { computeAvailableMinor, type Funds, isMoneyHeld, isSentFirst } from './ledger.ts';
import type { Payment, RejectionReason } from './payment.ts';
import { computeChargeMinor, getProductRules } from './product-rules.ts';

/** One run of the batch. @see D4-runs */
export interface Run {
  readonly sequence: bigint;
  /** The scheduled time; absent if the operator requested the run. */
  readonly slot?: number;
  /** The time of the run's bookings. */
  readonly at: number;
  /** The bank day of the run. */
  readonly bankDay: string;
  /** True for the day's last run, which rejects payments without funds. */
  readonly isLastOfDay: boolean;
  /** The X-Request-ID of the operator's request; a repeated request gets the result of this run. */
  readonly begunBy?: string;
}

/** A run in progress. @see S5-progress */
export interface OpenRun extends Run {
  /** The number of payments due when the run began; absent if an older version of the program began it. */
  readonly due?: number;
  /** The outcomes of the payments processed so far. */
  readonly outcomes: Outcomes;
  /** The approval sequence of the last processed payment: the run processes payments in the order of approval. */
  readonly takenTo: bigint;
}

/**
 * The outcome of a payment in a run: `sent` moved to ACWP; `held` is on hold because processing failed or because of the
 * creditor's number.
 */
export type RunOutcome = 'settled' | 'sent' | 'waiting' | 'rejected' | 'held';

/** The number of payments by outcome. */
export type Outcomes = Readonly<Record<RunOutcome, number>>;

export const NO_OUTCOMES: Outcomes = { settled: 0, sent: 0, waiting: 0, rejected: 0, held: 0 };

/** Creates the run of a scheduled time. */
export function createScheduledRun(sequence: bigint, slot: number, calendar: RunCalendar): OpenRun {
  const { bankDay, isLastOfDay } = runAt(slot, calendar);
  return { sequence, slot, at: slot, bankDay, isLastOfDay, outcomes: NO_OUTCOMES, takenTo: 0n };
}

/**
 * Creates a run that starts now for the date of the next scheduled run. It books with the present time and is never the
 * day's last.
 * @see D11-batch
 */
export function runAtOnce(
  sequence: bigint,
  now: number,
  calendar: RunCalendar,
  begunBy: string | undefined,
): OpenRun {
  const bankDay = findNextRunDate(now, calendar);
  return { sequence, at: now, bankDay, isLastOfDay: false, begunBy, outcomes: NO_OUTCOMES, takenTo: 0n };
}

/** A decision about a payment. */
export interface Decision {
  /** The statuses that the payment passes, in order. */
  readonly path: readonly TransactionStatus[];
  /** True if the debtor had sufficient funds; absent if the funds weren't checked. */
  readonly fundsAvailable?: boolean;
  /** The new date, if the payment was moved. */
  readonly effectiveDate?: string;
  /** True if the payment is booked before its day; it stays a duplicate of those for that day. */
  readonly isEarly?: boolean;
  /** The reason of a rejection; if absent, lack of funds. */
  readonly rejection?: RejectionReason;
  /** The bank day on which the hold ends. */
  readonly heldUntil?: string;
}

/** Applies a decision to a payment, except its status and date. */
export function applyDecision(payment: Payment, decision: Decision): Payment {
  const { path, heldUntil = payment.heldUntil } = decision;
  const rejection = path.at(-1) === 'RJCT' ? (decision.rejection ?? 'no-funds') : undefined;
  const known = rejection === undefined || rejection === 'no-funds' ? payment.fundsAvailable : undefined;
  const { fundsAvailable = known } = decision;
  return { ...payment, fundsAvailable, heldUntil, rejection: rejection ?? payment.rejection };
}

/** Returns true if the funds cover amount and fee. @see D9-available, D11-fault-funds */
export function canPay(payment: Payment, funds: Funds | undefined): boolean {
  if (payment.unfundedBy !== undefined) return false;
  return funds !== undefined && computeChargeMinor(payment, funds.currency) <= computeAvailableMinor(funds);
}

/** Returns the status after booking: ACWP if the operator delays it or it is sent first. */
export function getBookedStatus(payment: Payment): 'ACSC' | 'ACWP' {
  return payment.settlesLate || isSentFirst(payment) ? 'ACWP' : 'ACSC';
}

/** The members of a run that decide the outcome of a payment. */
type RunTime = Pick<Run, 'bankDay' | 'at' | 'isLastOfDay'>;

/**
 * Decides the outcome of a payment in a run. With sufficient funds it passes ACCP, ACSP and ACSC in one step. Otherwise
 * it stays in ACCP, each run of the day tries it again, and the day's last run rejects it. A payment with a reservation
 * (ACSP, or ACWP since the previous run) is booked regardless of other debits. The creditor's number can override the
 * outcome.
 * @see D4-cross-border-runs, D8-outcome-accounts, I-accp
 */
export function settle(payment: Payment, funds: Funds, run: RunTime): Decision {
  return dateEarlyBooking(payment, chooseOutcome(payment, funds, run), run.at);
}

/** Dates a payment that a run at once books before its day with the day of the booking. @see D11-batch */
function dateEarlyBooking({ effectiveDate }: Payment, decision: Decision, at: number): Decision {
  if (decision.path.at(-1) !== 'ACSC') return decision;
  const today = formatOsloDate(at);
  return today < effectiveDate ? { ...decision, effectiveDate: today, isEarly: true } : decision;
}

function chooseOutcome(payment: Payment, funds: Funds, { bankDay, at, isLastOfDay }: RunTime): Decision {
  if (payment.status === 'ACWP') return { path: ['ACSC'] };
  const outcome = getOutcomeAtRun(payment, bankDay);
  if (outcome) return outcome;
  if (getProductRules(payment).execution === 'at-approval') return releaseAtOnce(payment, funds, at);
  const booking = getBookedStatus(payment);
  if (isMoneyHeld(payment.status)) return { path: [booking] };
  const accepted: readonly TransactionStatus[] = payment.status === 'ACCP' ? [] : ['ACCP'];
  if (canPay(payment, funds)) return { path: [...accepted, 'ACSP', booking], fundsAvailable: true };
  return { path: [...accepted, ...(isLastOfDay ? (['RJCT'] as const) : [])], fundsAvailable: false };
}

const REJECTED_BY_NUMBER = { path: ['RJCT'], rejection: 'outcome-account' } as const satisfies Decision;

/** Returns the outcome that the creditor's number causes in the run of a bank day, if any. @see D8-outcome-accounts */
export function getOutcomeAtRun(
  { creditorAccount, heldUntil }: Pick<Payment, 'creditorAccount' | 'heldUntil'>,
  bankDay: string,
): Decision | undefined {
  const outcome = getOutcome(creditorAccount);
  if (outcome === 'RJCT') return REJECTED_BY_NUMBER;
  if (outcome !== 'PDNG' || heldUntil !== undefined) return undefined;
  const until = findNextBankDay(bankDay);
  return { path: ['PDNG'], heldUntil: until, effectiveDate: until };
}

/**
 * Decides the status of a payment that the operator releases. If it missed no run of its day, it returns to ACTC or
 * ACWC; if it missed one, it gets a reservation (ACSP) or waits for funds (ACCP); after its day it gets a new date.
 * @see D11-hold
 */
export function releaseHeld(
  payment: Payment,
  funds: Funds | undefined,
  now: number,
  calendar: RunCalendar,
): Decision {
  const { effectiveDate, initiation } = payment;
  const { execution } = getProductRules(payment);
  if (execution === 'none') return { path: ['ACTC'] };
  if (execution === 'at-approval') return releaseAtOnce(payment, funds, now);
  if (!hasRunsAfter(effectiveDate, now, calendar)) {
    // A payment without a requested date is not reported as moved. @see D4-date-absent
    return initiation.requestedExecutionDate === undefined
      ? { path: ['ACTC'], effectiveDate: findNextRunDate(now, calendar) }
      : { path: ['ACTC', 'ACWC'], effectiveDate: findBookableDate(effectiveDate, now) };
  }
  if (!hasMissedRun(payment, now, calendar)) return { path: payment.dateMoved ? ['ACTC', 'ACWC'] : ['ACTC'] };
  return canPay(payment, funds)
    ? { path: ['ACSP'], fundsAvailable: true }
    : { path: ['ACCP'], fundsAvailable: false };
}

/** Releases a payment that is executed at its approval. @see D4-lack-of-funds, D4-instant */
function releaseAtOnce(payment: Payment, funds: Funds | undefined, now: number): Decision {
  if (getOutcome(payment.creditorAccount) === 'RJCT') return REJECTED_BY_NUMBER;
  if (!canPay(payment, funds)) return { path: ['RJCT'], fundsAvailable: false };
  return {
    path: ['ACSP', getBookedStatus(payment)],
    fundsAvailable: true,
    effectiveDate: formatOsloDate(now),
  };
}

/** Returns true if a run of the payment's day has passed since its approval. */
function hasMissedRun({ approval, effectiveDate }: Payment, now: number, calendar: RunCalendar): boolean {
  return findNextRun(Math.max(approval?.at ?? 0, parseOsloInstant(effectiveDate)), calendar) <= now;
}

/** The execution terms of a payment, decided at its approval. */
export interface ApprovedTerms {
  readonly effectiveDate: string;
  /** True if `effectiveDate` differs from the requested date. */
  readonly dateMoved: boolean;
  /** The statuses that the payment passes. */
  readonly path: readonly TransactionStatus[];
  readonly rejection?: RejectionReason;
  readonly heldUntil?: string;
}

/**
 * Computes the date again when the PSU approves. The payment then waits for its run, or is on hold if the operator
 * requested that; one that is executed at its approval is booked at once.
 * @see D4-acwc
 */
export function approve(payment: Payment, now: number, calendar: RunCalendar): ApprovedTerms {
  const date = computeDateInForce(payment, now, calendar);
  if (payment.heldAtApproval) return { ...date, path: ['PDNG'] };
  if (getProductRules(payment).execution === 'at-approval') {
    return { ...date, ...executeAtOnce(payment, date.effectiveDate) };
  }
  return { ...date, path: [date.dateMoved ? 'ACWC' : 'ACTC'] };
}

/** Applies the creditor's number here, because no run processes the payment first. @see D8-outcome-accounts */
function executeAtOnce(
  payment: Payment,
  today: string,
): Pick<ApprovedTerms, 'path' | 'rejection' | 'heldUntil'> {
  const { path, effectiveDate: _, ...outcome } = getOutcomeAtRun(payment, today) ?? {};
  if (path) return { ...outcome, path: ['ACTC', ...path] };
  return { path: ['ACTC', 'ACCP', 'ACSP', getBookedStatus(payment)] };
}

/**
 * Returns the date that applies at approval. A payment without a requested date gets the date of the next run and isn't
 * moved.
 */
function computeDateInForce(
  payment: Payment,
  now: number,
  calendar: RunCalendar,
): Omit<ApprovedTerms, 'path'> {
  const { execution } = getProductRules(payment);
  if (execution === 'at-approval') return { effectiveDate: formatOsloDate(now), dateMoved: false };
  if (execution === 'none') return { effectiveDate: payment.effectiveDate, dateMoved: false };
  const asked = payment.initiation.requestedExecutionDate;
  if (asked === undefined) return { effectiveDate: findNextRunDate(now, calendar), dateMoved: false };
  const date = findBookableDate(payment.effectiveDate, now);
  return { effectiveDate: date, dateMoved: date !== asked };
}
