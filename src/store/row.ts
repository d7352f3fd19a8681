import type { Row } from './contract.ts';

/** The store's content is not what this program wrote: a table, row or value is missing or unreadable. @see S1-store-damaged */
export class DamagedContent extends Error {
  override readonly name = 'DamagedContent';
}

/** A column of text. @throws DamagedContent for another type, which the program never writes */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new DamagedContent(`the column ${column} isn't text`);
  return value;
}

export function optionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : text(row, column);
}

/** A column of integers, exact at any size. */
export function integer(row: Row, column: string): bigint {
  const value = row[column];
  if (typeof value !== 'bigint') throw new DamagedContent(`the column ${column} isn't an integer`);
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

/** Parses a column of JSON that the program wrote. @throws DamagedContent */
export function json(row: Row, column: string): unknown {
  return parseStored(text(row, column), column);
}

/** @param what names the value in the error. @throws DamagedContent */
export function parseStored(value: string, what: string): unknown {
  try {
    return JSON.parse(value);
  } catch (cause) {
    throw new DamagedContent(`the column ${what} isn't JSON`, { cause });
  }
}
