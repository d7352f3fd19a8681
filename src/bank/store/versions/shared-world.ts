/** Of a world that strangers share: who made what by hand, and whose key stands for an identity. */
export const SHARED_WORLD: readonly string[] = [
  `CREATE TABLE makers (
    path TEXT PRIMARY KEY,
    tpp TEXT NOT NULL)`,
  `CREATE TABLE identity_keys (
    identity TEXT PRIMARY KEY,
    key_hash TEXT NOT NULL)`,
];
