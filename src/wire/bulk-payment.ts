import * as z from 'zod/mini';
import { agentOfCurrencyAccount, DOMESTIC_MEMBERS, oneRemittance } from './domestic-payment.ts';
import { array, boolean, object, text } from './field.ts';
import { date, debtorAccount } from './payment-members.ts';

const { debtorAccount: _debtor, requestedExecutionDate: _date, ...ITEM_MEMBERS } = DOMESTIC_MEMBERS;

/** One payment of a bulk: debtor and date are the bulk's. */
const bulkItem = object(ITEM_MEMBERS).check(agentOfCurrencyAccount(), oneRemittance());

const MOST_PAYMENTS = 500;

/** @see decisions.md §4 Bulk */
export const bulkPayment = object({
  debtorAccount,
  requestedExecutionDate: z.optional(date),
  paymentInformationId: z.optional(text(35)),
  batchBookingPreferred: z.optional(boolean()),
  payments: array(bulkItem, { min: 1, max: MOST_PAYMENTS }),
});

export type BulkPayment = z.infer<typeof bulkPayment>;
