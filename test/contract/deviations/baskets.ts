import type { Deviation } from '../deviation.ts';
import type { Patch } from '../patch.ts';

/** In answers about signing baskets. */
export const BASKETS: readonly Deviation[] = [
  {
    what: 'a basket has the status of the worst of its payments',
    reason: 'I-basket-authorisation: the worst case; D5-basket-status',
    patches: ['ACCP', 'PDNG', 'ACWC', 'ACSP', 'ACWP'].map(
      (value): Patch => ({ op: 'add', path: '/components/schemas/transactionStatus_SBS/enum/-', value }),
    ),
  },
];
