import type { Op } from '../../../store/contract.ts';
import type { BulkPayment } from '../../../wire/bulk-payment.ts';
import { refuseBody } from '../../answer.ts';
import {
  type DomainFault,
  datesOf,
  debtorFault,
  kidFault,
  outcomeFault,
  termsOf,
} from '../../domain/creation.ts';
import { orderedId } from '../../domain/ids.ts';
import type { Initiation } from '../../domain/initiation.ts';
import { orderOfBulk } from '../../domain/order.ts';
import { madeAsOf } from '../../links.ts';
import type { Handler } from '../../routes/route.ts';
import { findKidPolicy } from '../../store/tables/numbers.ts';
import { insertBulk } from '../../store/tables/payments.ts';
import { nextSequence } from '../../store/tables/world.ts';
import { movedDate } from './creation-answer.ts';
import { knownDebtor } from './disclosure.ts';
import { refuseWithoutRight } from './payment-right.ts';
import { receive, received } from './receive.ts';

/** Receives a bulk: one debtor, one date, each payment one of its own. @see D4-bulk-date, D4-bulk-whole, D4-bulk-items */
export const createBulk: Handler = function* (exchange, world) {
  const body = exchange.body as BulkPayment;
  const debtor = yield* knownDebtor(exchange, world, body.debtorAccount);
  const madeAs = madeAsOf(exchange);
  const dates = datesOf({
    madeAs,
    initiation: body,
    now: world.bankNow,
    calendar: world.calendar,
  });
  const initiations = initiationsOf(body);
  const faults = [
    debtorFault(body.debtorAccount, debtor),
    ...dates.faults,
    ...initiations.map((initiation, place) => outcomeFault(initiation, madeAs, `payments[${place}].`)),
    ...(yield* kidFaults(initiations)),
  ].filter((fault) => fault !== undefined);
  if (faults.length > 0) return refuseBody(faults);
  const refusal = refuseWithoutRight(debtor?.account, body.debtorAccount);
  if (refusal) return refusal;
  const sequence = nextSequence(world);
  const bulk = { sequence, paymentId: orderedId(world.seed, 'payment', sequence), initiation: body };
  const terms = initiations.map((initiation) => termsOf({ madeAs, initiation, debtor }, dates));
  const payments = terms.map((each, place) => ({
    ...received(exchange, world, initiations[place] as Initiation, each),
    bulk: sequence,
  }));
  return yield* receive(exchange, world, {
    order: orderOfBulk(bulk, payments),
    placeOf: (index) => `payments[${index}].`,
    warnings: terms.slice(0, 1).flatMap(movedDate),
    insert: () => insertBulk(bulk),
  });
};

/** Each payment as if it had been sent alone. */
function initiationsOf({ payments, debtorAccount, requestedExecutionDate }: BulkPayment): Initiation[] {
  return payments.map((payment) => ({ ...payment, debtorAccount, requestedExecutionDate }));
}

function* kidFaults(initiations: readonly Initiation[]): Op<DomainFault[]> {
  const faults: DomainFault[] = [];
  for (const [place, initiation] of initiations.entries()) {
    const policy = yield* findKidPolicy(initiation.creditorAccount.bban ?? '');
    const fault = kidFault(initiation, policy, `payments[${place}].`);
    if (fault) faults.push(fault);
  }
  return faults;
}
