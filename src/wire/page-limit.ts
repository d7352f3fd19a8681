/** The default number of entries in a page of a bank's list. @see D7-list-limit, D8-transaction-list */
export const DEFAULT_PAGE_LIMIT = 200;

/** The maximum number of entries in a page; a higher limit is lowered to it. @see D7-list-limit, D8-transaction-list */
export const MOST_PAGE_LIMIT = 1000;

/** Reads the page of a list from a checked query. */
export function readPageRange(query: URLSearchParams): { readonly limit: number; readonly offset: number } {
  return {
    limit: Math.min(Number(query.get('limit') ?? DEFAULT_PAGE_LIMIT), MOST_PAGE_LIMIT),
    offset: Number(query.get('offset') ?? 0),
  };
}
