export const PENDING_TOTALS: readonly string[] = [];
