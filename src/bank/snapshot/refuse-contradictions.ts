import type { Currency } from '../../values/currencies.ts';
import { getUnitMinor, parseAmount, readAmount } from '../../values/money.ts';
import { isCalendarDate } from '../../values/oslo.ts';
import { findProduct } from '../../values/products.ts';
import type { SnapshotKind, SnapshotRecordOf } from '../../wire/snapshot.ts';
import { isMoneyHeld, isPending, OWN_ACCOUNTS } from '../domain/ledger.ts';
import { mayBecome, REASONS } from '../domain/payment.ts';
import {
  type Faults,
  formatOwnedName,
  type IndexedRecord,
  type RecordsByKind,
  readGoneId,
} from './records.ts';

/**
 * Adds faults for contradictions that no world can contain, because they would break the ledger or the responses to
 * TPPs.
 * @see D16-restore-checked, D9-invariants
 */
export function refuseContradictions(records: RecordsByKind, faults: Faults): void {
  refuseRepeated(records, faults);
  const cards = new Map(
    records.card.map(({ record: { card, customer, use = 1, currency } }) => [
      formatOwnedName(card, customer, use),
      currency,
    ]),
  );
  const accounts = new Map(records.account.map(({ record }) => [record.account, record.currency]));
  const currencies = new Map([...accounts, ...cards]);
  for (const one of records.transaction) refuseTransaction(one, accounts, faults);
  for (const one of records.cardTransaction) refuseCardTransaction(one, cards, faults);
  for (const one of records.payment) refusePayment(one, currencies, faults);
  refuseStrayOrders(records, faults);
  refuseSums(records, accounts, faults);
}

type KeysOf = { readonly [K in SnapshotKind]?: (record: SnapshotRecordOf<K>) => readonly unknown[] };

/** The members that identify a record of each kind. */
const KEYS: KeysOf = {
  customer: ({ customer }) => [customer],
  account: ({ account }) => [account],
  card: ({ card, customer, use = 1 }) => [card, customer, use],
  kid: ({ kid }) => [kid],
  agreement: ({ agreement, owner, use = 1 }) => [agreement, owner, use],
  engagement: ({ engagement, agreement, account }) => [engagement, agreement, account],
  basket: ({ basket }) => [basket],
  run: ({ run }) => [run],
  authorisation: ({ authorisation }) => [authorisation],
  psu: ({ psu, tpp }) => [psu, tpp],
  consent: ({ consent, tpp, agreement = '' }) => [consent, tpp, agreement],
  formerAccount: ({ formerAccount }) => [formerAccount],
  used: ({ used, key }) => [used, key],
};

function refuseRepeated(records: RecordsByKind, faults: Faults): void {
  for (const [kind, keyOf] of Object.entries(KEYS) as [SnapshotKind, (record: unknown) => unknown[]][])
    refuseTwice(records[kind], kind, keyOf, faults);
  // Bulks and payments share one sequence.
  const orders = [
    ...records.bulk.map(({ place, record }) => ({ place, record: record.bulk })),
    ...records.payment.map(({ place, record }) => ({ place, record: record.payment })),
  ];
  refuseTwice(orders, 'payment', (number) => [number], faults);
}

function refuseTwice<Record>(
  all: readonly { readonly place: number; readonly record: Record }[],
  member: string,
  keyOf: (record: Record) => readonly unknown[],
  faults: Faults,
): void {
  const seen = new Set<string>();
  for (const { place, record } of all) {
    const key = JSON.stringify(keyOf(record));
    if (seen.has(key)) faults.add(place, member, 'stands in the snapshot twice');
    seen.add(key);
  }
}

/** Checks that a manual transaction has a whole, non-zero amount. @see D8-natural-key */
function refuseTransaction(
  { place, record }: IndexedRecord<'transaction'>,
  accounts: ReadonlyMap<string, Currency>,
  faults: Faults,
): void {
  const currency = accounts.get(record.transaction);
  const minor = currency && readAmount(record.amount, currency);
  if (currency === undefined || minor === undefined) return;
  if (minor === 0n || minor % getUnitMinor(currency) !== 0n)
    faults.add(place, 'amount', `must be whole units of ${currency}, written with its decimals`);
}

/** Checks that a card transaction has a date, and an amount in the currency of its card. */
function refuseCardTransaction(
  { place, record }: IndexedRecord<'cardTransaction'>,
  cards: ReadonlyMap<string, Currency>,
  faults: Faults,
): void {
  const currency = cards.get(record.cardTransaction);
  if (currency === undefined) {
    faults.add(place, 'cardTransaction', "isn't a card of this snapshot");
    return;
  }
  const { bookingDate, transactionDate, transactionAmount } = record.details as Readonly<
    Record<string, unknown> & { transactionAmount?: { currency?: unknown; amount?: unknown } | null }
  >;
  const date = bookingDate === '' ? transactionDate : bookingDate;
  const isFit =
    typeof date === 'string' &&
    isCalendarDate(date) &&
    transactionAmount?.currency === currency &&
    Number.isInteger(transactionAmount.amount);
  if (!isFit)
    faults.add(place, 'details', `must have a date and an amount in ${currency}, as the bank writes them`);
}

/**
 * Checks that a payment's transitions lead to its status, and that it has the members that its status requires.
 * @see D4-transitions, D9-invariants
 */
