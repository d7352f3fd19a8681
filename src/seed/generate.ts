import { isBankDay } from '../values/bank-calendar.ts';
import { computeBbanCheckDigit } from '../values/iban.ts';
import { INT32_MAX } from '../values/int32.ts';
import { computeKidCheckCharacter } from '../values/kid.ts';
import { addDays, countDaysBetween } from '../values/oslo.ts';
import { compareTexts } from './faults.ts';
import { Random } from './random.ts';
import {
  COMPANY,
  HOUSEHOLD,
  type Occasional,
  type SpendingPattern,
  type Standing,
} from './transaction-templates.ts';
import type { SeedTransaction } from './world.ts';

/** Options for generated transactions. */
export interface GenerateOptions {
  /** The number of transactions. */
  readonly transactions: number;
  /** Their first and last possible date, both included. */
  readonly from: string;
  readonly to: string;
  readonly seed: number;
  readonly kind: 'PRIVATE' | 'CORPORATE';
  /** The balance after all of them, in whole units. */
  readonly balance: number;
  /** The amount below 0 that the account may reach. */
  readonly creditLine: number;
  /** Other transactions in the period: signed amounts, newest first. */
  readonly others?: readonly { readonly date: string; readonly amount: number }[];
}

/** A planned transaction; one that isn't standing may be dropped for another. */
interface PlannedTransaction {
  readonly transaction: SeedTransaction;
  readonly isStanding: boolean;
}

/**
 * Generates plausible transactions of an account, newest first, with a month in memory at a time; the same options give
 * the same transactions. Working back from the final balance, the account never falls below its credit line: a
 * transaction that would cause it is preceded by a transfer to the owner's reserve, or replaced by a smaller one.
 * @see C-seed-generated
 */
export function* generateTransactions(options: GenerateOptions): Generator<SeedTransaction> {
  const { from, to, transactions } = options;
  const household = new Household(options.kind, options.seed);
  const walk = new BackwardGenerator(options, household);
  const days = countDaysBetween(from, to) + 1;
  let left = transactions;
  for (let end = to; end >= from; ) {
    const first = `${end.slice(0, 7)}-01`;
    const start = first < from ? from : first;
    // Each month gets transactions in proportion to its days.
    const earlier = Math.round((transactions * countDaysBetween(from, start)) / days);
    yield* walk.generateDownTo(household.planMonth(start, end, left - earlier), start, earlier);
    left = earlier;
    end = addDays(start, -1);
  }
}

/** Bank codes that no bank has. @see D8-initial-data */
const OTHER_BANKS = ['9991', '9992', '9993', '9994', '9995', '9996'] as const;
/** Prefixes of the KID creditors and of accounts whose number decides how a payment ends. */
const TAKEN = ['99911200', '99920100', '99920900', '99930700'];

/** A household or a company with parties, amounts and numbers that stay the same from month to month. */
class Household {
  readonly habits: SpendingPattern;
  readonly random: Random;
  readonly #bbans: ReadonlyMap<string, string>;
  /** Indexed as `habits.standing`. */
  readonly #usual: readonly { readonly amount: number; readonly kidNumber: number }[];

