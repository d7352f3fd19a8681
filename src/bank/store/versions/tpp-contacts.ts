/** Where TPPs are reached. */
export const TPP_CONTACTS: readonly string[] = [
  `CREATE TABLE tpp_contacts (
    tpp TEXT PRIMARY KEY,
    email TEXT NOT NULL)`,
];
