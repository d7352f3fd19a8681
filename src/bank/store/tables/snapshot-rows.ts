import { type Op, readInteger, readNumber, run } from '../../../store/contract.ts';
import { column, createOptionalColumns, listRows, listTexts, Table } from '../../../store/table.ts';
import type { TransactionStatus } from '../../../values/statuses.ts';
import type { Line } from '../../domain/ledger.ts';
import type { CardTransaction, TransactionDetails } from '../../domain/transactions.ts';
import { readCardTransaction } from './accounts.ts';
import { LINE } from './ledger.ts';
import type { StepCause } from './payments.ts';

// Queries for snapshots only. See D16-snapshot.

/** The number of uses of a natural key. */
export interface KeyUses {
  readonly kind: string;
  readonly key: string;
  readonly uses: number;
}

const USES = new Table<KeyUses>('natural_keys', {
  kind: column.text('kind'),
  key: column.text('key'),
  uses: column.number('uses'),
});

export function listUses(): Op<KeyUses[]> {
  return USES.list('ORDER BY kind, key');
}

export function insertUses(uses: readonly KeyUses[]): Op<void> {
  return USES.insert(...uses);
}

/** Lists the ids of accounts and cards from which payments are blocked. */
export function* listWithoutRight(): Op<ReadonlySet<string>> {
  const sql =
    'SELECT id FROM accounts WHERE may_pay = 0 UNION ALL SELECT id FROM card_accounts WHERE may_pay = 0';
  return new Set(yield* listTexts(sql));
}

export interface ManualRecord {
  readonly bookingDate: string;
  readonly valueDate: string;
  readonly amountMinor: bigint;
  readonly details: TransactionDetails;
}

const HAND_MADE = new Table<ManualRecord>('transactions', {
  bookingDate: column.text('booking_date'),
  valueDate: column.text('value_date'),
  amountMinor: column.bigint('amount_minor'),
  details: column.json('details'),
});

/** Lists an account's manual transactions, oldest first; within a day by id. */
export function listByHand(account: string): Op<ManualRecord[]> {
  return HAND_MADE.list('WHERE account = ? AND payment = 0 ORDER BY booking_date, id', account);
}

/** Lists a card's manual transactions by date, id and sequence; the sequence orders equal entries of a list. */
export function listGivenToCard(card: string): Op<CardTransaction[]> {
  const sql =
    'SELECT id, details FROM card_transactions WHERE card_account = ? ORDER BY listed_date, id, sequence';
  return listRows((row) => readCardTransaction(row, 'id'), sql, card);
}

/** The time of a payment's booking, and all lines of its entries. */
export interface BookedPayment {
  readonly at: number;
  readonly lines: readonly Line[];
}

export function* listBookedPayments(): Op<ReadonlyMap<bigint, BookedPayment>> {
  const rows = yield* run(
    `SELECT payment, booked_at_ms, account, currency, amount_minor
     FROM bookings JOIN booking_lines ON booking_lines.booking = bookings.sequence
     WHERE payment IS NOT NULL ORDER BY payment, leg`,
  );
  const booked = new Map<bigint, { at: number; lines: Line[] }>();
  for (const row of rows) {
    const payment = readInteger(row, 'payment');
    const known = booked.get(payment) ?? { at: readNumber(row, 'booked_at_ms'), lines: [] };
    booked.set(payment, known);
    known.lines.push(LINE.read(row));
  }
  return booked;
}

export interface PastStep extends StepCause {
  readonly payment: bigint;
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
  readonly at: number;
}

export const STEPS = new Table<PastStep>('transitions', {
  payment: column.bigint('payment'),
  from: column.text('from_status'),
  to: column.text('to_status'),
  at: column.number('at_ms'),
  cause: createOptionalColumns(column.text('cause')),
  requestId: createOptionalColumns(column.text('request_id')),
});

export function* listSteps(): Op<ReadonlyMap<bigint, readonly PastStep[]>> {
  const steps = new Map<bigint, PastStep[]>();
  for (const step of yield* STEPS.list('ORDER BY payment, place')) {
    const known = steps.get(step.payment) ?? [];
    steps.set(step.payment, known);
    known.push(step);
  }
  return steps;
}

/** A PSU that had an SCA with a TPP. */
export interface KnownPsu {
  readonly tpp: string;
  readonly psu: string;
  readonly lastSca: number;
}

const PSUS = new Table<KnownPsu>('psus', {
  tpp: column.text('tpp'),
  psu: column.text('customer_number'),
  lastSca: column.number('last_sca_ms'),
});

export function listKnownPsus(): Op<KnownPsu[]> {
  return PSUS.list('WHERE last_sca_ms IS NOT NULL ORDER BY tpp, customer_number');
}

export interface GivenConsent {
  readonly tpp: string;
  readonly psu: string;
  /** The id of the agreement; empty if the PSU acts for itself. */
  readonly agreement: string;
}

const CONSENTS = new Table<GivenConsent>('consents', {
  tpp: column.text('tpp'),
  psu: column.text('psu'),
  agreement: column.text('agreement'),
});

/** Lists the consents that were ever given. */
export function listConsents(): Op<GivenConsent[]> {
  return CONSENTS.list('ORDER BY tpp, psu, agreement');
}

export function listFormerNumbers(): Op<string[]> {
  return listTexts('SELECT bban FROM former_numbers ORDER BY bban');
}