  constructor(kind: GenerateOptions['kind'], seed: number) {
    this.habits = kind === 'PRIVATE' ? HOUSEHOLD : COMPANY;
    this.random = new Random(seed);
    const { standing, regular, others, reserve } = this.habits;
    const names = [...standing, reserve].map(({ name }) => name);
    const all = new Set([...names, ...[regular, ...others].flatMap((item) => item.names)]);
    this.#bbans = new Map([...all].map((name) => [name, this.#drawBban()]));
    this.#usual = standing.map(({ median, spread }) => ({
      amount: Math.round(this.random.around(median, spread)),
      kidNumber: this.random.between(1_000_000, 9_999_999),
    }));
  }

  /** The balance above which money is moved in from the reserve: two of the largest monthly amounts. */
  get usualMost(): number {
    return 2 * Math.max(...this.#usual.map(({ amount }) => amount));
  }

  /** Draws an account number at one of the sandbox's other banks. */
  #drawBban(): string {
    for (;;) {
      const firstTen = this.random.drawOne(OTHER_BANKS) + String(this.random.between(100_000, 999_999));
      const checkDigit = computeBbanCheckDigit(firstTen);
      const isTaken = TAKEN.some((beginning) => firstTen.startsWith(beginning));
      if (checkDigit !== undefined && !isTaken) return firstTen + checkDigit;
    }
  }

  getParty(name: string): SeedTransaction['counterparty'] {
    return { name, bban: this.#bbans.get(name) ?? '' };
  }

  /**
   * Plans a number of transactions in part of a month, newest first: standing ones, as far as the count allows, then
   * occasional ones.
   */
  planMonth(from: string, to: string, count: number): PlannedTransaction[] {
    const standing = this.habits.standing.flatMap((item, place) => {
      const date = computeDate(from.slice(0, 7), item);
      const isWithin = date !== undefined && date >= from && date <= to;
      return isWithin ? [this.#createStanding(date, item, place)] : [];
    });
    // A small count has half of them occasional.
    const kept = standing.slice(0, count < standing.length * 2 ? Math.floor(count / 2) : standing.length);
    const all = [
      ...kept.map((transaction) => ({ transaction, isStanding: true })),
      ...this.#planOccasional(from, to, count - kept.length),
    ];
    return all.sort((left, right) => compareTexts(right.transaction.date, left.transaction.date));
  }

  #createStanding(date: string, item: Standing, place: number): SeedTransaction {
    const { amount: usual, kidNumber } = this.#usual[place] ?? { amount: item.median, kidNumber: 0 };
    const amount = Math.round(usual * (1 + (item.varies * this.random.between(-100, 100)) / 100));
    const text =
      item.kidDigits === undefined ? item.text : `KID ${writeKid(date, kidNumber, item.kidDigits)}`;
    const { direction, name } = item;
    return { date, amount: Math.max(1, amount), direction, text, counterparty: this.getParty(name) };
  }

  /** Plans occasional transactions: regular ones at even intervals, the others at random dates. */
  #planOccasional(from: string, to: string, count: number): PlannedTransaction[] {
    const { regular, others } = this.habits;
    const days = countDaysBetween(from, to) + 1;
    const weights = others.reduce((sum, { weight }) => sum + weight, 0);
    const share = (count * regular.weight) / (regular.weight + weights);
    const regularCount = Math.min(count, Math.ceil(Math.max(share, (days * 3) / 7)));
    return Array.from({ length: count }, (_, place) => {
      const isRegular = place < regularCount;
      const day = isRegular
        ? Math.floor(((place + this.random.between(0, 99) / 100) * days) / regularCount)
        : this.random.between(0, days - 1);
      const item = isRegular ? regular : this.#drawOther(weights);
      return { transaction: this.createOccasional(addDays(from, day), item), isStanding: false };
    });
  }

  #drawOther(weights: number): Occasional {
    const { others } = this.habits;
    let left = this.random.between(1, weights);
    return (
      others.find(({ weight }) => {
        left -= weight;
        return left <= 0;
      }) ?? others[0]
    );
  }

  /** Creates an occasional transaction. */
  createOccasional(date: string, { median, spread, direction, text, names }: Occasional): SeedTransaction {
    const amount = Math.max(1, Math.round(this.random.around(median, spread)));
    return { date, amount, direction, text, counterparty: this.getParty(this.random.drawOne(names)) };
  }
}

/** Computes the date of a standing transaction in a month. */
function computeDate(month: string, { day, months }: Standing): string | undefined {
  if (months !== undefined && !months.includes(Number(month.slice(5)))) return undefined;
  const onDay = (number: number) => `${month}-${String(number).padStart(2, '0')}`;
  if (typeof day === 'number') return onDay(day);
  let date = addDays(onDay(day.bankDayBefore), -1);
  while (!isBankDay(date)) date = addDays(date, -1);
  return date;
}

/** Builds a KID from the customer's number at the creditor, the year and month of the invoice, and the check digit. */
function writeKid(date: string, customer: number, length: number): string {
  const invoice = date.slice(2, 4) + date.slice(5, 7);
  const number = String(customer).padStart(length - 1 - invoice.length, '0') + invoice;
  return number + computeKidCheckCharacter('MOD10', number);
}

const STEP = 100;

