const ADDED = ['card_id', 'card_id_v_no', 'account_number', 'expiry', 'balance_details'];

/** Takes away what the seventh version added; the names of cards stay columns that may be empty. */
export const BACK_FROM_VERSION_7 = [
  'DROP TABLE makers',
  'DROP TABLE identity_keys',
  'DROP TABLE engagements',
  'DROP INDEX agreements_of_owners',
  'DROP TABLE deletions',
  'DROP TABLE former_numbers',
  'DROP INDEX payments_from_accounts',
  'ALTER TABLE payments DROP COLUMN held_until',
  'DROP TABLE card_transactions',
  ...[...ADDED, 'pending_adjustment_minor'].map(
    (column) => `ALTER TABLE card_accounts DROP COLUMN ${column}`,
  ),
];
