import type * as z from 'zod/mini';
import { agentOfCurrencyAccount, DOMESTIC_MEMBERS, oneRemittance } from './domestic-payment.ts';
import { absent, object } from './field.ts';
import { notToItself } from './own-account.ts';
import type { Amount } from './payment.ts';
import { creditorBban, currency, debtorAccount, instructedAmount } from './payment-members.ts';

/** The domestic body without a date. @see D4-instant-body, D4-instant-date, D4-instant-own, D4-instant-wrong */
export const instantPayment = object({
  ...DOMESTIC_MEMBERS,
  requestedExecutionDate: absent('an instant payment is executed at once'),
}).check(agentOfCurrencyAccount(), oneRemittance(), notToItself());

/** What a fee is asked for. @see D4-fee-information */
export const feeRequest = object({
  amount: instructedAmount,
  creditorAccount: object({ bban: creditorBban, currency }),
  debtorAccount,
}).check(notToItself());

export type FeeRequest = z.infer<typeof feeRequest>;

/** @see D4-fee-information */
export interface FeeInformation {
  readonly transactionFees: Amount;
  readonly transactionFeeIndicator: boolean;
}
