import { type Op, type Row, run, type SqlValue } from '../../../store/contract.ts';
import { integer, optionalText, text } from '../../../store/row.ts';
import type { Payment } from '../../domain/payment.ts';
import { PENDING } from '../conditions.ts';
import { AFTER_ALL_DATES, BY_HAND, type Place, startAt } from '../list-place.ts';
import type { Arm } from '../merged-rows.ts';
import { type Direction, type OrderedList, orderedList } from '../ordered-list.ts';
import { givenToCard, type OfCard, placeOf, readGiven } from './booked-list.ts';
import { PAYMENT_COLUMNS, readPayment } from './payments.ts';
import { DEBTOR_NAME } from './transactions.ts';

/** Which pending entries a list has: of an account, or of a card, which nobody pays to. */
export interface Pending {
  readonly account: string;
  /** What payments to it name: its bban. */
  readonly number?: string;
  /** First and last date of execution; of a card's by hand, of the purchase. */
  readonly fromDate: string;
  readonly toDate: string;
  /** What was pending at this number of the world's one sequence; what is, unless given. @see D7-page-world */
  readonly upTo?: bigint;
}

/** A payment on its way. */
export interface PendingPayment {
  readonly payment: Payment;
  readonly side: 'debtor' | 'creditor';
  readonly debtorName: string;
}

/**
 * The approved and not booked payments from an account and to it, the one approved last first. A standing order is none.
 * @see D7-pending
 */
export function pendingList(wanted: Pending): OrderedList<PendingPayment> {
  return orderedList({
    start: startAt(AFTER_ALL_DATES),
    order: ORDER,
    arms: (place, direction, columns) => [
      ...payments(wanted, 'debtor', place, direction, columns === 'all' ? says('debtor') : ''),
      ...payments(wanted, 'creditor', place, direction, columns === 'all' ? says('creditor') : ''),
    ],
    placeOf: (row) => placeOf(row, BY_HAND.pending),
    itemOf: readPending,
  });
}

/** A card's pending transactions: what is to be paid from it, then those by hand. @see D7-card-list */
export function pendingCardList(wanted: Pending): OrderedList<OfCard<PendingPayment>> {
  const given = { ...wanted, card: wanted.account, isPending: true };
  return orderedList({
    start: startAt(AFTER_ALL_DATES),
    order: ORDER,
    arms: (place, direction, columns) => [
      ...payments(
        wanted,
        'debtor',
        place,
        direction,
        columns === 'all' ? `${says('debtor')}, NULL AS details` : '',
      ),
      ...givenToCard(given, withinGiven(wanted, place), direction, columns === 'all' ? GIVEN_PENDING : ''),
    ],
    placeOf: (row) => placeOf(row, BY_HAND.pending),
    itemOf: (row) =>
      integer(row, 'place_order') === BY_HAND.pending
        ? { given: readGiven(row) }
        : { paid: readPending(row) },
  });
}

/** Where those by hand go on: from their beginning after a payment. */
function withinGiven({ toDate }: Pending, place: Place): Place {
  return place.order === BY_HAND.pending ? place : startAt(toDate);
}

const ORDER = {
  after: 'place_order DESC, place_date DESC, place_id, place_sequence',
  before: 'place_order, place_date, place_id DESC, place_sequence DESC',
} as const;

/** Whole rows of one side. */
function says(side: PendingPayment['side']): string {
  return `, ${PAYMENT_COLUMNS}, '${side}' AS side, ${DEBTOR_NAME}`;
}

/** The rest of the columns of a pending payment's row, for a card transaction by hand. */
const GIVEN_PENDING = `${', NULL'.repeat(PAYMENT_COLUMNS.split(',').length + 2)}, details`;

const ACCOUNT_OF = { debtor: 'debtor_account', creditor: 'creditor_account' } as const;
const NO_STANDING_ORDER = `service <> 'periodic-payments'`;

/** Those that are pending; with them those that were, of a list of before. */
function payments(
  { account, number, fromDate, toDate, upTo }: Pending,
  side: PendingPayment['side'],
  place: Place,
  direction: Direction,
  more: string,
): Arm[] {
  const subject = side === 'debtor' ? account : number;
  if (subject === undefined) return [];
  const from = `SELECT effective_date AS place_date, approval AS place_order, ${ACCOUNT_OF[side]} AS place_id,
      sequence AS place_sequence${more}
    FROM payments WHERE ${ACCOUNT_OF[side]} = ?`;
  const which = `AND approval ${direction === 'after' ? '<' : '>'} ? AND ${NO_STANDING_ORDER}`;
  if (upTo === undefined) {
    const within = 'effective_date >= ? AND effective_date <= ?';
    const sql = `${from} AND ${PENDING} ${which} AND ${within}`;
    return [{ sql, values: [subject, place.order, fromDate, toDate] }];
  }
  const day = 'CASE WHEN day_moved > ? THEN day_before ELSE effective_date END';
  const then = `${which} AND approval <= ? AND ${day} >= ? AND ${day} <= ?`;
  const values: SqlValue[] = [place.order, upTo, upTo, fromDate, upTo, toDate];
  return [
    { sql: `${from} AND ${PENDING} ${then}`, values: [subject, ...values] },
    { sql: `${from} AND ended > ? AND ended IS NOT NULL ${then}`, values: [subject, upTo, ...values] },
  ];
}

/** The first date of execution of what is pending on an account. */
export function* oldestExecution(account: string, number?: string): Op<string | undefined> {
  const oldest = 'SELECT MIN(effective_date) AS date FROM payments WHERE';
  const [row] = yield* run(
    `SELECT MIN(date) AS date FROM (${oldest} debtor_account = ? AND ${PENDING}
       UNION ALL ${oldest} creditor_account = ? AND ${PENDING})`,
    account,
    number ?? null,
  );
  return row && optionalText(row, 'date');
}

/** A side of a payment that is pending on an account. */
export function* findPendingPayment(
  { sequence, side }: { readonly sequence: bigint; readonly side: PendingPayment['side'] },
  { account, number }: Pick<Pending, 'account' | 'number'>,
): Op<PendingPayment | undefined> {
  const [row] = yield* run(
    `SELECT '' AS place_id${says(side)} FROM payments
     WHERE sequence = ? AND ${ACCOUNT_OF[side]} = ? AND ${PENDING} AND ${NO_STANDING_ORDER}`,
    sequence,
    side === 'debtor' ? account : (number ?? null),
  );
  return row && readPending(row);
}

function readPending(row: Row): PendingPayment {
  return {
    payment: readPayment(row),
    side: text(row, 'side') as PendingPayment['side'],
    debtorName: optionalText(row, 'debtor_name') ?? '',
  };
}
