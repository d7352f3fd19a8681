import { WAITING } from '../conditions.ts';

/**
 * Totals of accounts, and how far a run is. What pending payments move can't be said in SQL: `world.counted_to` has the
 * first request count them (runs/count-pending.ts).
 * @see S7-migrated-world
 */
export const PENDING_TOTALS: readonly string[] = [
  `ALTER TABLE balances ADD COLUMN reserved_minor BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE balances ADD COLUMN pending_minor BIGINT NOT NULL DEFAULT 0`,
  `UPDATE balances SET reserved_minor = COALESCE((SELECT SUM(amount_minor) FROM reservations
    WHERE reservations.account = balances.account AND reservations.currency = balances.currency), 0)`,
  `DROP INDEX reservations_of_accounts`,
  `ALTER TABLE world ADD COLUMN counted_to BIGINT`,
  `UPDATE world SET counted_to = 0`,
  `DROP INDEX payments_pending`,
  `ALTER TABLE payments ADD COLUMN run_day TEXT`,
  `UPDATE payments SET run_day = effective_date
    WHERE approval IS NOT NULL AND service <> 'periodic-payments' AND (status IN ('ACTC', 'ACWC', 'ACCP', 'ACSP')
      OR (status = 'ACWP' AND product = 'norwegian-cross-border-credit-transfers' AND settles_late = 0))`,
  `CREATE INDEX payments_due ON payments (run_day, approval, approved_at_ms) WHERE run_day IS NOT NULL`,
  `CREATE INDEX payments_waiting ON payments (approved_at_ms) WHERE ${WAITING}`,
  `ALTER TABLE runs ADD COLUMN begun_by TEXT`,
  `ALTER TABLE runs ADD COLUMN due BIGINT`,
  `ALTER TABLE runs ADD COLUMN taken_to BIGINT NOT NULL DEFAULT 0`,
  ...['settled', 'sent', 'waiting', 'rejected', 'held'].flatMap((outcome) => [
    `ALTER TABLE runs ADD COLUMN ${outcome} BIGINT NOT NULL DEFAULT 0`,
    `UPDATE runs SET ${outcome} = (SELECT COUNT(*) FROM run_items
      WHERE run = runs.sequence AND outcome = '${outcome.toUpperCase()}')`,
  ]),
  `ALTER TABLE run_items RENAME TO run_items_before`,
  `CREATE TABLE run_items (
    run BIGINT NOT NULL REFERENCES runs (sequence),
    payment BIGINT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('SETTLED', 'SENT', 'WAITING', 'REJECTED', 'HELD')),
    PRIMARY KEY (run, payment))`,
  `INSERT INTO run_items (run, payment, outcome) SELECT run, payment, outcome FROM run_items_before`,
  `DROP TABLE run_items_before`,
];
