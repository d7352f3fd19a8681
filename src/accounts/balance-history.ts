import type { Called } from '../client/call.ts';
import type { BankPlace } from '../client/followed.ts';
import { readAccountBalances } from '../client/information.ts';
import { Fault } from '../errors.ts';
import { needOf } from '../sca/authorise.ts';
import { type AsPsu, type InformationChoice, readAgain } from '../sca/read-again.ts';
import type { CommandContext } from '../session/context.ts';
import { type Meta, type SessionContext, withSession } from '../session/with-session.ts';
import { type Currency, isCurrency } from '../values/currencies.ts';
import { formatAmount, readAmount } from '../values/money.ts';
import { addDays, osloDate } from '../values/oslo.ts';
import type { AccountBalances, Transaction, TransactionList } from '../wire/answers/information.ts';
import { ACCOUNTS, findAccountId } from './read.ts';
import { ACCOUNT_TRANSACTIONS, walk } from './transactions.ts';

/** What an account held at the end of each day, oldest first; today's is what it holds now. @see C-plot-history */
export interface BalanceHistory {
  readonly account: AccountBalances['account'];
  readonly currency: string;
  readonly points: readonly { readonly date: string; readonly amount: string }[];
}

export type ReadHistory = BalanceHistory & Meta;

/** First and last day, YYYY-MM-DD; the first not after the last. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** So far the bank tells of an account without an SCA in the session. @see D6-history */
const USUAL_DAYS = 90;

/**
 * The balance over time, which no bank tells: today's, and backwards from it by what was booked.
 * @param name resourceId or number
 * @throws Fault INPUT_INVALID for a day that has not been
 */
export function readHistory(
  context: CommandContext,
  name: string,
  days: Days,
  choice: InformationChoice,
): Promise<ReadHistory> {
  const act = async (there: SessionContext) => {
    const { place, hasOperator } = there.session;
    const onProgress = context.io.progress.tell;
    const read = async (as: AsPsu) => {
      const id = await findAccountId(as, ACCOUNTS, name);
      return historyOf({ as, place, id, onProgress, hasMovedClock: hasOperator }, days);
    };
    const { history, meta } = await readAgain(there, { ...choice, kind: 'consent' }, read);
    return there.withMeta({ resource: history, meta });
  };
  return withSession(context, choice.settings, act, needOf(choice.sca));
}

interface OfAccount {
  readonly onProgress: (text: string) => void;
  readonly as: AsPsu;
  readonly place: BankPlace;
  /** Its resourceId. */
  readonly id: string;
  /** Tells whether the bank's clock can be moved, so that there may be bookings dated after today. */
  readonly hasMovedClock?: boolean;
}

export async function historyOf(
  of: OfAccount,
  days: Days,
): Promise<Called<AccountBalances> & { readonly history: BalanceHistory }> {
  const { balances, today, range, pages } = await ofOneMoment(of, days);
  const moved = new MovedOnDays(today.currency, today.date);
  let count = 0;
  for await (const { resource } of pages) {
    const { booked = [] } = resource.transactions;
    moved.add(booked);
    count += booked.length;
    of.onProgress(`Reading transactions  ${count} so far`);
  }
  const points = dailyBalances({ today: today.date, balanceMinor: today.balanceMinor }, range, moved).map(
    ({ date, amountMinor }) => ({ date, amount: formatAmount(amountMinor, today.currency) }),
  );
  const { account } = balances.resource;
  return { ...balances, history: { account, currency: today.currency, points } };
}

/** Of a bank's clock. @see S6-clock-limits */
const LAST_DAY = '2099-12-31';

/** So often the balance may change while the first page is read. */
const MOST_TRIES = 3;

interface Moment {
  readonly balances: Called<AccountBalances>;
  readonly today: Today;
  readonly range: { readonly from: string; readonly to: string };
  readonly pages: AsyncIterable<Called<TransactionList>>;
}

/**
 * The balance and the list that goes with it. The pages of a walk are those of the moment of the first page, so the
 * balance must be the same before and after that page: what is booked while the others are read changes neither.
 * @see C-plot-moment
 * @throws Fault BANK_FAILED where it changes each time
 */
async function ofOneMoment({ as, place, id, hasMovedClock = false }: OfAccount, days: Days): Promise<Moment> {
  const read = () => as.call(readAccountBalances, { accountId: id });
  const list = ACCOUNT_TRANSACTIONS.operationOf(id);
  let balances = await read();
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const today = todayOf(balances);
    const range = rangeOf(days, today.date);
    const dateTo = hasMovedClock ? LAST_DAY : undefined;
    const wanted = { bookingStatus: 'booked', dateFrom: range.from, dateTo };
    const pages = walk(as, place, ACCOUNT_TRANSACTIONS, list, wanted);
    const first = await pages.next();
    const after = await read();
    if (isSame(balances.resource, after.resource)) {
      const all = first.done === true ? pages : beginningWith(first.value, pages);
      return { balances: after, today, range, pages: all };
    }
    balances = after;
  }
  const text = `The balance changed ${MOST_TRIES} times while its transactions were read.`;
  throw new Fault('BANK_FAILED', text, { hint: 'Try again when fewer payments are being booked.' });
}

async function* beginningWith<Page>(first: Page, others: AsyncIterable<Page>): AsyncGenerator<Page> {
  yield first;
  yield* others;
}

/** Whatever the bank says of them, such as when they changed last. */
function isSame(one: AccountBalances, other: AccountBalances): boolean {
  return JSON.stringify(one.balances) === JSON.stringify(other.balances);
}

interface Today {
  /** By the bank's clock. */
  readonly date: string;
  readonly balanceMinor: bigint;
  readonly currency: Currency;
}

/** @throws Fault ANSWER_INVALID */
function todayOf({ resource, answeredAt }: Called<AccountBalances>): Today {
  const closing = resource.balances.find(({ balanceType }) => balanceType === 'closingBooked');
  const { currency, amount } = closing?.balanceAmount ?? { currency: '', amount: '' };
  const balanceMinor = isCurrency(currency) ? readAmount(amount, currency) : undefined;
  const date = closing?.referenceDate ?? (answeredAt === undefined ? undefined : osloDate(answeredAt));
  if (!isCurrency(currency) || balanceMinor === undefined || date === undefined) {
    const text = "The bank's answer doesn't have the account's booked balance and its date.";
    throw new Fault('ANSWER_INVALID', text, { hint: 'Ask the bank.' });
  }
  return { date, balanceMinor, currency };
}

/** @throws Fault INPUT_INVALID */
function rangeOf({ from, to }: Days, today: string): { from: string; to: string } {
  for (const [flag, day = today] of Object.entries({ '--from': from, '--to': to })) {
    if (day <= today) continue;
    throw new Fault('INPUT_INVALID', `${flag} ${day} is after today at the bank, ${today}.`, {
      hint: `Use ${today} or an earlier date.`,
    });
  }
  const last = to ?? today;
  return { from: from ?? addDays(last, -USUAL_DAYS), to: last };
}

/** The balance of an account at the end of a day; of today, now. */
interface DailyBalance {
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
