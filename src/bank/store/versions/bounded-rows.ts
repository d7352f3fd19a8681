import { OPEN } from '../conditions.ts';

/** Tables that say whose a row is. */
const OF_TPPS = [
  'psus',
  'corporate_ids',
  'payments',
  'authorisations',
  'requests',
  'sessions',
  'baskets',
] as const;

/**
 * A key's identity is `key:` and its hash from now on. What was stored does not tell an organizationIdentifier of 64
 * small hexadecimal digits from a key's hash, and there both had the same rows. They go to the key: no authority gives
 * such an identifier (they begin with PSD and a country), so whoever had one wrote it to read another's payments. The
 * psu-ids that were given stay as they are; those of an organizationIdentifier were never touched by this.
 * An identifier that began with `key:` names nobody any more, and what it had is nobody's.
 * @see D12-tpp-identity
 */
const NAMED_BY_KEY = OF_TPPS.flatMap((table) => [
  `UPDATE ${table} SET tpp = '-' || tpp WHERE SUBSTR(tpp, 1, 4) = 'key:'`,
  `UPDATE ${table} SET tpp = 'key:' || tpp WHERE LENGTH(tpp) = 64 AND TRIM(tpp, '0123456789abcdef') = ''`,
]);

export const BOUNDED_ROWS: readonly string[] = [
  ...NAMED_BY_KEY,
  `ALTER TABLE psus ADD COLUMN last_sca_ms BIGINT`,
  `UPDATE psus SET last_sca_ms = (SELECT MAX(finalised_at_ms) FROM sessions
    WHERE sessions.tpp = psus.tpp AND sessions.psu = psus.customer_number)`,
  `CREATE INDEX sessions_by_age ON sessions (finalised_at_ms)`,
  `CREATE INDEX sessions_living ON sessions (tpp, psu) WHERE dead = 0`,
  `ALTER TABLE authorisations ADD COLUMN kept_from_ms BIGINT`,
  `UPDATE authorisations SET ended_at_ms = created_at_ms WHERE sca_status = 'EXEMPTED'`,
  `UPDATE authorisations SET kept_from_ms = COALESCE(ended_at_ms, created_at_ms) WHERE NOT (${OPEN})`,
  `CREATE INDEX authorisations_ended ON authorisations (kept_from_ms) WHERE kept_from_ms IS NOT NULL`,
  `DROP INDEX authorisations_of_sessions`,
  `CREATE INDEX authorisations_open_of_sessions ON authorisations (tpp, tpp_session_id, redirect_uri)
    WHERE subject IS NULL AND ${OPEN}`,
  `DROP INDEX authorisations_open_of_psus`,
  `CREATE INDEX authorisations_open_of_tpps ON authorisations (tpp, psu) WHERE ${OPEN}`,
];
