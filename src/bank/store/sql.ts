import { type Op, type Row, run, type SqlValue } from '../../store/contract.ts';

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

/** More gain nothing, and each number of rows is a statement of its own to prepare. */
const MOST_ROWS = 100;

/**
 * Inserts rows, many with one statement.
 * @param into `INSERT INTO table (columns)`
 * @param rest what follows the values
 * @returns what a RETURNING in it gives, in no order
 */
export function* insertRows(
  into: string,
  rows: readonly (readonly SqlValue[])[],
  rest = '',
): Op<readonly Row[]> {
  const returned: Row[] = [];
  for (let start = 0; start < rows.length; start += MOST_ROWS) {
    const some = rows.slice(start, start + MOST_ROWS);
    const values: SqlValue[] = [];
    for (const row of some) values.push(...row);
    const sql = `${into} VALUES ${places(some.length, some[0]?.length ?? 0)} ${rest}`;
    returned.push(...(yield* run(sql, ...values)));
  }
  return returned;
}

/** Places for the values of rows: `(?, ?), (?, ?)`. */
export function places(rows: number, columns: number): string {
  const row = `(${'?, '.repeat(columns - 1)}?)`;
  return `${`${row}, `.repeat(rows - 1)}${row}`;
}
