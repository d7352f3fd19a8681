import type { PaymentRight } from '../../wire/operator.ts';
import { act } from './act.ts';

export interface AccountReference {
  /** Of an account or a card account. */
  readonly accountId: string;
}

function ofAccount(operation: string, verb: string) {
  return act<AccountReference, PaymentRight>(
    operation,
    'POST',
    `/operator/accounts/{accountId}/payment-right/${verb}`,
    ({ accountId }) => ({ params: { accountId } }),
  );
}

/** The bank takes the right to pay from an account, and gives it back. @see decisions.md §6, §11 */
export const takePaymentRight = ofAccount('take payment right', 'take');
export const givePaymentRight = ofAccount('give payment right', 'give');
