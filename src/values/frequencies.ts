/** How often a periodic payment is made. @see D4-periodic-months */
export const FREQUENCIES: readonly string[] = [
  ...['Daily', 'Weekly', 'EveryTwoWeeks', 'Monthly', 'EveryTwoMonths'],
  ...['Quarterly', 'SemiAnnual', 'Annual', 'MonthlyVariable'],
];
