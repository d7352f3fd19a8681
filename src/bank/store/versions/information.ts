import { PENDING } from '../conditions.ts';

/**
 * What account information lists: pending payments of both sides by the place of their approval; those that were pending
 * and are not, by the place at which they ended, and the day that one had before it was moved, for who turns the pages of a list that
 * is older. And the secret that pages are told apart by.
 * @see D7-page-place
 */
export const INFORMATION: readonly string[] = [
  `ALTER TABLE world ADD COLUMN paging_secret TEXT`,
  `ALTER TABLE payments ADD COLUMN ended BIGINT`,
  `ALTER TABLE payments ADD COLUMN day_before TEXT`,
  `ALTER TABLE payments ADD COLUMN day_moved BIGINT`,
  `CREATE INDEX payments_pending_from ON payments (debtor_account, approval DESC, effective_date DESC) WHERE ${PENDING}`,
  `DROP INDEX payments_to_creditors`,
  `CREATE INDEX payments_to_creditors ON payments (creditor_account, approval DESC, effective_date DESC) WHERE ${PENDING}`,
  `CREATE INDEX payments_ended_from ON payments (debtor_account, ended) WHERE ended IS NOT NULL`,
  `CREATE INDEX payments_ended_to ON payments (creditor_account, ended) WHERE ended IS NOT NULL`,
];
