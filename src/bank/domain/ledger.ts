import type { Currency } from '../../values/currencies.ts';
import { convertWholeToMinor } from '../../values/money.ts';
import { getOutcome } from '../../values/outcome-accounts.ts';
import { convert } from '../../values/rates.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import { getDebtorCurrency, getSettledDebtor, type Payment } from './payment.ts';
import { computeChargeMinor, computeCostMinor, computeFeeMinor, getProductRules } from './product-rules.ts';

/** One side of a booking. */
export interface Line {
  /**
   * The id of an account or card account, or one of the bank's own: NOSTRO, FEES, SUSPENSE, OPENING (D9-double-entry).
   */
  readonly account: string;
  readonly currency: Currency;
  /** Positive if the account is credited. */
  readonly amountMinor: bigint;
}

/** Lines in one currency that sum to 0. @see D9-double-entry */
export type Entry = readonly Line[];

/** The changes to an account's stored totals. @see D9-totals */
export interface TotalsChange {
  readonly account: string;
  readonly currency: Currency;
  /** The change to closingBooked, the sum of the account's lines. */
  readonly balanceMinor?: bigint;
  /** The change to the sum of its reservations. */
  readonly reservedMinor?: bigint;
  /** The change to the total of its pending payments. */
  readonly pendingMinor?: bigint;
}

/** The funds of an account. @see D9-available */
export interface Funds {
  readonly currency: Currency;
  /** closingBooked, the sum of the account's lines. */
  readonly balanceMinor: bigint;
  readonly reservedMinor: bigint;
  /** Whole units of the currency. */
  readonly creditLine: number;
}

/** Computes closingBooked − reservations + creditLine in minor units. @see D9-available */
export function computeAvailableMinor({ currency, balanceMinor, reservedMinor, creditLine }: Funds): bigint {
  return balanceMinor - reservedMinor + convertWholeToMinor(creditLine, currency);
}

/** Applies a change of the totals to funds by the ids of accounts, as far as they are among them. */
export function applyToFunds(
  funds: Map<string, Funds>,
  { account, balanceMinor = 0n, reservedMinor = 0n }: TotalsChange,
): void {
  const known = funds.get(account);
  if (!known) return;
  const balance = known.balanceMinor + balanceMinor;
  funds.set(account, { ...known, balanceMinor: balance, reservedMinor: known.reservedMinor + reservedMinor });
}

/** An account of this bank that takes part in a payment. */
export interface Party {
  readonly id: string;
  readonly currency: Currency;
}

/** The members of a payment that its booking needs. */
type BookablePayment = Parameters<typeof computeChargeMinor>[0];

/**
 * The account to credit: an account of this bank; NOSTRO for another bank; SUSPENSE if the account here was deleted.
 */
export type Creditor = Party | 'NOSTRO' | 'SUSPENSE';

/**
 * Creates the entries of a payment: one if debtor and creditor have the same currency or the creditor has no account
 * here, otherwise two, through NOSTRO. The fee is in the debtor's currency.
 * @see D4-conversion, D4-fee-in-booking
 */
export function createEntries(payment: BookablePayment, debtor: Party, to: Creditor): readonly Entry[] {
  const { currency } = debtor;
  const cost = computeCostMinor(payment, currency);
  const isHere = typeof to === 'object';
  const isDirect = isHere && to.currency === currency;
  const other = isDirect ? to.id : isHere ? 'NOSTRO' : to;
  const paid = createEntry(debtor.id, other, currency, cost);
  const fee = computeFeeMinor(payment, currency);
  const debited = fee > 0n ? [...paid, ...createEntry(debtor.id, 'FEES', currency, fee)] : paid;
  if (!isHere || isDirect) return [debited];
  const credited = convert(payment.amountMinor, payment.currency, to.currency);
  return [debited, createEntry('NOSTRO', to.id, to.currency, credited)];
}

