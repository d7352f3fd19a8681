/** The default number of entries in a page of a bank's list. @see D7-list-limit, D8-transaction-list */
export const DEFAULT_PAGE_LIMIT = 200;
