/** Members of a card account that a request need not have. */
const OPTIONAL = ['name', 'product', 'status'];

/**
 * What a card account made by hand keeps, and its transactions: of those that are pending the date is that of the
 * purchase, and the booking date in the details is empty.
 */
export const CARD_DATA: readonly string[] = [
  ...OPTIONAL.flatMap((column) => [
    `ALTER TABLE card_accounts ADD COLUMN given_${column} TEXT`,
    `UPDATE card_accounts SET given_${column} = ${column}`,
    `ALTER TABLE card_accounts DROP COLUMN ${column}`,
    `ALTER TABLE card_accounts RENAME COLUMN given_${column} TO ${column}`,
  ]),
  ...['card_id', 'card_id_v_no', 'account_number', 'expiry', 'balance_details'].map(
    (column) => `ALTER TABLE card_accounts ADD COLUMN ${column} TEXT`,
  ),
  `ALTER TABLE card_accounts ADD COLUMN pending_adjustment_minor BIGINT NOT NULL DEFAULT 0`,
  `CREATE TABLE card_transactions (
    sequence INTEGER PRIMARY KEY,
    card_account TEXT NOT NULL,
    id TEXT NOT NULL,
    is_pending INTEGER NOT NULL,
    listed_date TEXT NOT NULL,
    details TEXT NOT NULL)`,
  `CREATE UNIQUE INDEX card_transactions_of_accounts
    ON card_transactions (card_account, is_pending, listed_date DESC, id, sequence)`,
  `CREATE UNIQUE INDEX card_transactions_by_id ON card_transactions (card_account, id) WHERE id <> ''`,
];
