import type { PaymentRight } from '../../wire/operator.ts';
import { act } from './act.ts';

export interface AccountOfRight {
  /** Id of an account or card account. */
  readonly accountId: string;
}

function turning(verb: 'take' | 'give') {
  return act<AccountOfRight, PaymentRight>(`${verb} payment right` as const, ({ accountId }) => ({
    params: { accountId },
  }));
}

/** The bank no longer lets payments be made from an account. @see D6-consent, D11-payment-right */
export const takePaymentRight = turning('take');
export const givePaymentRight = turning('give');
