import { BACK_FROM_ENGAGEMENTS } from './engagements.ts';

/** Takes away what the sixth version added, and the seventh. */
export const BACK_FROM_VERSION_6 = [
  ...BACK_FROM_ENGAGEMENTS,
  'DROP TABLE natural_keys',
  'DROP TABLE transactions',
  'DROP INDEX payments_to_creditors',
  'ALTER TABLE accounts DROP COLUMN pending_adjustment_minor',
];
