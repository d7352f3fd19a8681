const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Added to the day for persons outside the population register. */
const D_NUMBER = 40;

/**
 * Checks whether a text may be the national identity or D-number of a living person: eleven digits that begin with a
 * date. Test numbers have 40 or 80 added to the month. Check digits aren't checked, because the old rule ends in 2032.
 * @see D8-living-person
 */
export function isPossiblyLivingPerson(number: string): boolean {
  if (!/^[0-9]{11}$/.test(number)) return false;
  const day = Number(number.slice(0, 2));
  const days = DAYS_IN_MONTH[Number(number.slice(2, 4)) - 1] ?? 0;
  const ofBirth = day > D_NUMBER ? day - D_NUMBER : day;
  return ofBirth >= 1 && ofBirth <= days;
}
