import type { CallResult } from '../client/call.ts';
import { getOperation } from '../client/operation.ts';
import type { BankPlace } from '../client/resolve-link.ts';
import { Fault } from '../errors.ts';
import { getRequirements } from '../sca/authorise.ts';
import { type InformationChoice, type PsuCall, retryAfterSca } from '../sca/retry-after-sca.ts';
import type { CommandContext } from '../session/context.ts';
import { type Meta, type SessionContext, withSession } from '../session/with-session.ts';
import { type Currency, isCurrency } from '../values/currencies.ts';
import { formatAmount, readAmount } from '../values/money.ts';
import { addDays, formatOsloDate } from '../values/oslo.ts';
import type { AccountBalances, Transaction, TransactionList } from '../wire/answers/information.ts';
import { ACCOUNTS, findAccountId } from './read.ts';
import { ACCOUNT_TRANSACTIONS, walk } from './transactions.ts';

/** The balance at the end of each day, oldest first; the last day is today. @see C-plot-history */
export interface BalanceHistory {
  readonly account: AccountBalances['account'];
  readonly currency: string;
  readonly points: readonly { readonly date: string; readonly amount: string }[];
}

export type ReadHistory = BalanceHistory & Meta;

/** The first and last day, YYYY-MM-DD, in this order. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The number of days for which the bank returns transactions without an SCA in the session. @see D6-history */
const USUAL_DAYS = 90;

/**
 * Computes the balance over time, which no bank returns, backwards from today's balance and the booked transactions.
 * @param name resourceId or number
 * @throws Fault INPUT_INVALID for a future day
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
    const read = async (as: PsuCall) => {
      const id = await findAccountId(as, ACCOUNTS, name);
      return computeHistory({ as, place, id, onProgress, hasMovedClock: hasOperator }, days);
    };
    const { history, meta } = await retryAfterSca(there, { ...choice, kind: 'consent' }, read);
    return there.withMeta({ resource: history, meta });
  };
  return withSession(context, choice.settings, act, getRequirements(choice.sca));
}

interface HistoryContext {
  readonly onProgress: (text: string) => void;
  readonly as: PsuCall;
  readonly place: BankPlace;
  /** The account's resourceId. */
  readonly id: string;
  /** True if the bank's clock can be moved, so that bookings may be dated after today. */
  readonly hasMovedClock?: boolean;
}

/** The last day of a bank's clock. @see S6-clock-limits */
const LAST_DAY = '2099-12-31';

/** The maximum number of attempts while the balance changes during the first page. */
const MOST_TRIES = 3;

/**
 * Reads the balance and the list that matches it. All pages of a walk show the moment of the first page, so the balance
 * must be equal before and after that page; bookings during later pages affect neither.
 * @see C-plot-moment
 * @throws Fault BANK_FAILED if the balance changes in every attempt
 */
export async function computeHistory(
  { as, place, id, onProgress, hasMovedClock = false }: HistoryContext,
  days: Days,
): Promise<CallResult<AccountBalances> & { readonly history: BalanceHistory }> {
  const read = () => as.call(getOperation('read account balances'), { accountId: id });
  let balances = await read();
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const today = readToday(balances);
    const range = parseRange(days, today.date);
    const dateTo = hasMovedClock ? LAST_DAY : undefined;
    const wanted = { bookingStatus: 'booked', dateFrom: range.from, dateTo };
    const pages = walk(as, place, ACCOUNT_TRANSACTIONS, id, wanted);
    const first = await pages.next();
    const before = balances;
    balances = await read();
    if (JSON.stringify(before.resource.balances) !== JSON.stringify(balances.resource.balances)) continue;
    const moves: Moves = new Map();
    let count = 0;
    const add = ({ resource: { transactions } }: CallResult<TransactionList>) => {
      const { booked = [] } = transactions;
      addMoves(moves, booked, today);
      count += booked.length;
      onProgress(`Reading transactions  ${count} so far`);
    };
    if (first.done !== true) add(first.value);
    for await (const page of pages) add(page);
    const { account } = balances.resource;
    return {
      ...balances,
      history: { account, currency: today.currency, points: listPoints(today, range, moves) },
    };
  }
  const text = `The balance changed ${MOST_TRIES} times while its transactions were read.`;
  throw new Fault('BANK_FAILED', text, { hint: 'Try again when fewer payments are being booked.' });
}

