import { message, type TppMessage } from '../../../wire/errors.ts';
import { link } from '../../../wire/link.ts';
import type { PaymentCreated } from '../../../wire/payment.ts';
import { answerMade, type Result } from '../../answer.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import type { CreationTerms } from '../../domain/creation.ts';
import { type Order, psuMessageOf } from '../../domain/order.ts';
import { debtorCurrency } from '../../domain/payment.ts';
import { feeMinor } from '../../domain/product-rules.ts';
import type { Exchange } from '../../exchange.ts';
import { madeAsOf, paymentHref, paymentLinks } from '../../links.ts';
import { linksOfSca } from '../../sca-link.ts';
import { shownAmount } from '../../shown-amount.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { rejectionMessages } from './rejection-messages.ts';

interface Created {
  readonly order: Order;
  readonly sca: Authorisation | undefined;
  readonly warnings: readonly TppMessage[];
}

/**
 * @see I-creation-response
 * @see D4-creation, D2-warnings
 */
export function answerCreated(
  exchange: Exchange,
  world: WorldState,
  { order, sca, warnings }: Created,
): Result {
  const tppMessages = [...warnings, ...unused(exchange), ...rejectionMessages(order)];
  const self = paymentHref(exchange, order);
  const links = paymentLinks(exchange, order);
  if (order.status === 'RCVD') links.startAuthorisation = link(`${self}/authorisations`, 'POST');
  if (sca) Object.assign(links, linksOfSca(exchange, self, sca));
  const psuMessage = psuMessageOf(order);
  const json: PaymentCreated = {
    paymentId: order.paymentId,
    transactionStatus: order.status,
    ...feesOf(exchange, world, order),
    ...(tppMessages.length > 0 ? { tppMessages } : {}),
    ...(psuMessage === undefined ? {} : { psuMessage }),
    _links: links,
  };
  return answerMade(self, json);
}

/** @see I-creation-response */
function feesOf(
  exchange: Exchange,
  world: WorldState,
  { payments: [payment] }: Order,
): Pick<PaymentCreated, 'transactionFees' | 'transactionFeeIndicator'> {
  const currency = debtorCurrency(payment);
  const fee = feeMinor(payment, currency);
  return {
    ...(fee > 0n ? { transactionFees: shownAmount(exchange, world, fee, currency) } : {}),
    transactionFeeIndicator: fee > 0n,
  };
}

/** @see D4-date-moved */
export function movedDate({ dateMoved, effectiveDate }: CreationTerms): readonly TppMessage[] {
  if (!dateMoved) return [];
  const text = `the payment will be executed on ${effectiveDate}, the next bank day`;
  return [message('WARNING', 'EXECUTION_DATE_INVALID', text, 'requestedExecutionDate')];
}

/** A TPP that sends the body of one product to another learns what becomes of it. @see D2-other-product */
function unused(exchange: Exchange): readonly TppMessage[] {
  const { service, product } = madeAsOf(exchange);
  const what = service === 'payments' ? product : `${service} of ${product}`;
  return exchange.unusedMembers.map((path) =>
    message('WARNING', 'FORMAT_ERROR', `${path} isn't used by ${what} and is ignored`, path),
  );
}
