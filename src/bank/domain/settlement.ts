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
  /** Its scheduled instant; absent when the operator asked for it. */
  readonly slot?: number;
  /** The time that its bookings carry. */
  readonly at: number;
  /** The date whose run it is. */
  readonly bankDay: string;
  /** True for the day's last run, which rejects payments without funds. */
  readonly isLastOfDay: boolean;
  /** X-Request-ID of the operator who asked for it: a repeat is answered with what came of it. */
  readonly begunBy?: string;
}

/** A run on its way. @see S5-progress */
export interface OpenRun extends Run {
  /** How many payments were due when it began; absent for a run that an older program has begun. */
  readonly due?: number;
  /** Outcomes of the payments that the run has taken. */
  readonly outcomes: Outcomes;
  /** Approval of the last payment that it has taken: they are taken in the order of approval. */
  readonly takenTo: bigint;
}

/**
 * The outcome of a payment in a run: SENT is in ACWP; HELD if the run failed to take it, or by its creditor's number.
 */
export type RunOutcome = 'SETTLED' | 'SENT' | 'WAITING' | 'REJECTED' | 'HELD';

/** How many payments came to what. */
export type Outcomes = Readonly<Record<RunOutcome, number>>;

export const NO_OUTCOMES: Outcomes = { SETTLED: 0, SENT: 0, WAITING: 0, REJECTED: 0, HELD: 0 };

/** The run of a scheduled instant. */
export function createScheduledRun(sequence: bigint, slot: number, calendar: RunCalendar): OpenRun {
  const { bankDay, isLastOfDay } = runAt(slot, calendar);
  return { sequence, slot, at: slot, bankDay, isLastOfDay, outcomes: NO_OUTCOMES, takenTo: 0n };
}

/**
 * The next scheduled run, at once: of that run's date, booked with the present time, never the day's last.
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
  /** Its status, step by step. */
  readonly path: readonly TransactionStatus[];
  /** True if the debtor had the funds; absent if they weren't checked. */
  readonly fundsAvailable?: boolean;
  /** The new day, when it was moved. */
  readonly effectiveDate?: string;
  /** Why it is rejected; absent: for lack of money. */
  readonly rejection?: RejectionReason;
  /** The bank day on which the hold is over. */
  readonly heldUntil?: string;
}

/** A payment as a decision leaves it, its status and day aside. */
export function applyDecision(payment: Payment, decision: Decision): Payment {
  const { path, heldUntil = payment.heldUntil } = decision;
  const rejection = path.at(-1) === 'RJCT' ? (decision.rejection ?? 'no-funds') : undefined;
  const known = rejection === undefined || rejection === 'no-funds' ? payment.fundsAvailable : undefined;
  const { fundsAvailable = known } = decision;
  return { ...payment, fundsAvailable, heldUntil, rejection: rejection ?? payment.rejection };
}

/** Tells whether the funds cover amount and fee. @see D9-available, D11-fault-funds */
export function canPay(payment: Payment, funds: Funds | undefined): boolean {
  if (payment.unfundedBy !== undefined) return false;
  return funds !== undefined && computeChargeMinor(payment, funds.currency) <= computeAvailableMinor(funds);
}

/** Returns the status after booking: ACWP if the operator delays it or it is sent first. */
export function getBookedStatus(payment: Payment): 'ACSC' | 'ACWP' {
  return payment.settlesLate || isSentFirst(payment) ? 'ACWP' : 'ACSC';
}

/** A run, as far as it matters for what becomes of a payment. */
type TakenBy = Pick<Run, 'bankDay' | 'at' | 'isLastOfDay'>;

/**
 * A run takes a payment: enough → ACCP, ACSP, ACSC in one step; short → it rests in ACCP and is tried again at each
 * run of the day, RJCT after the day's last. What was reserved before goes on to its booking, whatever else was spent:
 * from ACSP, and from ACWP since the run before. The creditor's number may have it end otherwise.
 * @see D4-cross-border-runs
 * @see D8-outcome-accounts, I-accp
 */
export function settle(payment: Payment, funds: Funds, { bankDay, at, isLastOfDay }: TakenBy): Decision {
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

/**
 * Returns the outcome that the creditor's number has at the run of a bank day, if any.
 * @see D8-outcome-accounts
 */
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
 * The operator lets a held payment go: back to its rest while its day's runs are to come; on its day after a run it
 * missed, its money is reserved for the next one, or it waits for money; after its day it has a new one.
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
    // A day that was not asked for is not moved. @see D4-date-absent
    return initiation.requestedExecutionDate === undefined
      ? { path: ['ACTC'], effectiveDate: findNextRunDate(now, calendar) }
      : { path: ['ACTC', 'ACWC'], effectiveDate: findBookableDate(effectiveDate, now) };
  }
  if (!hasMissedRun(payment, now, calendar)) return { path: payment.dateMoved ? ['ACTC', 'ACWC'] : ['ACTC'] };
  return canPay(payment, funds)
    ? { path: ['ACSP'], fundsAvailable: true }
    : { path: ['ACCP'], fundsAvailable: false };
}

/** @see D4-lack-of-funds, D4-instant */
function releaseAtOnce(payment: Payment, funds: Funds | undefined, now: number): Decision {
  if (getOutcome(payment.creditorAccount) === 'RJCT') return REJECTED_BY_NUMBER;
  if (!canPay(payment, funds)) return { path: ['RJCT'], fundsAvailable: false };
  return {
    path: ['ACSP', getBookedStatus(payment)],
    fundsAvailable: true,
    effectiveDate: formatOsloDate(now),
  };
}

/** Tells whether a run of its day has passed since its approval. */
function hasMissedRun({ approval, effectiveDate }: Payment, now: number, calendar: RunCalendar): boolean {
  return findNextRun(Math.max(approval?.at ?? 0, parseOsloInstant(effectiveDate)), calendar) <= now;
}

/** When a payment will be executed, as decided at its approval. */
export interface ApprovedTerms {
  readonly effectiveDate: string;
  /** True if it differs from the requested day. */
  readonly dateMoved: boolean;
  /** The statuses that the payment passes. */
  readonly path: readonly TransactionStatus[];
  readonly rejection?: RejectionReason;
  readonly heldUntil?: string;
}

/**
 * The PSU has approved: the date is looked at again, and the payment rests until its run, or with the operator who
 * holds it. One that is executed at its approval is booked at once.
 * @see D4-acwc
 *   Instant, Periodic
 */
export function approve(payment: Payment, now: number, calendar: RunCalendar): ApprovedTerms {
  const date = computeDateInForce(payment, now, calendar);
  if (payment.heldAtApproval) return { ...date, path: ['PDNG'] };
  if (getProductRules(payment).execution === 'at-approval') {
    return { ...date, ...executeAtOnce(payment, date.effectiveDate) };
  }
  return { ...date, path: [date.dateMoved ? 'ACWC' : 'ACTC'] };
}

/** At once, and no run comes first: the creditor's number decides here what it else does at the run. @see D8-outcome-accounts */
function executeAtOnce(
  payment: Payment,
  today: string,
): Pick<ApprovedTerms, 'path' | 'rejection' | 'heldUntil'> {
  const { path, effectiveDate: _, ...outcome } = getOutcomeAtRun(payment, today) ?? {};
  if (path) return { ...outcome, path: ['ACTC', ...path] };
  return { path: ['ACTC', 'ACCP', 'ACSP', getBookedStatus(payment)] };
}

/** A day that was not asked for can't be moved: the next run takes the payment. */
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
