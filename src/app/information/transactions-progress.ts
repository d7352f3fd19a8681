import { daysBetween, isCalendarDate } from '../../values/oslo.ts';
import type { Program } from '../program.ts';
import type { EntryLists } from './transactions.ts';
import type { WholeList } from './whole-list.ts';

interface Dated {
  readonly bookingDate?: string | undefined;
}

/**
 * Says while pages are read how far they are. How many there are no bank tells; booked entries come newest first, and the
 * links name the first day, so the days say how much is done.
 * @see C-progress
 */
export function progressOf<Entry>(
  { onProgress, progressBar }: Pick<Program, 'onProgress' | 'progressBar'>,
  first: EntryLists<Entry>,
): (list: WholeList<Entry>) => AsyncIterable<readonly Entry[]> {
  const { booked, _links } = first;
  const newest = dateOf(booked?.[0]);
  const oldest = dateFromIn(_links.next?.href);
  let read = 0;
  return async function* ({ pages }) {
    for await (const page of pages) {
      read += page.length;
      const reached = dateOf(page.at(-1));
      const share = progressBar && shareOf({ newest, reached, oldest });
      const bar = share === undefined ? '' : `${progressBar?.(share)}  `;
      const back = reached === undefined ? '' : `, back to ${reached}`;
      onProgress(`Reading transactions  ${bar}${read} so far${back}`);
      yield page;
    }
  };
}

interface Days {
  readonly newest: string | undefined;
  readonly reached: string | undefined;
  readonly oldest: string | undefined;
}

/** Undefined where it isn't known how far the list goes back. */
function shareOf({ newest, reached, oldest }: Days): number | undefined {
  if (newest === undefined || reached === undefined || oldest === undefined) return undefined;
  return (daysBetween(reached, newest) + 1) / (daysBetween(oldest, newest) + 1);
}

/** Entries of another bank may lack it. */
function dateOf(entry: Dated | unknown): string | undefined {
  const { bookingDate } = (entry ?? {}) as Dated;
  return bookingDate !== undefined && isCalendarDate(bookingDate) ? bookingDate : undefined;
}

function dateFromIn(href = ''): string | undefined {
  const date = new URLSearchParams(href.slice(href.indexOf('?'))).get('dateFrom');
  return date !== null && isCalendarDate(date) ? date : undefined;
}
