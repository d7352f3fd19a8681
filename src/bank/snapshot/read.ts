import type { Currency } from '../../values/currencies.ts';
import type { FieldFault } from '../../wire/field.ts';
import type { WorldState } from '../store/tables/world.ts';
import { type ReadData, readData } from './read-data.ts';
import { type ReadPayments, readPayments } from './read-payments.ts';
import { type ReadPsus, readPsus } from './read-psus.ts';
import { type ReadTransactions, readTransactions } from './read-transactions.ts';
import { Faults, type RecordsByKind, readRecords } from './records.ts';
import { refuseRepeated, refuseStray, Sums } from './refuse-unfit.ts';

/** A snapshot as it was read and found right. */
export interface ReadSnapshot {
  readonly clockOffset: number;
  readonly data: ReadData;
  readonly transactions: ReadTransactions;
  readonly payments: ReadPayments;
  readonly psus: ReadPsus;
  readonly formerAccounts: readonly string[];
}

export type SnapshotReading =
  | { readonly ok: true; readonly snapshot: ReadSnapshot }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

const [FIRST, END] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];

/**
 * Reads the whole of a snapshot before anything is changed: what each record says, then what the records say of one
 * another.
 * @see D16-restore-checked
 */
export function readSnapshot(
  { world, secret }: { readonly world: WorldState; readonly secret: string },
  records: readonly unknown[],
): SnapshotReading {
  const faults = new Faults();
  const byKind = readRecords(records, faults);
  if (faults.all.length > 0) return { ok: false, faults: faults.all };
  const { seed, realNow } = world;
  const clockOffset = byKind.snapshot[0]?.record.clockOffset ?? 0;
  const bankNow = realNow + clockOffset;
  if (!(bankNow >= FIRST && bankNow < END))
    faults.add(0, 'clockOffset', "must not move the bank's clock out of the years 2000 to 2099");
  const data = readData(seed, byKind, faults);
  const transactions = readTransactions(seed, data, byKind, faults);
  const payments = readPayments({ seed, data, faults }, byKind);
  const psus = readPsus({ seed, data, faults, secret }, byKind);
  refuseStray(faults, byKind);
  refuseRepeated(faults, byKind);
  if (faults.all.length === 0) refuseSums(faults, byKind);
  const formerAccounts = byKind.formerAccount.map(({ record }) => record.formerAccount);
  if (faults.all.length > 0) return { ok: false, faults: faults.all };
  return { ok: true, snapshot: { clockOffset, data, transactions, payments, psus, formerAccounts } };
}

/** @see D16-restore-checked */
function refuseSums(faults: Faults, { account, card, transaction, payment }: RecordsByKind): void {
  const sums = new Sums(faults);
  const currencies = new Map<string, Currency>();
  for (const { place, record } of [...account, ...card]) {
    const { currency, balance, adjustment = '0' } = record;
    if ('account' in record) currencies.set(record.account, currency);
    sums.add(place, 'balance', currency, minorOf(balance));
    sums.add(place, 'adjustment', currency, minorOf(adjustment));
  }
  for (const { place, record } of transaction) {
    const currency = currencies.get(record.transaction);
    if (currency !== undefined) sums.add(place, 'amount', currency, minorOf(record.amount));
  }
  for (const { place, record } of payment) {
    const { amount, currency } = record.initiation.instructedAmount;
    if (MOVES.has(record.status))
      sums.add(place, 'initiation.instructedAmount.amount', currency, minorOf(amount));
  }
}

const MOVES: ReadonlySet<string> = new Set(['ACTC', 'ACWC', 'ACCP', 'PDNG', 'ACSP', 'ACWP', 'ACSC']);

/** Of one that was read: it has the decimals of its currency. */
function minorOf(text: string): bigint {
  return BigInt(text.replace('.', ''));
}
