import { hash } from 'node:crypto';
import type { Op } from '../../store/contract.ts';
import { approve } from '../domain/approval.ts';
import { type DomesticInitiation, sameness } from '../domain/domestic.ts';
import type { Payment } from '../domain/payment.ts';
import { canPay } from '../domain/settlement.ts';
import { findFunds } from '../store/tables/ledger.ts';
import { nextSequence, type WorldState } from '../store/tables/world.ts';
import { movePayment } from './move.ts';

/**
 * The PSU has said yes. Lack of funds rejects a payment at once where the TPP preferred that.
 * @returns the payment as it is now: ACTC, ACWC or PDNG, or RJCT for lack of funds
 * @see decisions.md §4 FINALISED; Error response
 */
export function* approvePayment(world: WorldState, payment: Payment, psu: string): Op<Payment> {
  const { lapsesAt: _, ...rest } = payment;
  if (payment.rejectsNoFunds && !canPay(payment, yield* findFunds(payment.debtorAccount))) {
    return yield* movePayment(world, { ...rest, fundsAvailable: false }, ['RJCT'], world.bankNow);
  }
  const { path, effectiveDate, dateMoved } = approve(payment, world.bankNow);
  const approved: Payment = {
    ...rest,
    psu,
    ...(payment.rejectsNoFunds ? { fundsAvailable: true } : {}),
    effectiveDate,
    dateMoved,
    duplicateKey:
      effectiveDate === payment.effectiveDate ? payment.duplicateKey : keyOn(payment, effectiveDate),
    approval: { sequence: nextSequence(world), at: world.bankNow },
  };
  return yield* movePayment(world, approved, path, world.bankNow);
}

/** A payment on another day is another payment to its logical duplicates. */
export function keyOn({ initiation, debtorAccount }: Payment, date: string): bigint {
  return duplicateKeyOf(sameness(initiation as unknown as DomesticInitiation, debtorAccount, date));
}

/** 64 bits are enough to tell payments apart, and small in an index. */
export function duplicateKeyOf(text: string): bigint {
  // By hexadecimal digits: Node makes them faster than a Buffer.
  return BigInt.asIntN(64, BigInt(`0x${hash('sha256', text, 'hex').slice(0, 16)}`));
}

/** The PSU has said no, or the time to say yes is over. @see decisions.md §4: FAILED → RJCT */
export function* rejectUnapproved(world: WorldState, payment: Payment): Op<Payment> {
  const { lapsesAt: _, ...rest } = payment;
  return yield* movePayment(world, rest, ['RJCT'], world.bankNow);
}