/** Walks back in time with the balance after the current transaction. */
class BackwardGenerator {
  readonly #household: Household;
  readonly #least: number;
  readonly #most: number;
  readonly #others: { readonly date: string; readonly amount: number }[];
  #balance: number;
  /** The number of transactions beyond the plan, which earlier months must drop. */
  #owed = 0;

  constructor({ balance, creditLine, others = [] }: GenerateOptions, household: Household) {
    this.#household = household;
    this.#least = -creditLine;
    this.#balance = balance;
    this.#others = [...others];
    this.#most = Math.min(INT32_MAX / 2, Math.max(balance, household.usualMost));
  }

  /**
   * Yields as many transactions as are planned, each changed if the balance before it would be too low or too high.
   * @param from the first day of the month
   * @param earlier how many are planned in all months before it
   */
  *generateDownTo(queue: PlannedTransaction[], from: string, earlier: number): Generator<SeedTransaction> {
    while (this.#owed > 0 && removeSpare(queue)) this.#owed -= 1;
    for (;;) {
      yield* this.#passOthers(queue[0]?.transaction.date ?? from, queue, earlier);
      const next = queue.shift();
      if (next === undefined) return;
      const { transaction, isStanding } = next;
      const { direction, amount, date } = transaction;
      if (direction === 'in' && this.#balance - amount < this.#least) {
        if (this.#makeRoom(queue, earlier)) {
          yield this.#take(this.#toReserve(transaction));
          yield this.#take(transaction);
        } else yield this.#take(this.#createOutgoing(date));
      } else if (direction === 'out' && !isStanding && this.#balance > this.#most)
        yield this.#take(this.#fromReserve(date));
      else yield this.#take(transaction);
    }
  }

  #take(transaction: SeedTransaction): SeedTransaction {
    const { direction, amount } = transaction;
    this.#balance += direction === 'in' ? -amount : amount;
    return transaction;
  }

  /** Yields the other transactions down to a date. */
  *#passOthers(date: string, queue: PlannedTransaction[], earlier: number): Generator<SeedTransaction> {
    for (let [other] = this.#others; other !== undefined && other.date >= date; [other] = this.#others) {
      const isShort = this.#balance - other.amount < this.#least;
      if (isShort && this.#makeRoom(queue, earlier)) yield this.#take(this.#toReserve(other));
      this.#balance -= other.amount;
      this.#others.shift();
    }
  }

  /**
   * Makes space for one more transaction than planned: drops an occasional one of this month or of an earlier one, so
   * that the count stays.
   */
  #makeRoom(queue: PlannedTransaction[], earlier: number): boolean {
    if (removeSpare(queue)) return true;
    // At least half of each month may be dropped.
    const isOwed = this.#owed < Math.floor(earlier / 2);
    if (isOwed) this.#owed += 1;
    return isOwed;
  }

  #toReserve({ date, amount }: Pick<SeedTransaction, 'date' | 'amount'>): SeedTransaction {
    const short = amount + this.#least - this.#balance;
    const rounded = Math.ceil(short / STEP) * STEP + STEP * this.#household.random.between(0, 20);
    return this.#transfer(date, 'out', rounded);
  }

  #fromReserve(date: string): SeedTransaction {
    return this.#transfer(
      date,
      'in',
      Math.max(STEP, Math.floor((this.#balance - this.#least) / 2 / STEP) * STEP),
    );
  }

  #transfer(date: string, direction: 'in' | 'out', amount: number): SeedTransaction {
    const { name, into, outOf } = this.#household.habits.reserve;
    const text = direction === 'in' ? outOf : into;
    return { date, amount, direction, text, counterparty: this.#household.getParty(name) };
  }

  #createOutgoing(date: string): SeedTransaction {
    const { regular, others } = this.#household.habits;
    const item = [regular, ...others].find(({ direction }) => direction === 'out') ?? regular;
    return this.#household.createOccasional(date, item);
  }
}

/** Removes the oldest occasional transaction. */
function removeSpare(queue: PlannedTransaction[]): boolean {
  const place = queue.findLastIndex(({ isStanding }) => !isStanding);
  if (place < 0) return false;
  queue.splice(place, 1);
  return true;
}
