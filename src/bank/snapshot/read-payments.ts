import { parseAmount } from '../../values/money.ts';
import { productNamed } from '../../values/products.ts';
import type { SnapshotRecordOf } from '../../wire/snapshot.ts';
import { orderedId } from '../domain/ids.ts';
import { creditorNumber, type Initiation } from '../domain/initiation.ts';
import { type Creditor, holdsMoney, isPending } from '../domain/ledger.ts';
import type { Basket, Bulk } from '../domain/order.ts';
import type { Payment } from '../domain/payment.ts';
import { rulesOf } from '../domain/product-rules.ts';
import { REASONS, type RejectionReason } from '../domain/rejection.ts';
import { duplicateKeyOf } from '../life/move.ts';
import type { DoneRun, PastStep } from '../store/tables/snapshot-rows.ts';
import { instantOf } from './instants.ts';
import type { ReadData } from './read-data.ts';
import type { Faults, Placed, RecordsByKind } from './records.ts';
import { refuseMoney, refuseSteps } from './refuse-unfit.ts';

/** A payment, and what became of it. */
export interface ReadPayment {
  readonly payment: Payment;
  readonly booked: { readonly at: number; readonly to: Creditor } | undefined;
  readonly steps: readonly PastStep[];
}

export interface ReadPayments {
  readonly bulks: readonly Bulk[];
  readonly payments: readonly ReadPayment[];
  readonly baskets: readonly { readonly basket: Basket; readonly payments: readonly bigint[] }[];
  readonly runs: readonly DoneRun[];
  /** The greatest number in them: the world's sequence goes on after it. */
  readonly lastNumber: bigint;
}

interface Around {
  readonly seed: string;
  readonly data: ReadData;
  readonly faults: Faults;
}

export function readPayments(around: Around, records: RecordsByKind): ReadPayments {
  const { seed, faults } = around;
  const orders = numbersOf(faults, records, ['bulk', 'payment']);
  const baskets = numbersOf(faults, records, ['basket']);
  const slots = new Set<string>();
  return {
    bulks: records.bulk.map(({ record }) => {
      const sequence = BigInt(record.bulk);
      return { sequence, paymentId: orderedId(seed, 'payment', sequence), initiation: record.initiation };
    }),
    payments: records.payment.flatMap((one) => readPayment(around, one) ?? []),
    baskets: records.basket.map((one) => readBasket(around, orders, one)),
    runs: records.run.map(({ place, record }) => {
      if (slots.has(record.run)) faults.add(place, 'run', 'stands in the snapshot twice');
      slots.add(record.run);
      return readRun(record);
    }),
    lastNumber: [...records.payment.map(({ record }) => record.approval?.place ?? 0)]
      .concat([...orders], [...baskets])
      .concat(records.authorisation.map(({ record }) => record.authorisation))
      .reduce((last, number) => (BigInt(number) > last ? BigInt(number) : last), 0n),
  };
}

/** The numbers of these kinds, none of which may come twice. */
function numbersOf(
  faults: Faults,
  records: RecordsByKind,
  kinds: readonly ('bulk' | 'payment' | 'basket')[],
): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const kind of kinds) {
    for (const { place, record } of records[kind]) {
      const number = (record as Partial<Record<typeof kind, number>>)[kind] ?? 0;
      if (numbers.has(number)) faults.add(place, kind, 'stands in the snapshot twice');
      numbers.add(number);
    }
  }
  return numbers;
}

function readPayment(around: Around, placed: Placed<'payment'>): ReadPayment | undefined {
  const { place, record } = placed;
  const { faults } = around;
  const amountMinor = parseAmount(
    record.initiation.instructedAmount.amount,
    record.initiation.instructedAmount.currency,
  );
  const debtor = record.debtor === undefined ? undefined : around.data.accountNames.idOf(record.debtor);
  if (record.debtor !== undefined && debtor === undefined)
    faults.add(place, 'debtor', "isn't an account or card of this snapshot");
  if (amountMinor === undefined) faults.add(place, 'initiation.instructedAmount.amount', "isn't an amount");
  if (productNamed(record.product) === undefined)
    faults.add(place, 'product', "isn't a product of this bank");
  if (record.rejection !== undefined && !Object.hasOwn(REASONS, record.rejection))
    faults.add(place, 'rejection', `must be one of ${Object.keys(REASONS).join(', ')}`);
  if (amountMinor === undefined) return undefined;
  const payment = paymentOf(around.seed, record, { amountMinor, debtor });
  refuseUnfit(faults, place, payment, record.booked !== undefined);
  refuseSteps(faults, placed);
  refuseMoney(faults, placed, payment, around.data);
  if (
    debtor !== undefined &&
    (isPending(payment) || holdsMoney(payment.status)) &&
    !around.data.accountNames.knows(debtor)
  )
    faults.add(place, 'debtor', `isn't an account of this snapshot, which ${payment.status} needs`);
  return { payment, booked: bookedOf(around, placed), steps: (record.steps ?? []).map(stepOf) };
}

