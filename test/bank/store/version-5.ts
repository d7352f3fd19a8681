import { OPEN, PENDING } from '../../../src/bank/store/conditions.ts';

/** Takes away what the fifth version added. */
export const BACK_FROM_VERSION_5 = [
  'ALTER TABLE balances DROP COLUMN reserved_minor',
  'ALTER TABLE balances DROP COLUMN pending_minor',
  'CREATE INDEX reservations_of_accounts ON reservations (account)',
  `DELETE FROM reservations WHERE payment IN (SELECT sequence FROM payments WHERE status = 'ACWP')`,
  'ALTER TABLE world DROP COLUMN counted_to',
  'DROP INDEX payments_due',
  'ALTER TABLE payments DROP COLUMN run_day',
  `CREATE INDEX payments_pending ON payments (approval) WHERE ${PENDING}`,
  ...['begun_by', 'due', 'taken_to', 'settled', 'sent', 'waiting', 'rejected', 'held'].map(
    (column) => `ALTER TABLE runs DROP COLUMN ${column}`,
  ),
  'ALTER TABLE run_items RENAME TO run_items_of_version_5',
  `CREATE TABLE run_items (
    run BIGINT NOT NULL REFERENCES runs (sequence),
    payment BIGINT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('SETTLED', 'WAITING', 'REJECTED', 'HELD')),
    PRIMARY KEY (run, payment))`,
  `INSERT INTO run_items SELECT run, payment, REPLACE(outcome, 'SENT', 'WAITING') FROM run_items_of_version_5`,
  'DROP TABLE run_items_of_version_5',
  'ALTER TABLE payments DROP COLUMN rejection',
  `CREATE INDEX authorisations_open_of_psus ON authorisations (tpp, psu) WHERE psu IS NOT NULL AND ${OPEN}`,
  'DROP INDEX authorisations_open_of_tpps',
  'DROP INDEX authorisations_open_of_sessions',
  'DROP INDEX authorisations_ended',
  'ALTER TABLE authorisations DROP COLUMN kept_from_ms',
  'DROP INDEX sessions_living',
  'DROP INDEX sessions_by_age',
  'ALTER TABLE psus DROP COLUMN last_sca_ms',
  `CREATE INDEX authorisations_of_sessions ON authorisations (tpp, tpp_session_id) WHERE subject IS NULL`,
];