/** The bank's own accounts. @see D9-double-entry */
export const OWN_ACCOUNTS: ReadonlySet<string> = new Set(['NOSTRO', 'FEES', 'SUSPENSE', 'OPENING']);

/** Sums the lines of entries by customer account; the bank's own accounts are omitted. */
export function listCustomerLines(entries: readonly Entry[]): readonly Line[] {
  const moved = new Map<string, Line>();
  for (const line of entries.flat()) {
    if (OWN_ACCOUNTS.has(line.account)) continue;
    const { amountMinor = 0n } = moved.get(line.account) ?? {};
    moved.set(line.account, { ...line, amountMinor: amountMinor + line.amountMinor });
  }
  return [...moved.values()];
}

/** Creates an entry that debits `from` and credits `to`. */
export function createEntry(from: string, to: string, currency: Currency, amountMinor: bigint): Entry {
  return [
    { account: from, currency, amountMinor: -amountMinor },
    { account: to, currency, amountMinor },
  ];
}

const APPROVED: readonly TransactionStatus[] = ['ACTC', 'ACWC', 'ACCP', 'ACSP', 'ACWP', 'PDNG'];

/**
 * Returns true if a payment is approved and not booked. A standing order is never pending, because no run executes it.
 * @see D9-expected-balance
 */
export function isPending(payment: Pick<Payment, 'status' | 'service' | 'product'>): boolean {
  return APPROVED.includes(payment.status) && getProductRules(payment).execution !== 'none';
}

const TAKEN: readonly TransactionStatus[] = ['ACTC', 'ACWC', 'ACCP', 'ACSP'];

/**
 * Returns true if a payment is sent first (ACWP) and booked by the next run: cross-border payments, and payments to
 * some outcome accounts.
 * @see D4-cross-border-runs, D8-outcome-accounts
 */
export function isSentFirst(payment: Payment): boolean {
  return getProductRules(payment).execution === 'two-runs' || getOutcome(payment.creditorAccount) === 'ACWP';
}

/**
 * Computes the bank day from which runs process a payment. A payment that is held or settles late waits for the
 * operator; one that is sent first continues from ACWP.
 * @returns undefined if no run processes it, for example a standing order
 * @see D4-runs
 */
export function computeRunDay(payment: Payment): string | undefined {
  const { approval, status, settlesLate, effectiveDate, heldUntil } = payment;
  if (approval === undefined || getProductRules(payment).execution === 'none') return undefined;
  if (status === 'PDNG') return heldUntil;
  const isTaken = TAKEN.includes(status) || (status === 'ACWP' && isSentFirst(payment) && !settlesLate);
  return isTaken ? effectiveDate : undefined;
}

/**
 * Returns true if the money of a payment is reserved, which ends with the booking or the rejection.
 * @see D9-reserved
 */
export function isMoneyHeld(status: TransactionStatus): boolean {
  return status === 'ACSP' || status === 'ACWP';
}

/** Computes the reservation of a payment: amount plus fee. @see D9-reserved */
export function computeReservation(payment: Payment): Line {
  const currency = getDebtorCurrency(payment);
  return { account: getSettledDebtor(payment), currency, amountMinor: computeChargeMinor(payment, currency) };
}

/**
 * Computes the changes of a pending payment to the expected balances of its accounts, each in the account's currency;
 * negative for the debtor.
 * @param creditor the creditor's account, if it is at this bank
 * @see D9-expected-balance
 */
export function computeExpectedChanges(
  payment: Payment,
  creditor: Party | undefined,
): readonly TotalsChange[] {
  const { amountMinor, ...debtor } = computeReservation(payment);
  const paid = { ...debtor, pendingMinor: -amountMinor };
  if (!creditor) return [paid];
  const received = convert(payment.amountMinor, payment.currency, creditor.currency);
  return [paid, { account: creditor.id, currency: creditor.currency, pendingMinor: received }];
}
