/** Who may see and pay from which accounts of an agreement. What they hang on takes them with it. */
export const ENGAGEMENTS: readonly string[] = [
  `CREATE TABLE engagements (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    agreement TEXT NOT NULL REFERENCES agreements (id) ON DELETE CASCADE,
    customer_number TEXT NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    may_view INTEGER NOT NULL,
    may_register INTEGER NOT NULL,
    register_limit BIGINT,
    approval_limit BIGINT,
    UNIQUE (agreement, customer_number, account))`,
  `CREATE INDEX engagements_of_customers ON engagements (customer_number)`,
  `CREATE INDEX engagements_of_accounts ON engagements (account)`,
  `CREATE INDEX agreements_of_owners ON agreements (owner_number)`,
];
