/** How often a periodic payment is made. @see decisions.md §4 Periodic */
export const FREQUENCIES: readonly string[] = [
  ...['Daily', 'Weekly', 'EveryTwoWeeks', 'Monthly', 'EveryTwoMonths'],
  ...['Quarterly', 'SemiAnnual', 'Annual', 'MonthlyVariable'],
];
