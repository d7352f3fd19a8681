/**
 * A signing basket: payments that one SCA approves. LIVE until its SCA has ended or it is deleted; a payment is in at
 * most one live basket.
 * @see decisions.md §5
 */
export interface Basket {
  readonly sequence: bigint;
  readonly basketId: string;
  readonly tpp: string;
  /** customerNumber of the PSU, once known. */
  readonly psu?: string;
  readonly state: 'LIVE' | 'ENDED' | 'DELETED';
}
