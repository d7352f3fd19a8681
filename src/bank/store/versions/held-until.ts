/** A payment may be held until a bank day, on which runs take it again. */
export const HELD_UNTIL: readonly string[] = [`ALTER TABLE payments ADD COLUMN held_until TEXT`];
