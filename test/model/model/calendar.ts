/**
 * The bank's calendar as the model knows it: a table typed in by hand for the few years in which histories play, so
 * that nothing of src/values is under test and on the witness stand at once.
 * @see D4-real-date
 */

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Days but Saturdays and Sundays on which nothing is booked. Easter: 28 March 2027, 16 April 2028, 1 April 2029. */
const CLOSED: ReadonlySet<string> = new Set([
  ...['2026-12-24', '2026-12-25'],
  ...['2027-01-01', '2027-03-25', '2027-03-26', '2027-03-29', '2027-05-06', '2027-05-17', '2027-12-24'],
  ...['2028-04-13', '2028-04-14', '2028-04-17', '2028-05-01', '2028-05-17', '2028-05-25', '2028-06-05'],
  ...['2028-12-25', '2028-12-26'],
  ...['2029-01-01', '2029-03-29', '2029-03-30', '2029-04-02', '2029-05-01', '2029-05-10', '2029-05-17'],
  ...['2029-05-21', '2029-12-24', '2029-12-25', '2029-12-26'],
]);

/** When summer time begins and ends. */
const SUMMERS = [
  ['2026-03-29', '2026-10-25'],
  ['2027-03-28', '2027-10-31'],
  ['2028-03-26', '2028-10-29'],
  ['2029-03-25', '2029-10-28'],
].map((days) => days.map((day) => Date.parse(`${day}T01:00:00Z`)));

/** No history goes beyond what the table holds. */
export const LAST_INSTANT = Date.parse('2029-06-30T00:00:00Z');
const RUNS = [5.5, 9.5, 11.5, 13.5, 15.5].map((hours) => hours * HOUR);

function offsetAt(instant: number): number {
  const isSummer = SUMMERS.some(([first = 0, last = 0]) => instant >= first && instant < last);
  return isSummer ? 2 * HOUR : HOUR;
}

/** The date in Oslo. */
export function dayOf(instant: number): string {
  return new Date(instant + offsetAt(instant)).toISOString().slice(0, 10);
}

/** When a day begins in Oslo. */
export function startOf(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  return utc - offsetAt(utc - 90 * MINUTE);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** 0 Sunday to 6 Saturday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

export function isOpen(day: string): boolean {
  return weekdayOf(day) % 6 !== 0 && !CLOSED.has(day);
}

const known = new Map<string, readonly number[]>();

/** The instants of a day's five runs, on closed days too. The clocks change before the first of them. */
export function slotsOf(day: string): readonly number[] {
  const found = known.get(day);
  if (found) return found;
  const noonOffset = offsetAt(Date.parse(`${day}T11:00:00Z`));
  const slots = RUNS.map((run) => Date.parse(`${day}T00:00:00Z`) + run - noonOffset);
  known.set(day, slots);
  return slots;
}

/** The first run strictly after an instant. */
export function slotAfter(instant: number): number {
  for (let day = dayOf(instant); ; day = addDays(day, 1)) {
    const slot = slotsOf(day).find((one) => one > instant);
    if (slot !== undefined) return slot;
  }
}

export function isLastOfDay(slot: number): boolean {
  return slotsOf(dayOf(slot)).at(-1) === slot;
}

/** The first open day, the one wished for or a later one, that has a run for what is approved at `now`. */
export function dayInForce(wished: string, now: number): string {
  for (let day = wished; ; day = addDays(day, 1)) {
    if (isOpen(day) && slotsOf(day).some((slot) => slot > now)) return day;
  }
}
