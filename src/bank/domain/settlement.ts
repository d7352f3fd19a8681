import { bookableDate, nextRun, runsRemain } from '../../values/bank-calendar.ts';
import { osloDate, osloInstant } from '../../values/oslo.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import { chargeMinor } from './charges.ts';
import { availableMinor, type Funds } from './ledger.ts';
import type { Payment } from './payment.ts';
import { holdsMoney } from './pending.ts';
import { rulesOf } from './product-rules.ts';

/** What becomes of a payment. */
export interface Decision {
  /** Its status, step by step. */
  readonly path: readonly TransactionStatus[];
  /** Whether the debtor could pay; absent where it was not asked. */
  readonly fundsAvailable?: boolean;
  /** The new day, when it was moved. */
  readonly effectiveDate?: string;
}

/** A payment as a decision leaves it, its status aside: what runs reject lacks money. */
export function decided<P extends Payment>(payment: P, { path, fundsAvailable }: Decision): P {
  const checked = fundsAvailable === undefined ? payment : { ...payment, fundsAvailable };
  return path.at(-1) === 'RJCT' ? { ...checked, rejection: 'no-funds' } : checked;
}

/** Whether amount and fee are there. @see decisions.md §9: reserve only when amount + fee ≤ available */
export function canPay(payment: Payment, funds: Funds | undefined): boolean {
  return funds !== undefined && chargeMinor(payment, funds.currency) <= availableMinor(funds);
}

/** What its booking comes to: the operator has it settle late, and a cross-border payment does anyway. */
export function bookedStatus(payment: Payment): 'ACSC' | 'ACWP' {
  return payment.settlesLate || rulesOf(payment).execution === 'two-runs' ? 'ACWP' : 'ACSC';
}

/**
 * A run takes a payment: enough → ACCP, ACSP, ACSC in one step; short → it rests in ACCP and is tried again at each
 * run of the day, RJCT after the day's last. What was reserved before goes on to its booking, whatever else was spent:
 * from ACSP, and from ACWP since the run before.
 * @see decisions.md §4, Cross-border: ACSP → ACWP at its run, ACSC at the next
 */
export function settle(payment: Payment, funds: Funds, isLastOfDay: boolean): Decision {
  const booking = payment.status === 'ACWP' ? 'ACSC' : bookedStatus(payment);
  if (holdsMoney(payment.status)) return { path: [booking] };
  const accepted: readonly TransactionStatus[] = payment.status === 'ACCP' ? [] : ['ACCP'];
  if (canPay(payment, funds)) return { path: [...accepted, 'ACSP', booking], fundsAvailable: true };
  return { path: [...accepted, ...(isLastOfDay ? (['RJCT'] as const) : [])], fundsAvailable: false };
}

/**
 * The operator lets a held payment go: back to its rest while its day's runs are to come; on its day after a run it
 * missed, its money is reserved for the next one, or it waits for money; after its day it has a new one.
 * @see decisions.md §11 Hold, release
 */
export function releaseHeld(payment: Payment, funds: Funds | undefined, now: number): Decision {
  const { effectiveDate, initiation } = payment;
  const { execution } = rulesOf(payment);
  if (execution === 'none') return { path: ['ACTC'] };
  if (execution === 'at-approval') return releaseAtOnce(payment, funds, now);
  if (!runsRemain(effectiveDate, now)) {
    // A day that was not asked for is not moved. @see decisions.md §4 Dates: absent → no ACWC
    const path =
      initiation.requestedExecutionDate === undefined ? (['ACTC'] as const) : (['ACTC', 'ACWC'] as const);
    return { path, effectiveDate: bookableDate(effectiveDate, now) };
  }
  if (!hasMissedRun(payment, now)) return { path: payment.dateMoved ? ['ACTC', 'ACWC'] : ['ACTC'] };
  return canPay(payment, funds)
    ? { path: ['ACSP'], fundsAvailable: true }
    : { path: ['ACCP'], fundsAvailable: false };
}

/** @see decisions.md §4 Instant: booked, and short → RJCT */
function releaseAtOnce(payment: Payment, funds: Funds | undefined, now: number): Decision {
  if (!canPay(payment, funds)) return { path: ['RJCT'], fundsAvailable: false };
  return { path: ['ACSP', bookedStatus(payment)], fundsAvailable: true, effectiveDate: osloDate(now) };
}

/** Whether a run of its day went by since its approval. */
function hasMissedRun({ approval, effectiveDate }: Payment, now: number): boolean {
  return nextRun(Math.max(approval?.at ?? 0, osloInstant(effectiveDate))) <= now;
}
