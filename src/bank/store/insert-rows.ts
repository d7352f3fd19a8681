import { type Op, type Row, run, type SqlValue } from '../../store/contract.ts';

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
