import type { Column } from '../columns.ts';
import type { Money } from '../shown-values.ts';

interface WithFee {
  readonly transactionFees?: Money;
  readonly transactionFeeIndicator?: boolean;
}

/** The fee, or what the indicator says where the fee is not told. @see I-creation-response */
export const feeColumns: readonly Column<WithFee>[] = [
  { label: 'Fee', kind: 'amount', value: ({ transactionFees }) => transactionFees },
  {
    label: 'Fee',
    value: ({ transactionFees, transactionFeeIndicator }) => {
      if (transactionFees !== undefined || transactionFeeIndicator === undefined) return undefined;
      return transactionFeeIndicator ? 'yes, amount not known' : 'none';
    },
  },
];
