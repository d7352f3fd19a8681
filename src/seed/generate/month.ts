import { isBankDay } from '../../values/bank-calendar.ts';
import { kidCheckCharacter } from '../../values/kid.ts';
import { addDays } from '../../values/oslo.ts';
import type { Habits, Occasional, Standing } from './habits.ts';
import type { Party } from './parties.ts';
import type { Random } from './random.ts';

/** One transaction of an account, in whole units of its currency. */
export interface GeneratedTransaction {
  /** Booking and value date. */
  readonly date: string;
  /** Above 0. */
  readonly amount: number;
  readonly direction: 'in' | 'out';
  readonly text: string;
  readonly counterparty: Party;
}

/** One that may still give its place to another; what comes on its day keeps it. */
export interface Planned extends GeneratedTransaction {
  readonly isStanding: boolean;
}

/** Days of one month that transactions may have. */
export interface MonthPart {
  /** Both within one month. */
  readonly from: string;
  readonly to: string;
}

/** A household or a company with the amounts and numbers that it keeps from month to month. */
export interface Household {
  readonly habits: Habits;
  readonly random: Random;
  readonly partyOf: (name: string) => Party;
  /** By its place in `habits.standing`. */
  readonly usualAmounts: readonly number[];
  readonly kidNumbers: readonly number[];
}

/**
 * So many transactions of a part of a month, newest first: what comes on its day, as far as the count goes, then what
 * comes when it comes.
 */
export function monthOf(part: MonthPart, count: number, household: Household): Planned[] {
  const standing = household.habits.standing.flatMap((item, place) => {
    const date = dateOf(item, part.from.slice(0, 7));
    const isWithin = date !== undefined && date >= part.from && date <= part.to;
    return isWithin ? [{ ...standingOn(date, item, place, household), isStanding: true }] : [];
  });
  // Where there are few, half of them are everyday ones.
  const kept = standing.slice(0, count < standing.length * 2 ? Math.floor(count / 2) : standing.length);
  const others = occasionals(part, count - kept.length, household);
  const all = [...kept, ...others.map((one) => ({ ...one, isStanding: false }))];
  return all.sort((left, right) => (left.date < right.date ? 1 : left.date > right.date ? -1 : 0));
}

function dateOf({ day, months }: Standing, month: string): string | undefined {
  if (months !== undefined && !months.includes(Number(month.slice(5)))) return undefined;
  const dated = (number: number) => `${month}-${String(number).padStart(2, '0')}`;
  if (typeof day === 'number') return dated(day);
  let date = addDays(dated(day.bankDayBefore), -1);
  while (!isBankDay(date)) date = addDays(date, -1);
  return date;
}

function standingOn(date: string, item: Standing, place: number, household: Household): GeneratedTransaction {
  const { random, usualAmounts, kidNumbers, partyOf } = household;
  const usual = usualAmounts[place] ?? item.median;
  const amount = Math.round(usual * (1 + (item.varies * random.between(-100, 100)) / 100));
  const text =
    item.kidDigits === undefined ? item.text : `KID ${kid(date, kidNumbers[place] ?? 0, item.kidDigits)}`;
  return {
    date,
    amount: Math.max(1, amount),
    direction: item.direction,
    text,
    counterparty: partyOf(item.name),
  };
}

/** The customer's number at the creditor, the year and month of the invoice, and the check digit. */
function kid(date: string, customer: number, length: number): string {
  const invoice = date.slice(2, 4) + date.slice(5, 7);
  const number = String(customer).padStart(length - 1 - invoice.length, '0') + invoice;
  return number + kidCheckCharacter('MOD10', number);
}

function occasionals({ from, to }: MonthPart, count: number, household: Household): GeneratedTransaction[] {
  const { habits, random } = household;
  const { regular, others } = habits;
  const dates = datesOf(from, to);
  const days = dates.length;
  const weights = others.reduce((sum, { weight }) => sum + weight, 0);
  const share = (count * regular.weight) / (regular.weight + weights);
  const regularCount = Math.min(count, Math.ceil(Math.max(share, (days * 3) / 7)));
  return Array.from({ length: count }, (_, place) => {
    if (place >= regularCount) {
      const date = dates[random.between(0, days - 1)] ?? from;
      return occasionalOn(date, drawn(others, weights, random), household);
    }
    const day = Math.floor(((place + random.between(0, 99) / 100) * days) / regularCount);
    return occasionalOn(dates[day] ?? from, regular, household);
  });
}

/** Both ends included, within one month. */
function datesOf(from: string, to: string): readonly string[] {
  const [first, last] = [Number(from.slice(8)), Number(to.slice(8))];
  const month = from.slice(0, 8);
  return Array.from(
    { length: last - first + 1 },
    (_, place) => month + String(first + place).padStart(2, '0'),
  );
}

function drawn([first, ...others]: Habits['others'], weights: number, random: Random): Occasional {
  let left = random.between(1, weights) - first.weight;
  if (left <= 0) return first;
  for (const item of others) {
    left -= item.weight;
    if (left <= 0) return item;
  }
  return first;
}

/** A date and amount for one that comes when it comes. */
export function occasionalOn(
  date: string,
  item: Occasional,
  { random, partyOf }: Household,
): GeneratedTransaction {
  const amount = Math.max(1, Math.round(random.around(item.median, item.spread)));
  const { direction, text } = item;
  return { date, amount, direction, text, counterparty: partyOf(random.oneOf(item.names)) };
}
