import { osloDate } from '../../values/oslo.ts';
import { refuse } from '../answer.ts';
import type { StatefulGuard } from '../routes/route.ts';

/**
 * Makes a guard that refuses dates in the wrong order. The default of dateTo is today by the bank's clock; it counts where it
 * applies to every list of the answer.
 * @param filtersPending whether the default applies to pending transactions too
 * @see D7-list-dates
 */
export function checkDates({ filtersPending }: { readonly filtersPending: boolean }): StatefulGuard {
  // biome-ignore lint/correctness/useYield: it stands among guards that read the store
  return function* ({ query }, { bankNow }) {
    const from = query.get('dateFrom');
    const to = query.get('dateTo');
    if (to === null && !filtersPending && query.get('bookingStatus') !== 'booked') return undefined;
    if (from === null || from <= (to ?? osloDate(bankNow))) return undefined;
    const text = to === null ? 'today, the default for dateTo' : 'dateTo';
    return refuse(400, 'FORMAT_ERROR', `dateFrom must not be after ${text}`, 'dateFrom');
  };
}
