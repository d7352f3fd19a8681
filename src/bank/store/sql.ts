/**
 * Approved and not booked. Written out, here and below: to look a value up in a list, SQLite builds a table of the list
 * for each row that is inserted under a partial index.
 * @see D4-acwc, D7-pending
 */
export const PENDING = `(status = 'ACTC' OR status = 'ACWC' OR status = 'ACCP'
  OR status = 'ACSP' OR status = 'ACWP' OR status = 'PDNG')`;

/** Pending, and no run takes it: held, to be settled late, or a standing order. */
export const WAITING = `run_day IS NULL AND ${PENDING}`;

/** An SCA that the PSU can still go on with. @see D6-sca-status */
export const OPEN = `sca_status <> 'FINALISED' AND sca_status <> 'FAILED' AND sca_status <> 'EXEMPTED'`;

/** A payment on its way: what is about it stays. @see D4-transitions */
export const UNFINISHED = `status <> 'ACSC' AND status <> 'RJCT' AND status <> 'CANC'`;
