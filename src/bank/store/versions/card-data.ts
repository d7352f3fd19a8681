/** What a card account made by hand keeps, and its transactions. */
export const CARD_DATA: readonly string[] = [];
