/** Takes away what the ninth version added. */
export const BACK_FROM_VERSION_9 = [
  'ALTER TABLE world DROP COLUMN paging_secret',
  'DROP INDEX payments_pending_from',
  'DROP INDEX payments_ended_from',
  'DROP INDEX payments_ended_to',
  ...['ended', 'day_before', 'day_moved'].map((column) => `ALTER TABLE payments DROP COLUMN ${column}`),
];
