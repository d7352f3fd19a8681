import { Fault } from '../../errors.ts';
import type { Currency } from '../../values/currencies.ts';
import { readAmount } from '../../values/money.ts';
import { addDays } from '../../values/oslo.ts';
import type { Transaction } from '../../wire/information/transaction.ts';

/** What an account held at the end of a day; of today, now. */
export interface DailyBalance {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly amountMinor: bigint;
}

/** How much the booked transactions of each day moved. */
export class MovedOnDays {
  readonly #moved = new Map<string, bigint>();
  readonly #currency: Currency;

  readonly #today: string;

  /** @param today what is dated after it, since the bank's clock went back, is in its balance already */
  constructor(currency: Currency, today: string) {
    this.#currency = currency;
    this.#today = today;
  }

  /** @throws Fault ANSWER_INVALID for one that can't be added up with the balance */
  add(booked: readonly Transaction[]): void {
    for (const { transactionId = 'without an id', bookingDate, transactionAmount } of booked) {
      const { amount, currency } = transactionAmount;
      const moved = currency === this.#currency ? readAmount(amount, this.#currency) : undefined;
      if (bookingDate === undefined || moved === undefined) {
        const text = `Transaction ${transactionId} (${amount} ${currency}, booked ${bookingDate ?? 'without a date'}) doesn't add up to a balance in ${this.#currency}.`;
        throw new Fault('ANSWER_INVALID', text, { hint: 'Ask the bank.' });
      }
      const day = bookingDate < this.#today ? bookingDate : this.#today;
      this.#moved.set(day, this.on(day) + moved);
    }
  }

  on(date: string): bigint {
    return this.#moved.get(date) ?? 0n;
  }
}

/**
 * Backwards from today's balance: what it was at the end of a day is what it was a day later, less what that later day's
 * transactions moved.
 * @param today the day of `balanceMinor`; from and to are not after it
 * @see C-plot-history
 */
export function dailyBalances(
  { today, balanceMinor }: { readonly today: string; readonly balanceMinor: bigint },
  { from, to }: { readonly from: string; readonly to: string },
  moved: Pick<MovedOnDays, 'on'>,
): DailyBalance[] {
  const days: DailyBalance[] = [];
  let amountMinor = balanceMinor;
  for (let date = today; date >= from; date = addDays(date, -1)) {
    if (date <= to) days.push({ date, amountMinor });
    amountMinor -= moved.on(date);
  }
  return days.reverse();
}
