import { INT32_MAX } from '../../values/int32.ts';
import { addDays, daysBetween } from '../../values/oslo.ts';
import { COMPANY, type Habits, HOUSEHOLD } from './habits.ts';
import {
  type GeneratedTransaction,
  type Household,
  type MonthPart,
  monthOf,
  occasionalOn,
  type Planned,
} from './month.ts';
import { type Party, party } from './parties.ts';
import { Random } from './random.ts';

/** What the transactions of an account are made from. */
export interface GenerateOptions {
  /** How many. */
  readonly transactions: number;
  /** Their first and last possible date, both included. */
  readonly from: string;
  readonly to: string;
  readonly seed: number;
  readonly kind: 'PRIVATE' | 'CORPORATE';
  /** The balance after all of them, in whole units. */
  readonly balance: number;
  /** How far below 0 the account may go. */
  readonly creditLine: number;
  /** What else moves the account on these days: signed amounts, newest first. */
  readonly others?: readonly { readonly date: string; readonly amount: number }[];
}

/**
 * Plausible transactions of an account, newest first, a month in memory at a time; the same from the same options.
 * Worked back from the balance at the end, the account is never below its credit line: what would make it so is
 * preceded by a transfer to the owner's reserve, or is something smaller.
 * @see C-seed-generated
 */
export function* generateTransactions(options: GenerateOptions): Generator<GeneratedTransaction> {
  const household = householdOf(options);
  const walk = new WalkBack(options, household);
  for (const month of monthsBack(options))
    yield* walk.through(monthOf(month.part, month.count, household), month);
}

function householdOf({ kind, seed }: GenerateOptions): Household {
  const habits = kind === 'PRIVATE' ? HOUSEHOLD : COMPANY;
  const random = new Random(seed);
  const parties = partiesOf(habits, random);
  return {
    habits,
    random,
    partyOf: (name) => parties.get(name) ?? party(name, random),
    usualAmounts: habits.standing.map(({ median, spread }) => Math.round(random.around(median, spread))),
    kidNumbers: habits.standing.map(() => random.between(1_000_000, 9_999_999)),
  };
}

function partiesOf({ standing, regular, others, reserve }: Habits, random: Random): Map<string, Party> {
  const names = [
    ...standing.map(({ name }) => name),
    ...[regular, ...others].flatMap((item) => item.names),
    reserve.name,
  ];
  return new Map([...new Set(names)].map((name) => [name, party(name, random)]));
}

interface Month {
  readonly part: MonthPart;
  readonly count: number;
  /** How many are planned in all months before it. */
  readonly earlier: number;
}

/** The months, newest first, with as many transactions each as its share of the days. */
function* monthsBack({ from, to, transactions }: GenerateOptions): Generator<Month> {
  const days = daysBetween(from, to) + 1;
  let left = transactions;
  for (let end = to; end >= from; ) {
    const first = `${end.slice(0, 7)}-01`;
    const part = { from: first < from ? from : first, to: end };
    const earlier = Math.round((transactions * daysBetween(from, part.from)) / days);
    yield { part, count: left - earlier, earlier };
    left = earlier;
    end = addDays(part.from, -1);
  }
}

/** Goes back in time with the balance after the transaction at hand. */
class WalkBack {
  readonly #household: Household;
  readonly #least: number;
  readonly #most: number;
  readonly #others: { readonly date: string; readonly amount: number }[];
  #balance: number;
  /** How many were made beyond what was planned, for earlier months to give up. */
  #owed = 0;

  constructor({ balance, creditLine, others = [] }: GenerateOptions, household: Household) {
    this.#household = household;
    this.#least = -creditLine;
    this.#balance = balance;
    this.#others = [...others];
    this.#most = Math.min(INT32_MAX / 2, Math.max(balance, usualMost(household)));
  }

  /** As many transactions as are planned, each changed where the balance before it would be too low or too high. */
  *through(planned: readonly Planned[], { part, earlier }: Month): Generator<GeneratedTransaction> {
    const queue = [...planned];
    while (this.#owed > 0 && removeSpare(queue)) this.#owed -= 1;
    for (;;) {
      yield* this.#passOthers(queue[0]?.date ?? part.from, queue, earlier);
      const next = queue.shift();
      if (next === undefined) return;
      if (next.direction === 'in' && this.#balance - next.amount < this.#least) {
        if (this.#makeRoom(queue, earlier)) {
          yield this.#take(this.#toReserve(next));
          yield this.#take(next);
        } else yield this.#take(this.#outgoing(next.date));
      } else if (next.direction === 'out' && !next.isStanding && this.#balance > this.#most)
        yield this.#take(this.#fromReserve(next.date));
      else yield this.#take(next);
    }
  }

  #take({ date, amount, direction, text, counterparty }: GeneratedTransaction): GeneratedTransaction {
    this.#balance += direction === 'in' ? -amount : amount;
    return { date, amount, direction, text, counterparty };
  }

  /** What the account does besides, down to a date. */
  *#passOthers(date: string, queue: Planned[], earlier: number): Generator<GeneratedTransaction> {
    for (let [other] = this.#others; other !== undefined && other.date >= date; [other] = this.#others) {
      const isShort = this.#balance - other.amount < this.#least;
      if (isShort && this.#makeRoom(queue, earlier)) yield this.#take(this.#toReserve(other));
      this.#balance -= other.amount;
      this.#others.shift();
    }
  }

  /** One more than planned: one that may give way does, of this month or of an earlier one, so that the count stays. */
  #makeRoom(queue: Planned[], earlier: number): boolean {
    if (removeSpare(queue)) return true;
    // At least half of each month may give way.
    const isOwed = this.#owed < Math.floor(earlier / 2);
    if (isOwed) this.#owed += 1;
    return isOwed;
  }

  #toReserve({ date, amount }: Pick<GeneratedTransaction, 'date' | 'amount'>): GeneratedTransaction {
    const short = amount + this.#least - this.#balance;
    const { name, into } = this.#household.habits.reserve;
    const rounded = Math.ceil(short / STEP) * STEP + STEP * this.#household.random.between(0, 20);
    return {
      date,
      amount: rounded,
      direction: 'out',
      text: into,
      counterparty: this.#household.partyOf(name),
    };
  }

  #fromReserve(date: string): GeneratedTransaction {
    const { name, outOf } = this.#household.habits.reserve;
    const amount = Math.max(STEP, Math.floor((this.#balance - this.#least) / 2 / STEP) * STEP);
    return { date, amount, direction: 'in', text: outOf, counterparty: this.#household.partyOf(name) };
  }

  #outgoing(date: string): GeneratedTransaction {
    const { regular, others } = this.#household.habits;
    const item = [regular, ...others].find(({ direction }) => direction === 'out') ?? regular;
    return occasionalOn(date, item, this.#household);
  }
}

const STEP = 100;

/** Above it, an account like this had money moved in from its reserve: two of its largest monthly amounts. */
function usualMost({ usualAmounts }: Household): number {
  return 2 * Math.max(...usualAmounts);
}

/** Removes the oldest that may give way. */
function removeSpare(queue: Planned[]): boolean {
  const place = queue.findLastIndex(({ isStanding }) => !isStanding);
  if (place < 0) return false;
  queue.splice(place, 1);
  return true;
}
