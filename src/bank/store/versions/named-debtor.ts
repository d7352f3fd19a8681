export const NAMED_DEBTOR: readonly string[] = [];
