import { UNFINISHED } from '../conditions.ts';

/** What was deleted and has things hanging on it still, numbers that had an account, and how what hangs on one is found. */
export const DELETIONS: readonly string[] = [
  `CREATE TABLE deletions (
    place INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('ACCOUNT', 'CARD', 'CUSTOMER')),
    subject TEXT NOT NULL,
    name TEXT)`,
  `CREATE TABLE former_numbers (bban TEXT PRIMARY KEY)`,
  `CREATE INDEX payments_from_accounts ON payments (debtor_account)
    WHERE ${UNFINISHED}`,
];
