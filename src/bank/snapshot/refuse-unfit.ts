import type { Currency } from '../../values/currencies.ts';
import { isCalendarDate } from '../../values/oslo.ts';
import type { SnapshotRecordOf } from '../../wire/snapshot.ts';
import { holdsMoney, isPending } from '../domain/ledger.ts';
import { debtorCurrency, mayBecome, type Payment } from '../domain/payment.ts';
import type { ReadData } from './read-data.ts';
import type { Faults, Placed, RecordsByKind } from './records.ts';

/**
 * What records say that no world could have come to: each would break the books, or what a TPP is told of them.
 * @see D16-restore-checked, D9-invariants
 */

/** Its steps lead, each to the next, to its status. @see D4-transitions */
export function refuseSteps(faults: Faults, { place, record }: Placed<'payment'>): void {
  const { status, steps = [] } = record;
  for (const [index, { from, to }] of steps.entries()) {
    const before = steps[index - 1]?.to;
    if (!mayBecome(from, to)) faults.add(place, `steps[${index}]`, `can't be: ${from} doesn't become ${to}`);
    else if (before !== undefined && before !== from)
      faults.add(place, `steps[${index}].from`, `must be ${before}, to which the step before leads`);
  }
  const last = steps.at(-1)?.to ?? status;
  if (last !== status) faults.add(place, 'status', `must be ${last}, to which the steps lead`);
}

/** Money leaves and comes to accounts in their currencies, and none of them is the bank's own. @see D9-invariants */
export function refuseMoney(
  faults: Faults,
  { place, record }: Placed<'payment'>,
  payment: Payment,
  data: ReadData,
): void {
  const { status, debtorAccount } = payment;
  const currencies = currenciesOf(data);
  const held = debtorAccount === undefined ? undefined : currencies.get(debtorAccount);
  const movesMoney = isPending(payment) || holdsMoney(status) || status === 'ACSC';
  if (movesMoney && held !== undefined && held !== debtorCurrency(payment))
    faults.add(place, 'initiation.debtorAccount.currency', `must be ${held}, that of the debtor's account`);
  const { to, currency } = record.booked ?? {};
  const id = to === undefined ? undefined : data.accountNames.idOf(to);
  const got = id === undefined ? undefined : currencies.get(id);
  if (got !== undefined && currency !== undefined && got !== currency)
    faults.add(place, 'booked.currency', `must be ${got}, that of the account`);
  for (const [member, name] of [
    ['debtor', record.debtor],
    ['booked.to', to],
  ] as const)
    if (name !== undefined && BANKS_OWN.has(name)) faults.add(place, member, "is the bank's own account");
}

const BANKS_OWN: ReadonlySet<string> = new Set(['id:NOSTRO', 'id:FEES', 'id:SUSPENSE', 'id:OPENING']);

const known = new WeakMap<ReadData, ReadonlyMap<string, Currency>>();

/** By the ids of accounts and cards. */
function currenciesOf(data: ReadData): ReadonlyMap<string, Currency> {
  const made = known.get(data);
  if (made) return made;
  const currencies = new Map<string, Currency>([
    ...data.accounts.map(({ it }) => [it.id, it.currency] as const),
    ...data.cards.map(({ it }) => [it.resourceId, it.currency] as const),
  ]);
  known.set(data, currencies);
  return currencies;
}

/** Half of what a sum can be: what the bank's own accounts have against it is no more than twice this. */
const MOST = 2n ** 61n;

/** The amounts of a currency, added up whatever their signs, so that no sum of the books is too great to be kept. */
export class Sums {
  readonly #faults: Faults;
  readonly #sums = new Map<Currency, bigint>();

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  add(place: number, member: string, currency: Currency, minor: bigint): void {
    const sum = this.#sums.get(currency) ?? 0n;
    const next = sum + (minor < 0n ? -minor : minor);
    this.#sums.set(currency, next);
    if (sum <= MOST && next > MOST)
      this.#faults.add(place, member, `makes the amounts in ${currency} more than the books can hold`);
  }
}

/** Orders name bulks, baskets hold payments of their TPPs, and authorisations are of something. */
export function refuseStray(faults: Faults, records: RecordsByKind): void {
  const tpps = new Map(records.payment.map(({ record }) => [record.payment, record.tpp]));
  const bulks = new Set(records.bulk.map(({ record }) => record.bulk));
  const baskets = new Set(records.basket.map(({ record }) => record.basket));
  const filled = new Set(records.payment.map(({ record }) => record.bulk));
  for (const { place, record } of records.payment)
    if (record.bulk !== undefined && !bulks.has(record.bulk))
      faults.add(place, 'bulk', "isn't a bulk of this snapshot");
  for (const { place, record } of records.bulk)
    if (!filled.has(record.bulk)) faults.add(place, 'bulk', 'has no payment in the snapshot');
  for (const { place, record } of records.basket)
    if (record.payments.some((payment) => tpps.has(payment) && tpps.get(payment) !== record.tpp))
      faults.add(place, 'payments', 'has a payment of another TPP');
  for (const { place, record } of records.authorisation) {
    const isThere =
      record.purpose === 'basket' ? baskets.has(record.of) : tpps.has(record.of) || bulks.has(record.of);
    if (!isThere)
      faults.add(
        place,
        'of',
        `isn't a ${record.purpose === 'basket' ? 'basket' : 'payment'} of this snapshot`,
      );
  }
}

/** What has no number of its own, and is kept once. */
export function refuseRepeated(faults: Faults, { psu, formerAccount, used }: RecordsByKind): void {
  once(faults, psu, 'psu', ({ record }) => [record.psu, record.tpp]);
  once(faults, formerAccount, 'formerAccount', ({ record }) => [record.formerAccount]);
  once(faults, used, 'used', ({ record }) => [record.used, record.key]);
}

function once<P extends { readonly place: number }>(
  faults: Faults,
  all: readonly P[],
  member: string,
  keyOf: (one: P) => readonly string[],
): void {
  const seen = new Set<string>();
  for (const one of all) {
    const key = JSON.stringify(keyOf(one));
    if (seen.has(key)) faults.add(one.place, member, 'stands in the snapshot twice');
    seen.add(key);
  }
}

/** It stands in lists by its date, in the currency of its card. */
export function isFitForList(
  { details }: Pick<SnapshotRecordOf<'cardTransaction'>, 'details'>,
  currency: Currency,
): boolean {
  const { bookingDate, transactionDate, transactionAmount } = details as Readonly<
    Record<string, unknown> & { transactionAmount?: { currency?: unknown; amount?: unknown } | null }
  >;
  const listed = bookingDate === '' ? transactionDate : bookingDate;
  return (
    typeof listed === 'string' &&
    isCalendarDate(listed) &&
    transactionAmount?.currency === currency &&
    Number.isInteger(transactionAmount.amount)
  );
}
