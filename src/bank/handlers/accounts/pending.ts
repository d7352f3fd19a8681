import { paymentTransactionId } from '../../domain/ids.ts';
import { expectationsOf, type Party } from '../../domain/ledger.ts';
import { detailsOfPayment, referencesOfPayment } from '../../domain/transactions.ts';
import type { PendingPayment } from '../../store/tables/lists.ts';
import type { WorldState } from '../../store/tables/world.ts';
import type { ToPresent } from './present-transaction.ts';

/**
 * What a payment on its way is to move on one of its accounts: what the account expects of it, and what it will be
 * booked as, by the same id.
 * @see D7-pending, D7-payment-transaction-id
 */
export function pendingTransaction(
  { seed }: WorldState,
  { payment, side, debtorName }: PendingPayment,
  account: Party,
): ToPresent {
  const changes = expectationsOf(payment, side === 'creditor' ? account : undefined);
  const [paid, received] = changes;
  const change = side === 'creditor' ? received : paid;
  if (!change) throw new Error(`payment ${payment.paymentId} has no amount to move`);
  return {
    transactionId: paymentTransactionId(seed, payment.sequence, side),
    valueDate: payment.effectiveDate,
    currency: change.currency,
    amountMinor: change.pendingMinor ?? 0n,
    details: detailsOfPayment(payment, debtorName, side),
    references: referencesOfPayment(payment.initiation),
  };
}
