/** Who may see and pay from which accounts of an agreement. */
export const ENGAGEMENTS: readonly string[] = [];
