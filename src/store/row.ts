import type { Row } from './contract.ts';

/** A column of text. A wrong type is a fault of the schema, never of the input. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new Error(`column ${column} isn't text`);
  return value;
}

export function optionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : text(row, column);
}

/** A column of integers, exact at any size. */
export function integer(row: Row, column: string): bigint {
  const value = row[column];
  if (typeof value !== 'bigint') throw new Error(`column ${column} isn't an integer`);
  return value;
}

/** An integer that is known to be small: a count, a status, milliseconds. */
export function small(row: Row, column: string): number {
  return Number(integer(row, column));
}

/** A truth, kept as 1 or 0. */
export function flag(row: Row, column: string): boolean {
  return integer(row, column) === 1n;
}
