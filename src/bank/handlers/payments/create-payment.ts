import { reachesThreshold } from '../../../wire/cross-border-payment.ts';
import { message, type TppMessage } from '../../../wire/errors.ts';
import { refuseBody } from '../../answer.ts';
import { decideCreation } from '../../domain/creation.ts';
import type { Initiation } from '../../domain/initiation.ts';
import { orderOfPayment } from '../../domain/order.ts';
import { explainUnusedServiceLevel, rulesOf } from '../../domain/product-rules.ts';
import { madeAsOf } from '../../links.ts';
import type { Handler } from '../../routes/route.ts';
import { findKidPolicy } from '../../store/tables/numbers.ts';
import { movedDate } from './creation-answer.ts';
import { knownDebtor } from './disclosure.ts';
import { refuseWithoutRight } from './payment-right.ts';
import { receive, received } from './receive.ts';

/**
 * Receives a payment of any product but a bulk.
 * @see I-payment-creation
 * @see D4-creation
 */
export const createPayment: Handler = function* (exchange, world) {
  const initiation = exchange.body as Initiation;
  const madeAs = madeAsOf(exchange);
  const { isCrossBorder } = rulesOf(madeAs);
  const debtor = yield* knownDebtor(exchange, world, initiation.debtorAccount);
  const decision = decideCreation({
    madeAs,
    initiation,
    debtor,
    kidPolicy: isCrossBorder ? undefined : yield* findKidPolicy(initiation.creditorAccount.bban ?? ''),
    now: world.bankNow,
    calendar: world.calendar,
  });
  if (!decision.ok) return refuseBody(decision.faults);
  const refusal = refuseWithoutRight(debtor?.account, initiation.debtorAccount);
  if (refusal) return refusal;
  const payment = received(exchange, world, initiation, decision.terms);
  const ofProduct = isCrossBorder ? [...belowThreshold(initiation), ...unusedServiceLevel(initiation)] : [];
  const warnings = [...ofProduct, ...movedDate(decision.terms)];
  return yield* receive(exchange, world, { order: orderOfPayment(payment), placeOf: () => '', warnings });
};

/** @see D4-creation */
function belowThreshold({ instructedAmount }: Initiation): readonly TppMessage[] {
  if (reachesThreshold(instructedAmount)) return [];
  const text = 'the cross-border product is meant for NOK 100 000 or more';
  return [message('WARNING', 'PRODUCT_INVALID', text, 'instructedAmount.amount')];
}

/** @see D4-service-level */
function unusedServiceLevel(initiation: Initiation): readonly TppMessage[] {
  const text = explainUnusedServiceLevel(initiation);
  return text === undefined ? [] : [message('WARNING', 'FORMAT_ERROR', text, 'serviceLevel')];
}
