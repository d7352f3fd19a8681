import type { Op } from '../../../store/contract.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { Order } from '../../domain/order.ts';
import { isUnapproved } from '../../domain/transitions.ts';
import { findObstacle } from '../../life/debtor.ts';
import { findOrder } from '../../life/find-order.ts';
import { approveAll, areSettled, ownerOf, rejectAll, showToApprove } from './payments.ts';
import { NOTHING_TO_CHOOSE, type Standing, type Subject } from './subject.ts';

/** A payment or bulk that is to be approved. */
export function* findPaymentSubject(sca: Authorisation): Op<Subject> {
  const order = yield* findOrderOf(sca);
  const payments = order?.payments ?? [];
  const waiting = payments.filter(({ status }) => isUnapproved(status));
  return {
    isOver: waiting.length === 0,
    needsNoPage: areSettled(waiting),
    ...NOTHING_TO_CHOOSE,
    likelyPsu: () => ownerOf(payments),
    maySign: (payer) => findObstacle(waiting, payer),
    shown: (world) => showToApprove(world, waiting),
    carryOut: (world, psu) => approveAll(world, waiting, psu),
    failed: (world, obstacle) => rejectAll(world, waiting, obstacle),
    standing: standingOf(order),
  };
}

export function* findOrderOf({ subject }: Authorisation): Op<Order | undefined> {
  return subject === undefined ? undefined : yield* findOrder(subject);
}

export function standingOf(order: Order | undefined): Standing {
  return order ? { paymentId: order.paymentId, transactionStatus: order.status } : {};
}
