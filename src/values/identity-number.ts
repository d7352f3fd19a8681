const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Added to the day of who is not in the population register. */
const D_NUMBER = 40;

/**
 * Whether a text may be the national identity or D-number of a living person: eleven digits that begin with a date.
 * The numbers that are made for tests have 40 or 80 added to the month, and nobody has one of those. The check digits
 * are not looked at: numbers are given out with others than the old rule from 2032 on.
 * @see D8-living-person
 */
export function looksLikeLivingPerson(number: string): boolean {
  if (!/^[0-9]{11}$/.test(number)) return false;
  const day = Number(number.slice(0, 2));
  const days = DAYS_IN_MONTH[Number(number.slice(2, 4)) - 1] ?? 0;
  const ofBirth = day > D_NUMBER ? day - D_NUMBER : day;
  return ofBirth >= 1 && ofBirth <= days;
}
