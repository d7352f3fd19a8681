import type { Op } from '../../store/contract.ts';
import { formatOsloDate } from '../../values/oslo.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import {
  applyToFunds,
  type Creditor,
  computeExpectedChanges,
  computeReservation,
  computeRunDay,
  createEntries,
  type Funds,
  isMoneyHeld,
  isPending,
  listCustomerLines,
  type TotalsChange,
} from '../domain/ledger.ts';
import { getDebtorCurrency, getSettledDebtor, mayBecome, type Payment } from '../domain/payment.ts';
import { getProductRules } from '../domain/product-rules.ts';
import { listAccountsOfNumbers } from '../store/tables/accounts.ts';
import {
  addToTotals,
  type Booking,
  book,
  computeReserved,
  insertReservations,
  type Reservation,
  release,
} from '../store/tables/ledger.ts';
import { listFormerNumbers } from '../store/tables/numbers.ts';
import { insertTransitions, type Step, updatePayment } from '../store/tables/payments.ts';
import { insertTransactions, type TransactionRow } from '../store/tables/transactions.ts';
import { type BankState, takeSequence } from '../store/tables/world.ts';

/** A payment with new members, and the statuses that it passes. */
export interface Move {
  readonly payment: Payment;
  /** In order; if empty, only the other members are stored. */
  readonly path: readonly TransactionStatus[];
}

/** The creditors of payments by their numbers; undefined for a number without an account, unless it is booked. */
type Creditors = ReadonlyMap<string, Creditor | undefined>;

interface MoveTerms {
  /** The time on the bank's clock, also used for the bookings. */
  readonly at: number;
  /** The creditors of all payments that become pending or stop being so; from `findCreditors`. */
  readonly creditors?: Creditors;
  /** The funds that the decisions depend on; they change with the moves. */
  readonly funds?: Map<string, Funds>;
}

/** Payments in their new state, and the rows that they add to the store. */
interface PlannedMoves {
  readonly payments: Payment[];
  readonly steps: Step[];
  readonly reservations: Reservation[];
  readonly bookings: Booking[];
  readonly changes: TotalsChange[];
  readonly transactions: TransactionRow[];
}

/**
 * Moves a payment along a path of statuses.
 * @param path the statuses in order; if empty, only the other members of the payment are stored
 * @param at the time on the bank's clock, also used for the bookings
 */
export function* movePayment(
  world: BankState,
  payment: Payment,
  path: readonly TransactionStatus[],
  at: number,
): Op<Payment> {
  const status = path.at(-1) ?? payment.status;
  const isBooked = path.length > 0 && status === 'ACSC';
  const movesMoney = isBooked || isPending(payment) !== isPending({ ...payment, status });
  const creditors = movesMoney ? yield* findCreditors([payment], isBooked) : undefined;
  const planned = yield* planMoves(world, [payment], (one) => ({ payment: one, path }), { at, creditors });
  yield* storeMoves(planned);
  return planned.payments[0] ?? payment;
}

/**
 * Plans the moves of several payments, each decided after the one before it. This is the only function that changes a
 * status. A payment has a reservation exactly in ACSP and ACWP, and is booked exactly in ACSC; the expected balances
 * follow. Only released reservations are written at once.
 * @throws Error for a transition that D4-transitions doesn't allow, and for a rejection without a reason
 * @see D4-transitions, D9-one-booking
 * @see D9-totals, D9-invariants
 */
export function* planMoves(
  world: BankState,
  payments: readonly Payment[],
  decide: (payment: Payment) => Move,
  terms: MoveTerms,
): Op<PlannedMoves> {
  const planned: PlannedMoves = {
    ...{ payments: [], steps: [], reservations: [] },
    ...{ bookings: [], changes: [], transactions: [] },
  };
  for (const payment of payments) yield* planMove(world, planned, decide(payment), terms);
  return planned;
}

/** Stores planned moves, each table at once. */
export function* storeMoves(planned: PlannedMoves): Op<void> {
  yield* insertTransitions(planned.steps);
  for (const payment of planned.payments) yield* updatePayment(payment, computeRunDay(payment));
  yield* insertReservations(planned.reservations);
  yield* planned.bookings.length > 0 ? book(planned.bookings, planned.changes) : addToTotals(planned.changes);
  yield* insertTransactions(planned.transactions);
}

/**
 * Finds the accounts of the payments' creditors at this bank.
 * @param isBooked true if a payment may be booked, which needs the creditor of every payment: one to a deleted account
 * stays in the bank
 * @see D8-paid-to-deleted
 */
