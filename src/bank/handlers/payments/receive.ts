import type { Op } from '../../../store/contract.ts';
import type { TppMessage } from '../../../wire/errors.ts';
import type { Refusal, Result } from '../../answer.ts';
import { isOpen } from '../../domain/authorisation.ts';
import type { CreationTerms } from '../../domain/creation.ts';
import { orderedId } from '../../domain/ids.ts';
import type { Initiation } from '../../domain/initiation.ts';
import type { Order } from '../../domain/order.ts';
import type { Payment } from '../../domain/payment.ts';
import { rulesOf } from '../../domain/product-rules.ts';
import type { Exchange } from '../../exchange.ts';
import { duplicateKeyOf, lapseOf } from '../../life/move.ts';
import { findOrder } from '../../life/orders.ts';
import { madeAsOf } from '../../links.ts';
import { refuseTooManyOpen } from '../../sca-link.ts';
import { insertPayment } from '../../store/tables/payments.ts';
import { nextSequence, type WorldState } from '../../store/tables/world.ts';
import { begin } from '../authorisations/begin.ts';
import { PAYMENT } from '../authorisations/payment.ts';
import { answerCreated } from './creation-answer.ts';
import { areExempt } from './exemption.ts';
import { type PlaceOf, refuseReceiving } from './obstacles.ts';

/** A payment as it is received, by its terms. */
export function received(
  exchange: Exchange,
  world: WorldState,
  initiation: Initiation,
  terms: CreationTerms,
): Payment {
  const { tpp, faults } = exchange;
  const madeAs = madeAsOf(exchange);
  const shortage = faults.find('no-funds');
  const { creditorAccount, effectiveDate } = terms;
  const sequence = nextSequence(world);
  return {
    sequence,
    paymentId: orderedId(world.seed, 'payment', sequence),
    tpp,
    ...madeAs,
    ...(exchange.psu === undefined ? {} : { psu: exchange.psu }),
    status: 'RCVD',
    initiation,
    currency: initiation.instructedAmount.currency,
    createdAt: world.bankNow,
    duplicateKey: duplicateKeyOf({ tpp, ...madeAs, initiation, creditorAccount }, effectiveDate),
    rejectsNoFunds:
      rulesOf(madeAs).rejectsNoFunds || exchange.header('TPP-Rejection-NoFunds-Preferred') === 'true',
    ...(startsItself(exchange) ? { lapsesAt: lapseOf(terms) } : {}),
    heldAtApproval: faults.find('PDNG') !== undefined,
    settlesLate: false,
    ...(shortage === undefined ? {} : { unfundedBy: shortage.faultId ?? 0 }),
    ...terms,
  };
}

/** The TPP starts the authorisation with a call of its own. @see D4-creation */
function startsItself(exchange: Exchange): boolean {
  return exchange.header('TPP-Explicit-Authorisation-Preferred') === 'true';
}

interface Receiving {
  readonly order: Order;
  readonly placeOf: PlaceOf;
  readonly warnings: readonly TppMessage[];
  /** Writes what the order has beside its payments. */
  readonly insert?: () => Op<void>;
}

/** RCVD, with an authorisation unless the TPP wants to start it itself. @see D4-creation */
export function* receive(
  exchange: Exchange,
  world: WorldState,
  { order, placeOf, warnings, insert }: Receiving,
): Op<Result | Refusal> {
  const { payments } = order;
  const isStarted = !startsItself(exchange);
  const isExempt = isStarted && (yield* areExempt(exchange, world, payments));
  const obstacle =
    (yield* refuseReceiving(exchange, world, payments, placeOf)) ??
    (isStarted && !isExempt ? yield* refuseTooManyOpen(exchange) : undefined);
  if (obstacle) return obstacle;
  for (const payment of payments) yield* insertPayment(payment);
  exchange.faults.strike('no-funds');
  exchange.faults.strike('PDNG');
  if (insert) yield* insert();
  const sca = isStarted ? yield* begin(exchange, world, PAYMENT, { own: order, isExempt }) : undefined;
  const now = sca === undefined || isOpen(sca) ? order : yield* findOrder(order.sequence);
  return answerCreated(exchange, world, { order: now ?? order, sca, warnings });
}
