import { flag, integer, json, type Op, run, small, text } from '../../../store/contract.ts';
import type { KidPolicy } from '../../../values/kid.ts';
import type { TransactionStatus } from '../../../values/statuses.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { Line } from '../../domain/ledger.ts';
import type { Bulk } from '../../domain/order.ts';
import type { Outcomes } from '../../domain/settlement.ts';
import type {
  CardTransaction,
  CardTransactionDetails,
  TransactionDetails,
} from '../../domain/transactions.ts';
import type { KidEntry } from '../../domain/world.ts';
import { insertRows, OPEN } from '../sql.ts';
import { listAuthorisations } from './authorisations.ts';
import { currencyOf } from './ledger.ts';

/** What a snapshot reads whole that no request asks for. @see D16-snapshot */

/** How often a natural key was used. */
export interface KeyUses {
  readonly kind: string;
  readonly key: string;
  readonly uses: number;
}

export function* listUses(): Op<KeyUses[]> {
  const rows = yield* run('SELECT kind, key, uses FROM natural_keys ORDER BY kind, key');
  return rows.map((row) => ({ kind: text(row, 'kind'), key: text(row, 'key'), uses: small(row, 'uses') }));
}

export function* insertUses(uses: readonly KeyUses[]): Op<void> {
  yield* insertRows(
    'INSERT INTO natural_keys (kind, key, uses)',
    uses.map(({ kind, key, uses: count }) => [kind, key, count]),
  );
}

/** Ids of accounts and cards whose payment right was taken. */
export function* listWithoutRight(): Op<ReadonlySet<string>> {
  const rows = yield* run(
    'SELECT id FROM accounts WHERE may_pay = 0 UNION ALL SELECT id FROM card_accounts WHERE may_pay = 0',
  );
  return new Set(rows.map((row) => text(row, 'id')));
}

export function* listKidEntries(): Op<KidEntry[]> {
  const rows = yield* run('SELECT bban, entry FROM kid_entries ORDER BY bban');
  return rows.map((row) => ({
    bban: text(row, 'bban'),
    ...(json(row, 'entry') as KidPolicy),
  }));
}

export interface HandMade {
  readonly bookingDate: string;
  readonly valueDate: string;
  readonly amountMinor: bigint;
  readonly details: TransactionDetails;
}

/** An account's transactions made by hand, the oldest first, of a day by their ids. */
export function* listByHand(account: string): Op<HandMade[]> {
  const rows = yield* run(
    `SELECT booking_date, value_date, amount_minor, details FROM transactions
     WHERE account = ? AND payment = 0 ORDER BY booking_date, id`,
    account,
  );
  return rows.map((row) => ({
    bookingDate: text(row, 'booking_date'),
    valueDate: text(row, 'value_date'),
    amountMinor: integer(row, 'amount_minor'),
    details: json(row, 'details') as TransactionDetails,
  }));
}

/** A card's, in the order in which they stand among equals of a list. */
export function* listGivenToCard(card: string): Op<CardTransaction[]> {
  const rows = yield* run(
    'SELECT id, details FROM card_transactions WHERE card_account = ? ORDER BY listed_date, id, sequence',
    card,
  );
  return rows.map((row) => ({
    cardTransactionId: text(row, 'id'),
    ...(json(row, 'details') as CardTransactionDetails),
  }));
}

export function* listBulks(): Op<Pick<Bulk, 'sequence' | 'initiation'>[]> {
  const rows = yield* run('SELECT sequence, initiation FROM bulks ORDER BY sequence');
  return rows.map((row) => ({
    sequence: integer(row, 'sequence'),
    initiation: json(row, 'initiation') as object,
  }));
}

/** When a payment was booked, and all lines of its entries. */
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
    const payment = integer(row, 'payment');
    const known = booked.get(payment) ?? { at: small(row, 'booked_at_ms'), lines: [] };
    booked.set(payment, known);
    known.lines.push({
      account: text(row, 'account'),
      currency: currencyOf(row, 'account'),
      amountMinor: integer(row, 'amount_minor'),
    });
  }
  return booked;
}

export interface PastStep {
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
  readonly at: number;
}

export function* listSteps(): Op<ReadonlyMap<bigint, readonly PastStep[]>> {
  const rows = yield* run(
    'SELECT payment, from_status, to_status, at_ms FROM transitions ORDER BY payment, place',
  );
  const steps = new Map<bigint, PastStep[]>();
  for (const row of rows) {
    const payment = integer(row, 'payment');
    const known = steps.get(payment) ?? [];
    steps.set(payment, known);
    known.push({
      from: text(row, 'from_status') as TransactionStatus,
      to: text(row, 'to_status') as TransactionStatus,
      at: small(row, 'at_ms'),
    });
  }
  return steps;
}

