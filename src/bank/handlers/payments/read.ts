import type { Op } from '../../../store/contract.ts';
import { parseAmount } from '../../../values/money.ts';
import { INSTANT } from '../../../values/products.ts';
import type { FeeInformation, PaymentStanding, PaymentStatus } from '../../../wire/answers/payments.ts';
import { message, type TppMessage } from '../../../wire/errors.ts';
import { link } from '../../../wire/link.ts';
import type { FeeRequest } from '../../../wire/request-bodies.ts';
import { answerOk, type Refusal, refuseBody, unknownResource } from '../../answer.ts';
import { debtorFault } from '../../domain/creation.ts';
import {
  canBeRead,
  isUnapproved,
  type Order,
  type Payment,
  psuMessageOf,
  REASONS,
  type RejectionReason,
  shownFunds,
} from '../../domain/payment.ts';
import { feeMinor, rulesOf } from '../../domain/product-rules.ts';
import type { Exchange } from '../../exchange.ts';
import { movePayment } from '../../life/payments.ts';
import { isCancellable, paymentHref, paymentLinks, shownAmount } from '../../links.ts';
import type { Handler } from '../../routes/route.ts';
import { withdrawOpen } from '../../sca/steps.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { refuseTooLate } from '../authorisations.ts';
import { knownDebtor, loadOwnPayment, loadReadable, refuseWithoutRight } from './access.ts';

/** The initiation as sent, and what the bank made of it. @see D4-read-body */
export const readPayment: Handler = function* (exchange, world) {
  const order = yield* loadReadablePayment(exchange, world);
  if ('messages' in order) return order;
  const amounts = (payment: Payment) => ({
    instructedAmount: shownAmount(exchange, world, payment.amountMinor, payment.currency),
  });
  return {
    status: 200,
    json: {
      ...order.initiation,
      ...(isBulk(order) ? paymentsAsSent(order, amounts) : amounts(order.payments[0])),
      paymentId: order.paymentId,
      ...dateInForce(order),
      transactionStatus: order.status,
      _links: paymentLinks(exchange, order),
    },
  };
};

/** @see D4-status-body */
export const readPaymentStatus: Handler = function* (exchange, world) {
  const order = yield* loadReadablePayment(exchange, world);
  if ('messages' in order) return order;
  const tppMessages = rejectionMessages(order);
  return answerOk<PaymentStatus>({
    ...standing(order),
    payments: isBulk(order) ? order.payments.map(standing) : undefined,
    psuMessage: psuMessageOf(order),
    tppMessages: tppMessages.length === 0 ? undefined : tppMessages,
    _links: paymentLinks(exchange, order),
  });
};

function isBulk({ readAs }: Order): boolean {
  return readAs === 'bulk-payments';
}

/** How a payment stands, alone or in a bulk, or the bulk. @see I-funds-available */
function standing(one: Pick<Payment, 'paymentId' | 'status' | 'fundsAvailable'>): PaymentStanding {
  return { transactionStatus: one.status, paymentId: one.paymentId, fundsAvailable: shownFunds(one) };
}

/** A bulk's payments as sent, each with its amount as amounts are shown, and how it stands. @see D4-bulk-payments */
function paymentsAsSent({ initiation, payments }: Order, amounts: (payment: Payment) => object) {
  const sent = (initiation as { payments: readonly object[] }).payments;
  return {
    payments: payments.map((payment, place) => ({
      ...sent[place],
      ...amounts(payment),
      ...standing(payment),
    })),
  };
}

/** A standing order has days of its own. */
function dateInForce(order: Order): { requestedExecutionDate?: string } {
  if (rulesOf(order).execution === 'none') return {};
  return { requestedExecutionDate: order.payments[0].effectiveDate };
}

/** A domestic payment can't be read before it is approved. @see D4-domestic-read */
function* loadReadablePayment(exchange: Exchange, world: WorldState): Op<Order | Refusal> {
  const order = yield* loadReadable(exchange, world);
  if ('messages' in order) return order;
  return canBeRead(order) ? order : unknownResource('payment');
}

/**
 * Why what is rejected was: one reason without a path when it is that of all; of some payments of a bulk, each by its
 * place.
 * @see D4-rejection-reason
 */
export function rejectionMessages({ payments }: Order): readonly TppMessage[] {
  const [{ rejection: common }] = payments;
  if (common !== undefined && payments.every(({ rejection }) => rejection === common)) {
    return [reasonOf(common)];
  }
  return payments.flatMap(({ rejection }, place) =>
    rejection === undefined ? [] : [reasonOf(rejection, `payments[${place}]`)],
  );
}

function reasonOf(rejection: RejectionReason, path?: string): TppMessage {
  const { code, text } = REASONS[rejection];
  return message('ERROR', code, text, path);
}

/**
 * What an instant payment would cost beside its amount, in the debtor account's currency: the one that is sent, which
 * is held to the account's where the request may be told of that.
 * @see D4-fee-information, D4-disclosure
 */
export const readFees: Handler = function* (exchange, world) {
  const { amount: asked, debtorAccount } = exchange.body as FeeRequest;
  const debtor = yield* knownDebtor(exchange, world, debtorAccount);
  const fault = debtorFault(debtorAccount, debtor);
  if (fault) return refuseBody([fault]);
  const refusal = refuseWithoutRight(debtor?.account, debtorAccount);
  if (refusal) return refusal;
  const { currency } = asked;
  const amountMinor = parseAmount(asked.amount, currency);
  if (amountMinor === undefined) throw new Error('an amount that passed the schema has no value');
  const payment = { service: 'payments', product: INSTANT, amountMinor, currency } as const;
  const fee = feeMinor(payment, debtorAccount.currency);
  return answerOk<FeeInformation>({
    transactionFees: shownAmount(exchange, world, fee, debtorAccount.currency),
    transactionFeeIndicator: fee > 0n,
  });
};

/**
 * Cancels a payment that nobody has authorised; of one that is authorised and not booked, says where the PSU must
 * approve that.
 * @see D4-bulk-cancel, D4-cancel
 */
export const cancelPayment: Handler = function* (exchange, world) {
  const order = yield* loadOwnPayment(exchange, world);
  if ('messages' in order) return order;
  const { status } = order;
  if (!isCancellable(order)) return refuseTooLate(order);
  if (isUnapproved(status)) {
    yield* withdrawOpen(world, order.sequence, 'payment');
    for (const { lapsesAt: _, ...payment } of order.payments) {
      yield* movePayment(world, payment, ['CANC'], world.bankNow);
    }
    return { status: 204 };
  }
  const start = `${paymentHref(exchange, order)}/cancellation-authorisations`;
  return {
    status: 202,
    json: {
      transactionStatus: status,
      _links: { ...paymentLinks(exchange, order), startAuthorisation: link(start, 'POST') },
    },
  };
};
