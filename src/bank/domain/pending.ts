import { convert } from '../../values/convert.ts';
import { outcomeOf } from '../../values/outcome-accounts.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import { chargeMinor } from './charges.ts';
import type { Line, Party, TotalsChange } from './ledger.ts';
import { debtorCurrency, type Payment, settledDebtor } from './payment.ts';
import { rulesOf } from './product-rules.ts';

const APPROVED: readonly TransactionStatus[] = ['ACTC', 'ACWC', 'ACCP', 'ACSP', 'ACWP', 'PDNG'];

/**
 * Whether a payment is approved and not booked. A standing order waits for nothing: no run takes it.
 * @see D9-expected-balance
 */
export function isPending(payment: Pick<Payment, 'status' | 'service' | 'product'>): boolean {
  return APPROVED.includes(payment.status) && rulesOf(payment).execution !== 'none';
}

const TAKEN: readonly TransactionStatus[] = ['ACTC', 'ACWC', 'ACCP', 'ACSP'];

/**
 * Whether its booking is sent first, to ACWP, and done by the next run: cross-border, or because of its creditor's number.
 * @see D4-cross-border-runs, D8-outcome-accounts
 */
export function isSentFirst(payment: Payment): boolean {
  return rulesOf(payment).execution === 'two-runs' || outcomeOf(payment.creditorAccount) === 'ACWP';
}

/**
 * The bank day from which on runs take a payment; undefined when none does. What the operator holds or settles late
 * waits for the operator; what is sent first goes from ACWP on by itself; a standing order is in no run.
 * @see D4-runs
 */
export function runDayOf(payment: Payment): string | undefined {
  const { approval, status, settlesLate, effectiveDate, heldUntil } = payment;
  if (approval === undefined || rulesOf(payment).execution === 'none') return undefined;
  if (status === 'PDNG') return heldUntil;
  const isTaken = TAKEN.includes(status) || (status === 'ACWP' && isSentFirst(payment) && !settlesLate);
  return isTaken ? effectiveDate : undefined;
}

/** Whether the money of a payment is kept for it: until it is booked, or given up. @see D9-reserved */
export function holdsMoney(status: TransactionStatus): boolean {
  return status === 'ACSP' || status === 'ACWP';
}

/** What a payment keeps of its debtor's money: amount and fee. @see D9-reserved */
export function reservationOf(payment: Payment): Line {
  const currency = debtorCurrency(payment);
  return { account: settledDebtor(payment), currency, amountMinor: chargeMinor(payment, currency) };
}

/**
 * What a pending payment adds to what its accounts expect, each in its own currency; below zero: the account pays.
 * @param creditor the creditor's account when it is at this bank
 * @see D9-expected-balance
 */
export function expectationsOf(payment: Payment, creditor: Party | undefined): readonly TotalsChange[] {
  const { amountMinor, ...debtor } = reservationOf(payment);
  const paid = { ...debtor, pendingMinor: -amountMinor };
  if (!creditor) return [paid];
  const received = convert(payment.amountMinor, payment.currency, creditor.currency);
  return [paid, { account: creditor.id, currency: creditor.currency, pendingMinor: received }];
}
