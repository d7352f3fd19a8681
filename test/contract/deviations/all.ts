import type { Deviation } from '../deviation.ts';
import { ACCOUNT_INFORMATION } from './account-information.ts';
import { BASKETS } from './baskets.ts';
import { EVERYWHERE } from './everywhere.ts';
import { FEE_INFORMATION } from './fee-information.ts';
import { PAYMENTS } from './payments.ts';
import { REFUSALS } from './refusals.ts';

/** Every deviation of payments, baskets, authorisations and account information from the standard's file. */
export const DEVIATIONS: readonly Deviation[] = [
  ...EVERYWHERE,
  ...REFUSALS,
  ...PAYMENTS,
  ...BASKETS,
  ...FEE_INFORMATION,
  ...ACCOUNT_INFORMATION,
];
