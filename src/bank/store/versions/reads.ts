/**
 * Calls without the PSU: at most so many of an operation on an account in 24 hours as there are places. Whoever takes a
 * place takes it from the call that had it, so there is never a row more.
 */
export const READS: readonly string[] = [
  `CREATE TABLE unattended_calls (
    tpp TEXT NOT NULL,
    psu TEXT NOT NULL,
    account TEXT NOT NULL,
    operation TEXT NOT NULL,
    place INTEGER NOT NULL,
    called_at_ms BIGINT NOT NULL,
    PRIMARY KEY (tpp, psu, account, operation, place))`,
  `CREATE INDEX unattended_calls_by_age ON unattended_calls (called_at_ms)`,
  // Whether the PSU has said no in a session that has no SCA.
  `CREATE INDEX authorisations_declined ON authorisations (tpp, tpp_session_id) WHERE failure = 'declined'`,
];
