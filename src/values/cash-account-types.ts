const LISTED = [
  'CACC',
  'CASH',
  'CHAR',
  'CISH',
  'COMM',
  'CPAC',
  'LLSV',
  'LOAN',
  'MGLD',
  'MOMA',
  'NREX',
  'ODFT',
  'ONDP',
  'OTHR',
  'SACC',
  'SLRY',
  'SVGS',
  'TAXE',
  'TRAN',
  'TRAS',
] as const;

/** @see interface.md Sandbox account, cashAccountType (ISO 20022) */
export type CashAccountType = (typeof LISTED)[number];

export const CASH_ACCOUNT_TYPES: readonly CashAccountType[] = Object.freeze(LISTED);
