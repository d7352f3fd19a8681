import type { Op } from '../../../store/contract.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { Payment } from '../../domain/payment.ts';
import { canBeCancelled } from '../../domain/transitions.ts';
import { findObstacle } from '../../life/debtor.ts';
import { movePayment } from '../../life/move.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { findOrderOf, standingOf } from './payment.ts';
import { areSettled, ownerOf, showPayments } from './payments.ts';
import { NOTHING_TO_CHOOSE, type Subject } from './subject.ts';

/** An approved payment or bulk that is to be cancelled; whatever fails, it stays as it is. @see D4-bulk-cancel, D4-cancel-sca */
export function* findCancellationSubject(sca: Authorisation): Op<Subject> {
  const order = yield* findOrderOf(sca);
  const payments = order?.payments ?? [];
  const waiting = payments.filter(({ status }) => canBeCancelled(status));
  return {
    isOver: waiting.length === 0,
    needsNoPage: areSettled(waiting),
    ...NOTHING_TO_CHOOSE,
    likelyPsu: () => ownerOf(payments),
    *maySign(payer) {
      // Theirs it must be; whether it could be paid is nothing to who keeps it from being paid.
      const obstacle = yield* findObstacle(waiting, payer);
      return obstacle === 'not-theirs' ? obstacle : undefined;
    },
    shown: () => showPayments(waiting, ({ effectiveDate }) => effectiveDate),
    carryOut: (world) => cancelAll(world, waiting),
    *failed() {},
    standing: standingOf(order),
  };
}

function* cancelAll(world: WorldState, payments: readonly Payment[]): Op<undefined> {
  for (const payment of payments) yield* movePayment(world, payment, ['CANC'], world.bankNow);
  return undefined;
}