function refusePayment(
  { place, record }: IndexedRecord<'payment'>,
  currencies: ReadonlyMap<string, Currency>,
  faults: Faults,
): void {
  const { status, steps = [], approval, debtor, booked, rejection, product } = record;
  if (rejection !== undefined && !Object.hasOwn(REASONS, rejection))
    faults.add(place, 'rejection', `must be one of ${Object.keys(REASONS).join(', ')}`);
  else if (rejection !== undefined && status !== 'RJCT')
    faults.add(place, 'rejection', `isn't allowed in ${status}`);
  const { amount, currency } = record.initiation.instructedAmount;
  if (parseAmount(amount, currency) === undefined)
    faults.add(place, 'initiation.instructedAmount.amount', "isn't an amount");
  for (const [index, { from, to }] of steps.entries()) {
    const before = steps[index - 1]?.to;
    if (!mayBecome(from, to)) faults.add(place, `steps[${index}]`, `can't be: ${from} doesn't become ${to}`);
    else if (before !== undefined && before !== from)
      faults.add(place, `steps[${index}].from`, `must be ${before}, to which the step before leads`);
  }
  const last = steps.at(-1)?.to ?? status;
  if (last !== status) faults.add(place, 'status', `must be ${last}, to which the steps lead`);
  if ((booked !== undefined) !== (status === 'ACSC'))
    faults.add(place, 'booked', `${booked ? "isn't allowed" : 'is required'} in ${status}`);
  if (findProduct(product) === undefined) {
    faults.add(place, 'product', "isn't a product of this bank");
    return;
  }
  const movesMoney = isPending(record) || isMoneyHeld(status) || status === 'ACSC';
  if (!movesMoney) return;
  if (approval === undefined || debtor === undefined)
    faults.add(place, 'approval', `and debtor are required in ${status}`);
  const held = debtor === undefined ? undefined : currencies.get(debtor);
  if (held === undefined && status !== 'ACSC' && debtor !== undefined)
    faults.add(place, 'debtor', `isn't an account of this snapshot, which ${status} needs`);
  if (held !== undefined && held !== record.initiation.debtorAccount.currency)
    faults.add(place, 'initiation.debtorAccount.currency', `must be ${held}, that of the debtor's account`);
  const got = booked && currencies.get(booked.to);
  if (got !== undefined && booked?.currency !== got)
    faults.add(place, 'booked.currency', `must be ${got}, that of the account`);
  for (const [member, name] of [
    ['debtor', debtor],
    ['booked.to', booked?.to],
  ] as const)
    if (name !== undefined && OWN_ACCOUNTS.has(readGoneId(name) ?? ''))
      faults.add(place, member, "is the bank's own account");
}

/**
 * Checks that payments refer to existing bulks, baskets to payments of their TPP, and authorisations to an existing
 * resource.
 */
function refuseStrayOrders(records: RecordsByKind, faults: Faults): void {
  const tpps = new Map(records.payment.map(({ record }) => [record.payment, record.tpp]));
  const bulks = new Set(records.bulk.map(({ record }) => record.bulk));
  const baskets = new Set(records.basket.map(({ record }) => record.basket));
  const filled = new Set(records.payment.map(({ record }) => record.bulk));
  for (const { place, record } of records.payment)
    if (record.bulk !== undefined && !bulks.has(record.bulk))
      faults.add(place, 'bulk', "isn't a bulk of this snapshot");
  for (const { place, record } of records.bulk)
    if (!filled.has(record.bulk)) faults.add(place, 'bulk', 'has no payment in the snapshot');
  for (const { place, record } of records.basket) {
    const { payments, tpp } = record;
    if (payments.some((payment) => !tpps.has(payment) && !bulks.has(payment)))
      faults.add(place, 'payments', 'has a payment that the snapshot lacks');
    if (payments.some((payment) => tpps.has(payment) && tpps.get(payment) !== tpp))
      faults.add(place, 'payments', 'has a payment of another TPP');
    if (new Set(payments).size < payments.length) faults.add(place, 'payments', 'has a payment twice');
  }
  for (const { place, record } of records.authorisation) {
    const { purpose, of: subject } = record;
    const isThere = purpose === 'basket' ? baskets.has(subject) : tpps.has(subject) || bulks.has(subject);
    if (!isThere)
      faults.add(place, 'of', `isn't a ${purpose === 'basket' ? 'basket' : 'payment'} of this snapshot`);
  }
}

/**
 * The limit of a sum, half of the largest one: the opposite sums on the bank's own accounts are at most twice as large.
 */
const MOST = 2n ** 61n;

/** Checks that the absolute amounts per currency stay within the limit. */
function refuseSums(records: RecordsByKind, accounts: ReadonlyMap<string, Currency>, faults: Faults): void {
  const sums = new Map<Currency, bigint>();
  const add = (place: number, member: string, amount: string, currency: Currency | undefined) => {
    const minor = currency && readAmount(amount, currency);
    if (currency === undefined || minor === undefined) return;
    const sum = sums.get(currency) ?? 0n;
    const next = sum + (minor < 0n ? -minor : minor);
    sums.set(currency, next);
    if (sum <= MOST && next > MOST)
      faults.add(place, member, `makes the amounts in ${currency} more than the books can hold`);
  };
  for (const { place, record } of [...records.account, ...records.card]) {
    add(place, 'balance', record.balance, record.currency);
    add(place, 'adjustment', record.adjustment ?? '0', record.currency);
  }
  for (const { place, record } of records.transaction)
    add(place, 'amount', record.amount, accounts.get(record.transaction));
  for (const { place, record } of records.payment) {
    const { amount, currency } = record.initiation.instructedAmount;
    add(place, 'initiation.instructedAmount.amount', amount, currency);
  }
}
