/** @see interface.md States and transitions, transactionStatus */
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

/** @see interface.md States and transitions, scaStatus */
export type ScaStatus =
  | 'RECEIVED'
  | 'PSU_IDENTIFIED'
  | 'PSU_AUTHENTICATED'
  | 'SCA_METHOD_SELECTED'
  | 'STARTED'
  | 'FINALISED'
  | 'FAILED'
  | 'EXEMPTED';
