/** Takes away what the tenth version added. */
export const BACK_FROM_VERSION_10 = [
  'DROP TABLE faults',
  'ALTER TABLE world DROP COLUMN faults_set',
  'DROP INDEX payments_unfunded',
  'ALTER TABLE payments DROP COLUMN unfunded_by',
];
