/** Takes away what the sixth version added. */
export const BACK_FROM_VERSION_6 = [
  'DROP TABLE natural_keys',
  'DROP TABLE transactions',
  'DROP INDEX payments_to_creditors',
  'ALTER TABLE accounts DROP COLUMN pending_adjustment_minor',
];
