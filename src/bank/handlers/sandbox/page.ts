import { type Refusal, refuse } from '../../answer.ts';
import type { Wanted } from '../../store/tables/cards.ts';

const DEFAULT_LIMIT = 200;
const MOST = 1000;
/** Dates are texts of one length, so these are before and after all of them; the first is before none at all, too. */
const BEFORE_ALL = '';
const LAST_DATE = '9999-12-31';

/** The page of a list that a query asks for. @see D8-transaction-list */
export function pageOf(query: URLSearchParams): Wanted | Refusal {
  const fromDate = query.get('fromDate') ?? BEFORE_ALL;
  const toDate = query.get('toDate') ?? LAST_DATE;
  if (fromDate > toDate) return refuse(400, 'FORMAT_ERROR', 'fromDate must not be after toDate', 'fromDate');
  return {
    fromDate,
    toDate,
    offset: Number(query.get('offset') ?? 0),
    limit: Math.min(Number(query.get('limit') ?? DEFAULT_LIMIT), MOST),
  };
}
