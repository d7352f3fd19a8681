import { type Deviation, deviation } from '../deviation.ts';
import { replace } from '../patch.ts';

/** While amount-as-string was not the default, for a TPP that had not asked for it. */
export const BEFORE_AMOUNT_AS_STRING: readonly Deviation[] = [
  deviation(
    'amounts are JSON numbers',
    'I-accept-fix; D3-accept-fix-default: before it amounts as JSON numbers',
    replace('/components/schemas/amountValue', { type: 'number' }),
  ),
];
