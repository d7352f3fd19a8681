import { osloDate } from '../../values/oslo.ts';
import { refuse } from '../refusal.ts';
import type { StatefulGuard } from '../routes/route.ts';

/** A query whose dates are in the wrong order is no query; the last one is today's by the bank's clock. @see D7-list-dates */
// biome-ignore lint/correctness/useYield: it stands among guards that read the store
export const checkDates: StatefulGuard = function* ({ query }, { bankNow }) {
  const from = query.get('dateFrom');
  const to = query.get('dateTo');
  if (from === null || from <= (to ?? osloDate(bankNow))) return undefined;
  const text = to === null ? 'today, the default for dateTo' : 'dateTo';
  return refuse(400, 'FORMAT_ERROR', `dateFrom must not be after ${text}`, 'dateFrom');
};
