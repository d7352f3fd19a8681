import { type Deviation, deviation } from '../deviation.ts';
import { add } from '../patch.ts';

/** In answers about signing baskets. */
export const BASKETS: readonly Deviation[] = [
  deviation(
    'a basket has the status of the worst of its payments',
    'I-basket-authorisation: the worst case; D5-basket-status',
    ...['ACCP', 'PDNG', 'ACWC', 'ACSP', 'ACWP'].map((value) =>
      add('/components/schemas/transactionStatus_SBS/enum/-', value),
    ),
  ),
];
