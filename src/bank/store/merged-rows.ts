import { type Op, type Row, run, type SqlValue } from '../../store/contract.ts';

/** One of the queries whose rows make a list: an index gives them in the list's order. */
export interface Arm {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

interface Some {
  readonly skip?: number;
  readonly take: number;
}

/**
 * Rows of several queries in one order. Each is read as far as it is needed, by its index, so that nothing is sorted: the
 * engine merges what comes in order.
 * @param order terms of ORDER BY: result columns that all arms have
 */
export function* mergedRows(
  arms: readonly Arm[],
  order: string,
  { skip = 0, take }: Some,
): Op<readonly Row[]> {
  return yield* run(
    `${arms.map(({ sql }) => sql).join(' UNION ALL ')} ORDER BY ${order} LIMIT ? OFFSET ?`,
    ...arms.flatMap(({ values }) => values),
    take,
    skip,
  );
}

/** How many rows there are, up to a most. */
export function* countRows(arms: readonly Arm[], most: number): Op<number> {
  const [row] = yield* run(
    `SELECT COUNT(*) AS n FROM (${arms.map(({ sql }) => sql).join(' UNION ALL ')} LIMIT ?)`,
    ...arms.flatMap(({ values }) => values),
    most,
  );
  return Number(row?.n);
}