export function* listBasketSequences(): Op<bigint[]> {
  const rows = yield* run('SELECT sequence FROM baskets ORDER BY sequence');
  return rows.map((row) => integer(row, 'sequence'));
}

/** One that has ended, and from when its time is counted. */
export interface EndedAuthorisation extends Authorisation {
  readonly keptFrom: number | undefined;
}

/** Of payments, bulks and baskets, the first started first. */
export function* listEndedAuthorisations(): Op<EndedAuthorisation[]> {
  const rows = yield* run(
    `SELECT sequence, subject, purpose, kept_from_ms FROM authorisations
     WHERE subject IS NOT NULL AND NOT (${OPEN}) ORDER BY sequence`,
  );
  const ended: EndedAuthorisation[] = [];
  for (const row of rows) {
    const purpose = text(row, 'purpose') as Authorisation['purpose'];
    const all = yield* listAuthorisations(integer(row, 'subject'), purpose);
    const own = all.find(({ sequence }) => sequence === integer(row, 'sequence'));
    if (own === undefined) throw new Error('an authorisation is not among those of its subject');
    ended.push({ ...own, keptFrom: row.kept_from_ms === null ? undefined : small(row, 'kept_from_ms') });
  }
  return ended;
}

/** A run of a slot, which is not done again. */
export interface DoneRun {
  readonly slot: number;
  readonly at: number;
  readonly bankDay: string;
  readonly isLastOfDay: boolean;
  readonly outcomes: Outcomes;
}

export function* listDoneRuns(): Op<DoneRun[]> {
  const rows = yield* run(
    `SELECT slot_ms, at_ms, bank_day, last_of_day, settled, sent, waiting, rejected, held FROM runs
     WHERE slot_ms IS NOT NULL AND state = 'DONE' ORDER BY slot_ms`,
  );
  return rows.map((row) => ({
    slot: small(row, 'slot_ms'),
    at: small(row, 'at_ms'),
    bankDay: text(row, 'bank_day'),
    isLastOfDay: flag(row, 'last_of_day'),
    outcomes: {
      SETTLED: small(row, 'settled'),
      SENT: small(row, 'sent'),
      WAITING: small(row, 'waiting'),
      REJECTED: small(row, 'rejected'),
      HELD: small(row, 'held'),
    },
  }));
}

export function* insertDoneRun(
  sequence: bigint,
  { slot, at, bankDay, isLastOfDay, outcomes }: DoneRun,
): Op<void> {
  yield* run(
    `INSERT INTO runs (sequence, slot_ms, at_ms, bank_day, last_of_day, state, settled, sent, waiting, rejected, held)
     VALUES (?, ?, ?, ?, ?, 'DONE', ?, ?, ?, ?, ?)`,
    sequence,
    slot,
    at,
    bankDay,
    Number(isLastOfDay),
    outcomes.SETTLED,
    outcomes.SENT,
    outcomes.WAITING,
    outcomes.REJECTED,
    outcomes.HELD,
  );
}

/** What a snapshot reads whole of PSUs, and of what they let TPPs see. @see D16-snapshot */

/** A PSU that has had an SCA with a TPP. */
export interface KnownPsu {
  readonly tpp: string;
  readonly psu: string;
  readonly lastSca: number;
}

export function* listKnownPsus(): Op<KnownPsu[]> {
  const rows = yield* run(
    'SELECT tpp, customer_number, last_sca_ms FROM psus WHERE last_sca_ms IS NOT NULL ORDER BY tpp, customer_number',
  );
  return rows.map((row) => ({
    tpp: text(row, 'tpp'),
    psu: text(row, 'customer_number'),
    lastSca: small(row, 'last_sca_ms'),
  }));
}

export interface GivenConsent {
  readonly tpp: string;
  readonly psu: string;
  /** Id of the agreement; empty where the PSU acts for itself. */
  readonly agreement: string;
  readonly accounts: readonly string[];
}

export function* listConsents(): Op<GivenConsent[]> {
  const rows = yield* run('SELECT tpp, psu, agreement FROM consents ORDER BY tpp, psu, agreement');
  const consents: GivenConsent[] = [];
  for (const row of rows) {
    const [tpp, psu, agreement] = [text(row, 'tpp'), text(row, 'psu'), text(row, 'agreement')];
    const accounts = yield* run(
      'SELECT account FROM consent_accounts WHERE tpp = ? AND psu = ? AND agreement = ?',
      tpp,
      psu,
      agreement,
    );
    consents.push({ tpp, psu, agreement, accounts: accounts.map((one) => text(one, 'account')) });
  }
  return consents;
}

export function* listFormerNumbers(): Op<string[]> {
  const rows = yield* run('SELECT bban FROM former_numbers ORDER BY bban');
  return rows.map((row) => text(row, 'bban'));
}
