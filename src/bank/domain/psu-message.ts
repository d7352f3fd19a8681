import type { Order } from './order.ts';

/** What the PSU should know of how a payment stands. @see interface.md psuMessage */
export function psuMessageOf({ status, fundsAvailable, payments }: Order): string | undefined {
  const [{ dateMoved, effectiveDate }] = payments;
  if (status === 'RCVD' || status === 'ACWC') {
    return dateMoved ? `The payment will be executed on ${effectiveDate}.` : undefined;
  }
  if (status === 'PDNG') return 'The bank holds the payment. Ask the bank why.';
  if (fundsAvailable !== false) return undefined;
  if (status === 'RJCT') return 'The payment was rejected: the account has not the money.';
  return status === 'ACCP' ? 'The account has not the money: the bank tries again today.' : undefined;
}