export function* findCreditors(payments: readonly Payment[], isBooked: boolean): Op<Creditors> {
  const paid = payments.filter((payment) => getProductRules(payment).execution !== 'none');
  const numbers = [...new Set(paid.map(({ creditorAccount }) => creditorAccount))];
  if (numbers.length === 0) return new Map();
  const accounts = yield* listAccountsOfNumbers(numbers);
  const others = numbers.filter((number) => !accounts.has(number));
  const former = isBooked && others.length > 0 ? yield* listFormerNumbers(others) : undefined;
  const resolve = (number: string) => former && (former.has(number) ? 'SUSPENSE' : 'NOSTRO');
  return new Map(numbers.map((number) => [number, accounts.get(number) ?? resolve(number)]));
}

function* planMove(
  world: BankState,
  planned: PlannedMoves,
  { payment, path }: Move,
  terms: MoveTerms,
): Op<void> {
  const status = path.at(-1);
  if (status === undefined) {
    planned.payments.push(payment);
    return;
  }
  if (status === 'RJCT' && payment.rejection === undefined)
    throw new Error('a payment was rejected without a reason');
  const steps = createSteps(world, payment, path, terms.at);
  const moved = markEnded({ ...payment, status }, payment, steps);
  planned.steps.push(...steps);
  planned.payments.push(moved);
  const changes = yield* planMoney(world, planned, payment, moved, terms);
  planned.changes.push(...changes);
  if (terms.funds) for (const change of changes) applyToFunds(terms.funds, change);
}

/** Sets `ended` to the index of the last step if the payment stopped being pending. @see D7-page-world */
function markEnded(moved: Payment, before: Payment, steps: readonly Step[]): Payment {
  const ended = steps.at(-1)?.place;
  return isPending(before) && !isPending(moved) && ended !== undefined ? { ...moved, ended } : moved;
}

/**
 * Plans the reservations and bookings after a change of status.
 * @returns the changes to the totals, except those of the bookings
 * @see D9-booked-when-acsc, D9-released
 */
function* planMoney(
  world: BankState,
  planned: PlannedMoves,
  before: Payment,
  after: Payment,
  { at, creditors, funds }: MoveTerms,
): Op<readonly TotalsChange[]> {
  const [wasPending, stays] = [isPending(before), isPending(after)];
  const isBooked = after.status === 'ACSC';
  const number = after.creditorAccount;
  if ((wasPending !== stays || isBooked) && !creditors?.has(number))
    throw new Error('a payment moved money to a creditor that was not looked up');
  const creditor = creditors?.get(number);
  const account = typeof creditor === 'object' ? creditor : undefined;
  const changes: TotalsChange[] = [];
  if (!wasPending && stays) changes.push(...computeExpectedChanges(after, account));
  if (wasPending && !stays) changes.push(...computeExpectedChanges(before, account).map(subtractPending));
  const [held, holds] = [isMoneyHeld(before.status), isMoneyHeld(after.status)];
  if (held && !holds) changes.push(...(yield* release(before.sequence)));
  if (!held && holds) {
    const reservation = { payment: after.sequence, line: computeReservation(after) };
    planned.reservations.push(reservation);
    changes.push(...computeReserved([reservation]));
  }
  if (isBooked) planBooking(world, planned, after, creditor, { at, funds });
  return changes;
}

function subtractPending({ pendingMinor = 0n, ...change }: TotalsChange): TotalsChange {
  return { ...change, pendingMinor: -pendingMinor };
}

function createSteps(
  world: BankState,
  { sequence: payment, status: start }: Payment,
  path: readonly TransactionStatus[],
  at: number,
): readonly Step[] {
  return path.map((to, index) => {
    const from = path[index - 1] ?? start;
    if (!mayBecome(from, to)) throw new Error(`a payment in ${from} can't become ${to}`);
    return { payment, place: takeSequence(world), from, to, at, ...world.cause };
  });
}

/**
 * Plans the booking of a payment, and its row in the transaction list of each account that it moves money on.
 * @see D8-one-list
 */
function planBooking(
  world: BankState,
  planned: PlannedMoves,
  payment: Payment,
  creditor: Creditor | undefined,
  { at: bookedAt, funds }: Pick<MoveTerms, 'at' | 'funds'>,
): void {
  if (creditor === undefined) throw new Error('a payment was booked to a creditor that was not resolved');
  const debtor = { id: getSettledDebtor(payment), currency: getDebtorCurrency(payment) };
  const entries = createEntries(payment, debtor, creditor);
  const bookings = entries.map((entry, leg) => {
    const sequence = takeSequence(world);
    return { sequence, kind: 'payment' as const, bookedAt, payment: payment.sequence, leg, entry };
  });
  planned.bookings.push(...bookings);
  const [{ sequence: booking } = { sequence: 0n }] = bookings;
  const date = formatOsloDate(bookedAt);
  const moved = { bookingDate: date, valueDate: date, booking, from: { payment: payment.sequence } };
  for (const line of listCustomerLines(entries)) {
    planned.transactions.push({ ...line, ...moved });
    if (funds) applyToFunds(funds, { ...line, balanceMinor: line.amountMinor });
  }
}
