import { clock } from '../clock.ts';
import type { AtBank } from './at-bank.ts';

/** What the bank says of a payment, for the list of those that this profile made. @see C-payments-list */
export function rememberStatus(
  { remember }: Pick<AtBank, 'remember'>,
  paymentId: string,
  transactionStatus: string,
): Promise<void> {
  return remember((ledger) => ledger.rememberStatus(paymentId, transactionStatus, clock()));
}
