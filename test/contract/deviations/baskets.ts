import type { Deviation } from '../deviation.ts';
import type { Patch } from '../patch.ts';

/** In answers about signing baskets. */
export const BASKETS: readonly Deviation[] = [
  {
    what: 'a basket has the status of the worst of its payments',
    reason: 'interface.md Signing basket authorisation response: the worst case; decisions.md §5 Worst first',
    patches: ['ACCP', 'PDNG', 'ACWC', 'ACSP', 'ACWP'].map(
      (value): Patch => ({ op: 'add', path: '/components/schemas/transactionStatus_SBS/enum/-', value }),
    ),
  },
];
