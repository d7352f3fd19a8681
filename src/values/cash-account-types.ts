/** The names in ISO 20022, by code. */
const NAMES = {
  CACC: 'Current',
  CASH: 'Cash payment',
  CHAR: 'Charges',
  CISH: 'Cash income',
  COMM: 'Commission',
  CPAC: 'Clearing participant settlement account',
  LLSV: 'Limited liquidity savings account',
  LOAN: 'Loan',
  MGLD: 'Marginal lending',
  MOMA: 'Money market',
  NREX: 'Non-resident external',
  ODFT: 'Overdraft',
  ONDP: 'Overnight deposit',
  OTHR: 'Other account',
  SACC: 'Settlement',
  SLRY: 'Salary',
  SVGS: 'Savings',
  TAXE: 'Tax',
  TRAN: 'Transacting account',
  TRAS: 'Cash trading',
} as const;

/** @see I-cash-account-type */
export type CashAccountType = keyof typeof NAMES;

export const CASH_ACCOUNT_TYPES: readonly CashAccountType[] = Object.freeze(
  Object.keys(NAMES) as CashAccountType[],
);

export function getCashAccountTypeName(type: CashAccountType): string {
  return NAMES[type];
}
