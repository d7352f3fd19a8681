import type { Op } from '../../store/contract.ts';
import type { Payment } from '../domain/payment.ts';
import { type Decision, decided } from '../domain/settlement.ts';
import type { WorldState } from '../store/tables/world.ts';
import { duplicateKeyOf } from './duplicate-key.ts';
import { movePayment } from './move.ts';

/** Makes of a payment what was decided, with its new day when it has one. */
export function* follow(world: WorldState, payment: Payment, decision: Decision, at: number): Op<Payment> {
  const { path, effectiveDate } = decision;
  const dated = effectiveDate === undefined ? payment : redated(world, payment, effectiveDate);
  return yield* movePayment(world, decided(dated, decision), path, at);
}

/**
 * A day that was not asked for is not moved. Its last day stays known, up to the step that is taken next.
 * @see D7-page-world, D4-date-moved
 */
function redated(world: WorldState, payment: Payment, effectiveDate: string): Payment {
  const asked = payment.initiation.requestedExecutionDate;
  return {
    ...payment,
    effectiveDate,
    dayBefore: { date: payment.effectiveDate, until: world.sequence + 1n },
    dateMoved: asked !== undefined && asked !== effectiveDate,
    duplicateKey: duplicateKeyOf(payment, effectiveDate),
  };
}
