export const BOUNDED_ROWS: readonly string[] = [];
