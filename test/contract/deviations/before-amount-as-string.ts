import type { Deviation } from '../deviation.ts';

/** While amount-as-string was not the default, for a TPP that had not asked for it. */
export const BEFORE_AMOUNT_AS_STRING: readonly Deviation[] = [
  {
    what: 'amounts are JSON numbers',
    reason: 'I-accept-fix; D3-accept-fix-default: before it amounts as JSON numbers',
    patches: [{ op: 'replace', path: '/components/schemas/amountValue', value: { type: 'number' } }],
  },
];
