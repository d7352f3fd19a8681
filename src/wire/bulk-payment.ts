import * as z from 'zod/mini';
import { agentOfCurrencyAccount, DOMESTIC_MEMBERS, oneRemittance } from './domestic-payment.ts';
import { absent, array, boolean, object, text } from './field.ts';
import { noneToItself } from './own-account.ts';
import { date, debtorAccount } from './payment-members.ts';

/** One payment of a bulk: debtor and date are the bulk's. @see D2-bulk-item */
const bulkItem = object({
  ...DOMESTIC_MEMBERS,
  debtorAccount: absent('the bulk has one debtor'),
  requestedExecutionDate: absent('the bulk has one date'),
}).check(agentOfCurrencyAccount(), oneRemittance());

const MOST_PAYMENTS = 500;

/** @see D4-bulk-count, D4-bulk-members, D4-bulk-wrong */
export const bulkPayment = object({
  debtorAccount,
  requestedExecutionDate: z.optional(date),
  paymentInformationId: z.optional(text(35)),
  batchBookingPreferred: z.optional(boolean()),
  payments: array(bulkItem, { min: 1, max: MOST_PAYMENTS }),
}).check(noneToItself());

export type BulkPayment = z.infer<typeof bulkPayment>;
