import type { MadePayment } from '../client/ledger/types.ts';

/** The creation of a payment or basket of this profile, and its last known status. */
export interface ListedState {
  /** ISO 8601, by this machine's clock. */
  readonly createdAt: string;
  /** The last status that was read, and the time of reading. */
  readonly transactionStatus?: string;
  readonly statusAt?: string;
}

/** Describes the state of a payment or basket for a list. @see C-payments-list, C-basket-list */
export function describeState({
  at,
  transactionStatus,
  statusAt,
}: Pick<MadePayment, 'at' | 'transactionStatus' | 'statusAt'>): ListedState {
  return {
    createdAt: new Date(at).toISOString(),
    transactionStatus,
    statusAt: statusAt === undefined ? undefined : new Date(statusAt).toISOString(),
  };
}
