import type { Op } from '../../../store/contract.ts';
import { parseAmount } from '../../../values/money.ts';
import { INSTANT } from '../../../values/products.ts';
import type { FeeInformation, PaymentStanding, PaymentStatus } from '../../../wire/answers/payments.ts';
import { message, type TppMessage } from '../../../wire/errors.ts';
import { link } from '../../../wire/link.ts';
import type { FeeRequest } from '../../../wire/product-bodies.ts';
import {
  createJsonResult,
  createOkResult,
  isRefusal,
  NO_CONTENT,
  type Refusal,
  refuseBody,
  refuseUnknownResource,
} from '../../answer.ts';
import { checkDebtor } from '../../domain/creation.ts';
import {
  buildPsuMessage,
  canBeRead,
  getFundsAvailable,
  isUnapproved,
  type Order,
  type Payment,
  REASONS,
  type RejectionReason,
} from '../../domain/payment.ts';
import { computeFeeMinor, getProductRules } from '../../domain/product-rules.ts';
import { movePayment } from '../../life/moves.ts';
import { buildPaymentHref, buildPaymentLinks, formatAmountOfRequest, isCancellable } from '../../links.ts';
import type { RequestContext } from '../../request-context.ts';
import { createResourceHandler, type Handler } from '../../routes/route.ts';
import { cancelOpenSca } from '../../sca/steps.ts';
import { refuseTooLate } from '../authorisations.ts';
import { findDisclosedDebtor, loadOwnPayment, loadReadable, refuseWithoutRight } from './access.ts';

/** Returns the initiation as sent, with amounts, date and status from the bank. @see D4-read-body */
export const readPayment = createResourceHandler(loadReadablePayment, (exchange, order) => {
  const amounts = (payment: Payment) => ({
    instructedAmount: formatAmountOfRequest(exchange, payment.amountMinor, payment.currency),
  });
  return createOkResult({
    ...order.initiation,
    ...(isBulk(order) ? formatPaymentsAsSent(order, amounts) : amounts(order.payments[0])),
    paymentId: order.paymentId,
    ...getDateInForce(order),
    transactionStatus: order.status,
    _links: buildPaymentLinks(exchange, order),
  });
});

/** Returns the status of a payment or bulk. @see D4-status-body */
export const readPaymentStatus = createResourceHandler(loadReadablePayment, (exchange, order) => {
  const tppMessages = listRejectionMessages(order);
  return createOkResult<PaymentStatus>({
    ...formatStanding(order),
    payments: isBulk(order) ? order.payments.map(formatStanding) : undefined,
    psuMessage: buildPsuMessage(order),
    tppMessages: tppMessages.length === 0 ? undefined : tppMessages,
    _links: buildPaymentLinks(exchange, order),
  });
});

function isBulk({ readAs }: Order): boolean {
  return readAs === 'bulk-payments';
}

/** Formats the status of a payment or bulk. @see I-funds-available */
function formatStanding(one: Pick<Payment, 'paymentId' | 'status' | 'fundsAvailable'>): PaymentStanding {
  return { transactionStatus: one.status, paymentId: one.paymentId, fundsAvailable: getFundsAvailable(one) };
}

/** Formats the payments of a bulk as sent, each with its formatted amount and its status. @see D4-bulk-payments */
function formatPaymentsAsSent({ initiation, payments }: Order, amounts: (payment: Payment) => object) {
  const sent = (initiation as { payments: readonly object[] }).payments;
  return {
    payments: payments.map((payment, place) => ({
      ...sent[place],
      ...amounts(payment),
      ...formatStanding(payment),
    })),
  };
}

/** Returns the execution date in force; a standing order has no single date. */
function getDateInForce(order: Order): { requestedExecutionDate?: string } {
  if (getProductRules(order).execution === 'none') return {};
  return { requestedExecutionDate: order.payments[0].effectiveDate };
}

/** Loads a payment; refuses a domestic payment that isn't approved yet. @see D4-domestic-read */
function* loadReadablePayment(exchange: RequestContext): Op<Order | Refusal> {
  const order = yield* loadReadable(exchange);
  return isRefusal(order) || canBeRead(order) ? order : refuseUnknownResource('payment');
}

/**
 * Lists the messages for rejected payments: one without a path if all have the same reason, otherwise one per rejected
 * payment of the bulk with its index.
 * @see D4-rejection-reason
 */
export function listRejectionMessages({ payments }: Order): readonly TppMessage[] {
  const [{ rejection: common }] = payments;
  if (common !== undefined && payments.every(({ rejection }) => rejection === common)) {
    return [createRejectionMessage(common)];
  }
  return payments.flatMap(({ rejection }, place) =>
    rejection === undefined ? [] : [createRejectionMessage(rejection, `payments[${place}]`)],
  );
}

function createRejectionMessage(rejection: RejectionReason, path?: string): TppMessage {
  const { code, text } = REASONS[rejection];
  return message('ERROR', code, text, path);
}

/**
 * Returns the fee of an instant payment in the debtor account's currency; the request's currency must be the account's
 * if the request may learn it.
 * @see D4-fee-information, D4-disclosure
 */
export const readFees: Handler = function* (exchange) {
  const { amount: asked, debtorAccount } = exchange.body as FeeRequest;
  const debtor = yield* findDisclosedDebtor(exchange, debtorAccount);
  const fault = checkDebtor(debtorAccount, debtor);
  if (fault) return refuseBody([fault]);
  const refusal = refuseWithoutRight(debtor?.account, debtorAccount);
  if (refusal) return refusal;
  const { currency } = asked;
  const amountMinor = parseAmount(asked.amount, currency);
  if (amountMinor === undefined) throw new Error('an amount that passed the schema has no value');
  const payment = { service: 'payments', product: INSTANT, amountMinor, currency } as const;
  const fee = computeFeeMinor(payment, debtorAccount.currency);
  return createOkResult<FeeInformation>({
    transactionFees: formatAmountOfRequest(exchange, fee, debtorAccount.currency),
    transactionFeeIndicator: fee > 0n,
  });
};

/**
 * Cancels an unauthorised payment; for one that is authorised and not booked, returns a link for the PSU's approval.
 * @see D4-bulk-cancel, D4-cancel
 */
export const cancelPayment = createResourceHandler(loadOwnPayment, function* (exchange, order) {
  const { status } = order;
  if (!isCancellable(order)) return refuseTooLate(order);
  if (isUnapproved(status)) {
    yield* cancelOpenSca(exchange.world, order.sequence, 'payment');
    for (const { lapsesAt: _, ...payment } of order.payments) {
      yield* movePayment(exchange.world, payment, ['CANC'], exchange.world.bankNow);
    }
    return NO_CONTENT;
  }
  const start = `${buildPaymentHref(exchange, order)}/cancellation-authorisations`;
  return createJsonResult(202, {
    transactionStatus: status,
    _links: { ...buildPaymentLinks(exchange, order), startAuthorisation: link(start, 'POST') },
  });
});
