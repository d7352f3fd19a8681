/** Faults that the operator has set, and the payments that one of them leaves without funds. */
export const FAULTS: readonly string[] = [
  `CREATE TABLE faults (
    id BIGINT PRIMARY KEY,
    fault TEXT NOT NULL,
    operation TEXT,
    nth_call BIGINT,
    status BIGINT,
    milliseconds BIGINT,
    calls BIGINT NOT NULL DEFAULT 0,
    strikes BIGINT NOT NULL DEFAULT 0)`,
  // How many were ever set: no number comes twice.
  `ALTER TABLE world ADD COLUMN faults_set BIGINT NOT NULL DEFAULT 0`,
  // 0 where it was no fault of the table.
  `ALTER TABLE payments ADD COLUMN unfunded_by BIGINT`,
  `CREATE INDEX payments_unfunded ON payments (unfunded_by) WHERE unfunded_by IS NOT NULL`,
];