/** What its status needs. @see D9-invariants */
function refuseUnfit(faults: Faults, place: number, payment: Payment, isBooked: boolean): void {
  const { status, approval, debtorAccount, rejection } = payment;
  const needsApproval = isPending(payment) || holdsMoney(status) || status === 'ACSC';
  if (needsApproval && (approval === undefined || debtorAccount === undefined))
    faults.add(place, 'approval', `and debtor are required in ${status}`);
  if (isBooked !== (status === 'ACSC'))
    faults.add(place, 'booked', `${isBooked ? "isn't allowed" : 'is required'} in ${status}`);
  if ((rejection !== undefined) !== (status === 'RJCT') && rejection !== undefined)
    faults.add(place, 'rejection', `isn't allowed in ${status}`);
}

function paymentOf(
  seed: string,
  record: SnapshotRecordOf<'payment'>,
  { amountMinor, debtor }: { readonly amountMinor: bigint; readonly debtor: string | undefined },
): Payment {
  const sequence = BigInt(record.payment);
  const initiation = record.initiation as unknown as Initiation;
  const { tpp, service, product, effectiveDate, approval, lapsesAt } = record;
  const creditorAccount = creditorNumber(initiation, rulesOf({ service, product }).isCrossBorder);
  return {
    ...{ sequence, paymentId: orderedId(seed, 'payment', sequence), tpp, service, product },
    status: record.status,
    ...{ initiation, creditorAccount, amountMinor },
    currency: initiation.instructedAmount.currency,
    ...{ effectiveDate, dateMoved: record.isDateMoved ?? false },
    duplicateKey: duplicateKeyOf({ tpp, product, initiation, creditorAccount }, effectiveDate),
    createdAt: instantOf(record.createdAt),
    rejectsNoFunds: record.rejectsNoFunds ?? false,
    heldAtApproval: record.isHeld ?? false,
    settlesLate: record.settlesLate ?? false,
    ...(debtor === undefined ? {} : { debtorAccount: debtor }),
    ...(record.psu === undefined ? {} : { psu: record.psu }),
    ...(record.fundsAvailable === undefined ? {} : { fundsAvailable: record.fundsAvailable }),
    ...(record.heldUntil === undefined ? {} : { heldUntil: record.heldUntil }),
    ...(record.rejection === undefined ? {} : { rejection: record.rejection as RejectionReason }),
    ...(record.bulk === undefined ? {} : { bulk: BigInt(record.bulk) }),
    ...(lapsesAt === undefined ? {} : { lapsesAt: instantOf(lapsesAt) }),
    ...(approval === undefined
      ? {}
      : { approval: { sequence: BigInt(approval.place), at: instantOf(approval.at) } }),
  };
}

function bookedOf({ data, faults }: Around, { place, record }: Placed<'payment'>): ReadPayment['booked'] {
  if (record.booked === undefined) return undefined;
  const { at, to, currency } = record.booked;
  if (to === 'NOSTRO' || to === 'SUSPENSE') return { at: instantOf(at), to };
  const id = data.accountNames.idOf(to);
  if (id === undefined) faults.add(place, 'booked.to', "isn't an account of this snapshot");
  if (currency === undefined) faults.add(place, 'booked.currency', 'is required');
  if (id === undefined || currency === undefined) return undefined;
  return { at: instantOf(at), to: { id, currency } };
}

function stepOf({ from, to, at }: NonNullable<SnapshotRecordOf<'payment'>['steps']>[number]): PastStep {
  return { from, to, at: instantOf(at) };
}

function readBasket(
  { seed, faults }: Around,
  orders: ReadonlySet<number>,
  { place, record }: Placed<'basket'>,
): ReadPayments['baskets'][number] {
  if (record.payments.some((payment) => !orders.has(payment)))
    faults.add(place, 'payments', 'has a payment that the snapshot lacks');
  if (new Set(record.payments).size < record.payments.length)
    faults.add(place, 'payments', 'has a payment twice');
  const sequence = BigInt(record.basket);
  const { tpp, psu, state } = record;
  const basket = { sequence, basketId: orderedId(seed, 'basket', sequence), tpp, state };
  return {
    basket: psu === undefined ? basket : { ...basket, psu },
    payments: record.payments.map(BigInt),
  };
}

function readRun({ run, at, bankDay, isLastOfDay, outcomes }: SnapshotRecordOf<'run'>): DoneRun {
  const { settled, sent, waiting, rejected, held } = outcomes;
  return {
    ...{ slot: instantOf(run), at: instantOf(at), bankDay, isLastOfDay },
    outcomes: { SETTLED: settled, SENT: sent, WAITING: waiting, REJECTED: rejected, HELD: held },
  };
}
