import type { ShownFees } from '../../app/payments/fees.ts';
import { card } from '../presentation.ts';
import { feeColumn } from './fee.ts';

export type { ShownFees };

export const shownFees = card<ShownFees>([
  feeColumn,
  { label: 'X-Request-ID', value: ({ _meta }) => _meta.requestId },
]);
