import type { Column } from '../presentation.ts';

interface WithFee {
  readonly transactionFees?: { readonly amount: string | number; readonly currency: string };
  readonly transactionFeeIndicator?: boolean;
}

/** The fee, or what the indicator says where the fee is not told. @see interface.md Payment creation response */
export const feeColumn: Column<WithFee> = {
  label: 'Fee',
  value: ({ transactionFees, transactionFeeIndicator }) => {
    if (transactionFees !== undefined) return `${transactionFees.amount} ${transactionFees.currency}`;
    if (transactionFeeIndicator === undefined) return undefined;
    return transactionFeeIndicator ? 'yes, not told' : 'none';
  },
};
