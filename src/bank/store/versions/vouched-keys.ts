/** From when the certificate is valid by which a key owns an identity, where a trusted CA vouches for it. */
export const VOUCHED_KEYS: readonly string[] = [
  'ALTER TABLE identity_keys ADD COLUMN vouched_from_ms BIGINT',
];
