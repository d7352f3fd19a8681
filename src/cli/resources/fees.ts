import type { ShownFees } from '../../payments/fees.ts';
import { card } from '../presentation.ts';
import { requestId } from './authorisation.ts';
import { feeColumns } from './fee.ts';

export type { ShownFees };

export const shownFees = card<ShownFees>([
  ...feeColumns.map((column) => ({ ...column, isQuiet: true as const })),
  requestId,
]);
