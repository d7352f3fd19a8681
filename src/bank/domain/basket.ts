import type { TransactionStatus } from '../../values/statuses.ts';
import { worstOf } from './order.ts';
import type { Payment } from './payment.ts';

/**
 * A signing basket: payments that one SCA approves. LIVE until its SCA has ended or it is deleted; a payment is in at
 * most one live basket.
 * @see D5-basket-status
 */
export interface Basket {
  readonly sequence: bigint;
  readonly basketId: string;
  readonly tpp: string;
  /** customerNumber of the PSU, once known. */
  readonly psu?: string;
  readonly state: 'LIVE' | 'ENDED' | 'DELETED';
}

/** A basket with its payments, in the order in which the TPP named them. */
export interface WholeBasket extends Basket {
  readonly payments: readonly Payment[];
}

/** The worst case among its payments; CANC once it is deleted. @see D5-basket-status */
export function statusOf({ state, payments: [first, ...others] }: WholeBasket): TransactionStatus {
  if (state === 'DELETED' || !first) return 'CANC';
  return worstOf([first, ...others]).status;
}