interface Today {
  /** The date by the bank's clock. */
  readonly date: string;
  readonly balanceMinor: bigint;
  readonly currency: Currency;
}

/** Reads today's balance and date. @throws Fault ANSWER_INVALID */
function readToday({ resource, answeredAt }: CallResult<AccountBalances>): Today {
  const closing = resource.balances.find(({ balanceType }) => balanceType === 'closingBooked');
  const { currency, amount } = closing?.balanceAmount ?? { currency: '', amount: '' };
  const balanceMinor = isCurrency(currency) ? readAmount(amount, currency) : undefined;
  const date = closing?.referenceDate ?? (answeredAt === undefined ? undefined : formatOsloDate(answeredAt));
  if (!isCurrency(currency) || balanceMinor === undefined || date === undefined) {
    const text = "The bank's answer doesn't have the account's booked balance and its date.";
    throw new Fault('ANSWER_INVALID', text, { hint: 'Ask the bank.' });
  }
  return { date, balanceMinor, currency };
}

/** Parses the range of days, with its defaults. @throws Fault INPUT_INVALID */
function parseRange({ from, to }: Days, today: string): { from: string; to: string } {
  for (const [flag, day = today] of Object.entries({ '--from': from, '--to': to })) {
    if (day <= today) continue;
    throw new Fault('INPUT_INVALID', `${flag} ${day} is after today at the bank, ${today}.`, {
      hint: `Use ${today} or an earlier date.`,
    });
  }
  const last = to ?? today;
  return { from: from ?? addDays(last, -USUAL_DAYS), to: last };
}

/** The sum of each day's booked transactions, in minor units by YYYY-MM-DD. */
type Moves = Map<string, bigint>;

/**
 * Adds booked transactions to their days. Transactions dated after today, because the bank's clock was set back, are
 * part of today's balance already.
 * @throws Fault ANSWER_INVALID for a transaction that can't be added to the balance
 */
export function addMoves(moves: Moves, booked: readonly Transaction[], today: Today): void {
  for (const { transactionId = 'without an id', bookingDate, transactionAmount } of booked) {
    const { amount, currency } = transactionAmount;
    const moved = currency === today.currency ? readAmount(amount, today.currency) : undefined;
    if (bookingDate === undefined || moved === undefined) {
      const text = `Transaction ${transactionId} (${amount} ${currency}, booked ${bookingDate ?? 'without a date'}) doesn't add up to a balance in ${today.currency}.`;
      throw new Fault('ANSWER_INVALID', text, { hint: 'Ask the bank.' });
    }
    const day = bookingDate < today.date ? bookingDate : today.date;
    moves.set(day, (moves.get(day) ?? 0n) + moved);
  }
}

/**
 * Computes each day's balance backwards from today's: the next day's balance minus the sum of the next day's
 * transactions.
 * @param range first and last day, neither after today
 * @see C-plot-history
 */
export function listPoints(
  { date: today, balanceMinor, currency }: Today,
  { from, to }: { readonly from: string; readonly to: string },
  moves: Moves,
): BalanceHistory['points'] {
  const points: { date: string; amount: string }[] = [];
  let minor = balanceMinor;
  for (let date = today; date >= from; date = addDays(date, -1)) {
    if (date <= to) points.push({ date, amount: formatAmount(minor, currency) });
    minor -= moves.get(date) ?? 0n;
  }
  return points.reverse();
}
