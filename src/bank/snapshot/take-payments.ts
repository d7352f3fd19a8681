import type { Op } from '../../store/contract.ts';
import type { SnapshotRecordOf } from '../../wire/snapshot.ts';
import type { Payment } from '../domain/payment.ts';
import { findBasket, listBasketPayments, listPaymentsAfter } from '../store/tables/payments.ts';
import {
  type BookedPayment,
  type EndedAuthorisation,
  listBasketSequences,
  listBookedPayments,
  listBulks,
  listDoneRuns,
  listEndedAuthorisations,
  listSteps,
  type PastStep,
} from '../store/tables/snapshot-rows.ts';
import { written } from './instants.ts';
import type { Taken } from './take-data.ts';

const ALL = Number.MAX_SAFE_INTEGER;

/**
 * Bulks, payments and baskets with the numbers in their ids; SCAs that have ended, without what was secret of them;
 * runs that aren't done again. Open SCAs are left out.
 * @see D16-snapshot
 */
export function* takePayments(taken: Taken): Op<object[]> {
  const booked = yield* listBookedPayments();
  const steps = yield* listSteps();
  return [
    ...(yield* listBulks()).map(({ sequence, initiation }) => ({ bulk: Number(sequence), initiation })),
    ...(yield* listPaymentsAfter(0n, ALL)).map((payment) =>
      paymentRecord(taken, payment, booked.get(payment.sequence), steps.get(payment.sequence) ?? []),
    ),
    ...(yield* takeBaskets()),
    ...(yield* listEndedAuthorisations()).map((sca) => authorisationRecord(taken, sca)),
    ...(yield* listDoneRuns()).map(({ slot, at, bankDay, isLastOfDay, outcomes }) => ({
      run: written(slot),
      at: written(at),
      bankDay,
      isLastOfDay,
      outcomes: {
        settled: outcomes.SETTLED,
        sent: outcomes.SENT,
        waiting: outcomes.WAITING,
        rejected: outcomes.REJECTED,
        held: outcomes.HELD,
      },
    })),
  ];
}

function paymentRecord(
  taken: Taken,
  payment: Payment,
  booked: BookedPayment | undefined,
  steps: readonly PastStep[],
): SnapshotRecordOf<'payment'> {
  const { approval, debtorAccount } = payment;
  return {
    payment: Number(payment.sequence),
    status: payment.status as SnapshotRecordOf<'payment'>['status'],
    tpp: payment.tpp,
    service: payment.service,
    product: payment.product,
    ...given({ psu: payment.psu }),
    ...(debtorAccount === undefined ? {} : { debtor: taken.accounts.nameOf(debtorAccount) }),
    ...given({ fundsAvailable: payment.fundsAvailable }),
    effectiveDate: payment.effectiveDate,
    ...(payment.dateMoved ? { isDateMoved: true } : {}),
    createdAt: written(payment.createdAt),
    ...(payment.lapsesAt === undefined ? {} : { lapsesAt: written(payment.lapsesAt) }),
    ...(approval === undefined
      ? {}
      : { approval: { place: Number(approval.sequence), at: written(approval.at) } }),
    ...(payment.rejectsNoFunds ? { rejectsNoFunds: true } : {}),
    ...(payment.heldAtApproval ? { isHeld: true } : {}),
    ...given({ heldUntil: payment.heldUntil }),
    ...(payment.settlesLate ? { settlesLate: true } : {}),
    ...given({ rejection: payment.rejection }),
    ...(payment.bulk === undefined ? {} : { bulk: Number(payment.bulk) }),
    ...(booked === undefined ? {} : { booked: bookedMember(taken, payment, booked) }),
    ...(steps.length === 0 ? {} : { steps: steps.map((step) => stepMember(step)) }),
    initiation: payment.initiation as unknown as SnapshotRecordOf<'payment'>['initiation'],
  };
}

function stepMember({ from, to, at }: PastStep) {
  type Status = SnapshotRecordOf<'payment'>['status'];
  return { from: from as Status, to: to as Status, at: written(at) };
}

/** To whom it was booked: the creditor's account may have been made or deleted since. */
function bookedMember(taken: Taken, { debtorAccount }: Payment, { at, lines }: BookedPayment) {
  const others = lines.filter(({ account }) => account !== debtorAccount && account !== 'FEES');
  const creditor = others.find(({ account }) => account !== 'NOSTRO' && account !== 'SUSPENSE') ?? others[0];
  // Who pays from an account to itself is its own creditor.
  const to = creditor ?? lines[0];
  if (to === undefined) throw new Error('a booking without lines');
  if (to.account === 'NOSTRO' || to.account === 'SUSPENSE') return { at: written(at), to: to.account };
  return { at: written(at), to: taken.accounts.nameOf(to.account), currency: to.currency };
}

function* takeBaskets(): Op<SnapshotRecordOf<'basket'>[]> {
  const records: SnapshotRecordOf<'basket'>[] = [];
  for (const sequence of yield* listBasketSequences()) {
    const basket = yield* findBasket(sequence);
    if (basket === undefined) throw new Error('a basket is gone in one read');
    const payments = (yield* listBasketPayments(sequence)).map(Number);
    const { tpp, psu, state } = basket;
    records.push({ basket: Number(sequence), tpp, ...given({ psu }), state, payments });
  }
  return records;
}

function authorisationRecord(taken: Taken, sca: EndedAuthorisation): SnapshotRecordOf<'authorisation'> {
  const { agreements } = taken;
  const { progress, givenAgreement, keptFrom } = sca;
  const { identified, context, agreement, failure, endedAt } = progress;
  type Sca = SnapshotRecordOf<'authorisation'>;
  return {
    authorisation: Number(sca.sequence),
    of: Number(sca.subject),
    purpose: sca.purpose as Sca['purpose'],
    scaStatus: sca.scaStatus as Sca['scaStatus'],
    tpp: sca.tpp,
    tppName: sca.tppName,
    ...given({ brand: sca.brand, psu: sca.psu, identified, context }),
    ...(agreement === undefined ? {} : { agreement: agreements.nameOf(agreement) }),
    ...given({ givenContext: sca.givenContext }),
    ...(givenAgreement === undefined ? {} : { givenAgreement: agreements.nameOf(givenAgreement) }),
    ...given({ failure }),
    createdAt: written(sca.createdAt),
    ...(endedAt === undefined ? {} : { endedAt: written(endedAt) }),
    ...(keptFrom === undefined || keptFrom === endedAt ? {} : { keptFrom: written(keptFrom) }),
  };
}

type Given<T> = { [M in keyof T]?: Exclude<T[M], undefined> };

/** The members that are there. */
function given<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>;
}
