import type { Life } from '../record.ts';
import { ACCOUNT_INFORMATION_LIVES } from './account-information.ts';
import { BASKET_LIVES } from './baskets.ts';
import { CANCELLATION_LIVES, DOMESTIC_LIVES } from './domestic.ts';
import { PRODUCT_LIVES } from './products.ts';
import { FAULT_LIVES, REFUSAL_LIVES } from './refusals.ts';

export const LIVES: readonly Life[] = [
  ...DOMESTIC_LIVES,
  ...PRODUCT_LIVES,
  ...CANCELLATION_LIVES,
  ...BASKET_LIVES,
  ...REFUSAL_LIVES,
  ...FAULT_LIVES,
  ...ACCOUNT_INFORMATION_LIVES,
];
