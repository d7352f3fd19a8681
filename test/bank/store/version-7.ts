/** Takes away what the seventh version added for deletions and outcome accounts. */
export const BACK_FROM_DELETIONS = [
  'DROP TABLE deletions',
  'DROP TABLE former_numbers',
  'DROP INDEX payments_from_accounts',
  'ALTER TABLE payments DROP COLUMN held_until',
];
