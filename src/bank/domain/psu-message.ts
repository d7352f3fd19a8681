import type { Order } from './order.ts';
import { REASONS } from './rejection.ts';

/** What the PSU should know of how a payment stands. @see D4-psu-message */
export function psuMessageOf({ status, fundsAvailable, payments }: Order): string | undefined {
  const [{ dateMoved, effectiveDate }] = payments;
  if (status === 'RCVD' || status === 'ACWC') {
    return dateMoved ? `The payment will be executed on ${effectiveDate}.` : undefined;
  }
  if (status === 'PDNG') return 'The bank is holding the payment. Ask the bank why.';
  if (status === 'RJCT' || status === 'PART') return rejectionOf(payments);
  return status === 'ACCP' && fundsAvailable === false
    ? 'Insufficient funds. The bank will try again today.'
    : undefined;
}

/** Of several payments that were not rejected alike, that some were: the TPP is told which. */
function rejectionOf(payments: Order['payments']): string | undefined {
  const [common, ...others] = new Set(payments.map(({ rejection }) => rejection));
  if (others.length > 0) return 'Some of the payments were rejected.';
  return common === undefined ? undefined : REASONS[common].psuMessage;
}
