const ADDED = ['card_id', 'card_id_v_no', 'account_number', 'expiry', 'balance_details'];

/** Takes away what cards have since the seventh version; a name may be missing there, and is asked for by nobody. */
export const BACK_FROM_CARD_DATA = [
  'DROP TABLE card_transactions',
  ...[...ADDED, 'pending_adjustment_minor'].map(
    (column) => `ALTER TABLE card_accounts DROP COLUMN ${column}`,
  ),
];
