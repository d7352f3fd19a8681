/** @see I-transaction-status */
export type TransactionStatus =
  | 'ACCP'
  | 'ACSC'
  | 'ACSP'
  | 'ACTC'
  | 'ACWC'
  | 'ACWP'
  | 'RCVD'
  | 'PDNG'
  | 'RJCT'
  | 'CANC'
  | 'PART';

const IS_FINAL: Readonly<Record<TransactionStatus, boolean>> = {
  RCVD: false,
  ACTC: false,
  ACWC: false,
  ACCP: false,
  PDNG: false,
  ACSP: false,
  ACWP: false,
  ACSC: true,
  RJCT: true,
  CANC: true,
  // Every payment of the bulk is final.
  PART: true,
};

export const TRANSACTION_STATUSES = Object.keys(IS_FINAL) as readonly TransactionStatus[];

/** Checks whether a status is final; unknown ones aren't. @see D4-bulk-status */
export function isFinalStatus(status: string): boolean {
  return Object.hasOwn(IS_FINAL, status) && IS_FINAL[status as TransactionStatus];
}

export const SCA_STATUSES = [
  ...(['RECEIVED', 'PSU_IDENTIFIED', 'PSU_AUTHENTICATED', 'SCA_METHOD_SELECTED'] as const),
  ...(['STARTED', 'FINALISED', 'FAILED', 'EXEMPTED'] as const),
] as const;

/** @see I-sca-status */
export type ScaStatus = (typeof SCA_STATUSES)[number];
