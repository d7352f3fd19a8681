export const BALANCE_TYPES = ['closingBooked', 'expected'] as const;
