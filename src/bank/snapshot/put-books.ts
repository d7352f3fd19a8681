import type { Op } from '../../store/contract.ts';
import type { Currency } from '../../values/currencies.ts';
import { osloDate } from '../../values/oslo.ts';
import {
  type Entry,
  entriesOf,
  entry,
  expectationsOf,
  holdsMoney,
  isPending,
  movedByCustomer,
  reservationOf,
  type TotalsChange,
} from '../domain/ledger.ts';
import { debtorCurrency, settledDebtor } from '../domain/payment.ts';
import { type Booking, book, changeTotals, removeTotals, reserve } from '../store/tables/ledger.ts';
import { insertTransactions, type TransactionRow } from '../store/tables/transactions.ts';
import { nextSequence, type WorldState } from '../store/tables/world.ts';
import type { ReadSnapshot } from './read.ts';
import type { ReadData } from './read-data.ts';
import type { ReadPayment } from './read-payments.ts';

/**
 * The books of a restored world: a booking for each payment that was booked, one for an account's transactions by hand,
 * and what the account was opened with or set to besides, as one opening.
 * @see D9-balance-is-lines, D9-double-entry, D16-restore
 */
export function* putBooks(world: WorldState, read: ReadSnapshot): Op<void> {
  const books = new Books(world);
  const { data, payments } = read;
  const rows: TransactionRow[] = [];
  for (const [account, made] of read.transactions.byHand) rows.push(...books.byHand(account, made));
  for (const one of payments.payments) rows.push(...books.payment(data, one));
  const gone = books.close(data);
  yield* book(books.bookings);
  yield* insertTransactions(rows);
  for (const account of gone) yield* removeTotals(account);
  yield* putExpectations(data, payments.payments);
}

class Books {
  readonly bookings: Booking[] = [];
  readonly #world: WorldState;
  /** What the bookings add up to, by account and currency. */
  readonly #sums = new Map<string, { account: string; currency: Currency; minor: bigint }>();

  constructor(world: WorldState) {
    this.#world = world;
  }

  byHand(account: string, made: readonly Omit<TransactionRow, 'booking'>[]): readonly TransactionRow[] {
    const [first] = made;
    if (first === undefined) return [];
    const sum = made.reduce((minor, { amountMinor }) => minor + amountMinor, 0n);
    const booking = this.#add('transaction', entry('NOSTRO', account, first.currency, sum));
    return made.map((one) => ({ ...one, booking }));
  }

  payment(data: ReadData, { payment, booked }: ReadPayment): readonly TransactionRow[] {
    if (booked === undefined) return [];
    const { at, to } = booked;
    const entries = entriesOf(payment, { id: settledDebtor(payment), currency: debtorCurrency(payment) }, to);
    const [booking] = entries.map((one, leg) =>
      this.#add('payment', one, { bookedAt: at, payment: payment.sequence, leg }),
    );
    if (booking === undefined) return [];
    const date = osloDate(at);
    const dates = { bookingDate: date, valueDate: date };
    return movedByCustomer(entries)
      .filter(({ account }) => data.accountNames.knows(account))
      .map((line) => ({ ...line, ...dates, booking, from: { payment: payment.sequence } }));
  }

  /**
   * Leads each account to its balance, and those that are gone to zero.
   * @returns ids of those that are gone
   */
  close(data: ReadData): readonly string[] {
    const held = [
      ...data.accounts.map(({ it, balanceMinor }) => ({
        account: it.id,
        currency: it.currency,
        balanceMinor,
      })),
      ...data.cards.map(({ it, balanceMinor }) => ({
        account: it.resourceId,
        currency: it.currency,
        balanceMinor,
      })),
    ];
    for (const { account, currency, balanceMinor } of held) {
      const { minor = 0n } = this.#sums.get(`${account} ${currency}`) ?? {};
      if (balanceMinor !== minor)
        this.#add('opening', entry('OPENING', account, currency, balanceMinor - minor));
    }
    const others = [...this.#sums.values()].filter(
      ({ account }) => !data.accountNames.knows(account) && !BANKS_OWN.has(account),
    );
    for (const { account, currency, minor } of others)
      if (minor !== 0n) this.#add('deletion', entry(account, 'SUSPENSE', currency, minor));
    return others.map(({ account }) => account);
  }

  #add(
    kind: Booking['kind'],
    lines: Entry,
    more: Partial<Pick<Booking, 'bookedAt' | 'payment' | 'leg'>> = {},
  ): bigint {
    const sequence = nextSequence(this.#world);
    this.bookings.push({ sequence, kind, bookedAt: this.#world.bankNow, ...more, entry: lines });
    for (const { account, currency, amountMinor } of lines) {
      const key = `${account} ${currency}`;
      const sum = this.#sums.get(key) ?? { account, currency, minor: 0n };
      sum.minor += amountMinor;
      this.#sums.set(key, sum);
    }
    return sequence;
  }
}

const BANKS_OWN: ReadonlySet<string> = new Set(['NOSTRO', 'FEES', 'SUSPENSE', 'OPENING']);

/** What payments on their way keep of money, and what accounts expect of them. @see D9-totals */
function* putExpectations(data: ReadData, payments: readonly ReadPayment[]): Op<void> {
  const changes: TotalsChange[] = [];
  for (const { payment } of payments) {
    if (isPending(payment))
      changes.push(...expectationsOf(payment, data.byBban.get(payment.creditorAccount)));
    if (holdsMoney(payment.status))
      changes.push(...(yield* reserve(payment.sequence, reservationOf(payment))));
  }
  yield* changeTotals(changes);
}
