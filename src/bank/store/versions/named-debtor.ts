/** A payment may have no debtor account yet but the name that its body gives; one that is rejected has its reason. */
export const NAMED_DEBTOR: readonly string[] = [
  `ALTER TABLE payments ADD COLUMN debtor TEXT`,
  `UPDATE payments SET debtor = debtor_account`,
  `ALTER TABLE payments DROP COLUMN debtor_account`,
  `ALTER TABLE payments RENAME COLUMN debtor TO debtor_account`,
  `ALTER TABLE payments ADD COLUMN rejection TEXT`,
  `UPDATE payments SET rejection = 'no-funds' WHERE status = 'RJCT' AND funds_available = 0`,
];
