import type { Op } from '../../../store/contract.ts';
import type { PaymentMoved, PaymentRight } from '../../../wire/answers/operator.ts';
import { createOkResult, refuse } from '../../answer.ts';
import { getSettledDebtor, isFinal, isUnapproved, mayBecome, type Payment } from '../../domain/payment.ts';
import { getProductRules } from '../../domain/product-rules.ts';
import { releaseHeld } from '../../domain/settlement.ts';
import { movePayment } from '../../life/moves.ts';
import { createDecidedMove, findByPublicId, findOrder } from '../../life/payments.ts';
import {
  createResourceHandler,
  defineRoute,
  type Handler,
  type Route,
  requireFound,
} from '../../routes/route.ts';
import { findDebtorById, setPaymentRight } from '../../store/tables/accounts.ts';
import { findFunds } from '../../store/tables/ledger.ts';
import type { BankState } from '../../store/tables/world.ts';

/**
 * Creates a handler for an operator's action on a payment or on each payment of a bulk, of any TPP.
 * @param act returns undefined if the payment's status doesn't allow the change
 * @see D11-hold
 */
function createPaymentAct(
  verb: string,
  act: (world: BankState, payment: Payment) => Op<Payment | undefined>,
): Handler {
  const load = requireFound('payment', (exchange) =>
    findByPublicId(exchange.world, 'payment', exchange.param('paymentId'), findOrder),
  );
  return createResourceHandler(load, function* ({ world }, order) {
    let isMoved = false;
    for (const payment of order.payments) if (yield* act(world, payment)) isMoved = true;
    const { paymentId, status } = (yield* findOrder(order.sequence)) ?? order;
    return isMoved
      ? createOkResult<PaymentMoved>({ paymentId, transactionStatus: status })
      : refuse(409, 'CONFLICT', `a payment in ${status} can't be ${verb}`);
  });
}

/** Holds a payment; an unapproved one is held when it is approved. */
export const holdPayment = createPaymentAct('held', function* (world, payment) {
  if (isUnapproved(payment.status)) {
    return yield* movePayment(world, { ...payment, heldAtApproval: true }, [], world.bankNow);
  }
  if (!mayBecome(payment.status, 'PDNG')) return undefined;
  return yield* movePayment(world, { ...payment, heldUntil: undefined }, ['PDNG'], world.bankNow);
});

export const releasePayment = createPaymentAct('released', function* (world, payment) {
  if (isUnapproved(payment.status) && payment.heldAtApproval) {
    return yield* movePayment(world, { ...payment, heldAtApproval: false }, [], world.bankNow);
  }
  if (payment.status !== 'PDNG') return undefined;
  const funds = yield* findFunds(getSettledDebtor(payment));
  const decision = releaseHeld(payment, funds, world.bankNow, world.calendar);
  const { payment: decided, path } = createDecidedMove(world, payment, decision);
  return yield* movePayment(world, decided, path, world.bankNow);
});

export const rejectPayment = createPaymentAct('rejected', function* (world, payment) {
  if (isFinal(payment.status) || isUnapproved(payment.status)) return undefined;
  const rejected: Payment = { ...payment, fundsAvailable: undefined, rejection: 'by-operator' };
  return yield* movePayment(world, rejected, ['RJCT'], world.bankNow);
});

/** Makes the next booking of a payment go to ACWP. */
export const settlePaymentLate = createPaymentAct('settled late', function* (world, payment) {
  const isBooked = getProductRules(payment).execution !== 'none' && !isFinal(payment.status);
  if (!isBooked || (payment.status === 'ACWP' && payment.settlesLate)) return undefined;
  return yield* movePayment(world, { ...payment, settlesLate: true }, [], world.bankNow);
});

/** Ends the late settlement of a payment and books its reservation. */
export const settlePayment = createPaymentAct('settled', function* (world, payment) {
  if (payment.status !== 'ACWP') return undefined;
  return yield* movePayment(world, payment, ['ACSC'], world.bankNow);
});

/** Creates a handler that grants or blocks the right to pay from an account. @see D11-payment-right */
function createRightHandler(mayPay: boolean): Handler {
  const load = requireFound('account', (exchange) => findDebtorById(exchange.param('accountId')));
  return createResourceHandler(load, function* (_exchange, { id: accountId }) {
    yield* setPaymentRight(accountId, mayPay);
    return createOkResult<PaymentRight>({ accountId, paymentRight: mayPay });
  });
}

/** The routes of the operator's actions on payments. @see D11-hold, D11-payment-right */
export const OPERATOR_PAYMENT_ROUTES: readonly Route[] = [
  defineRoute('hold payment', holdPayment),
  defineRoute('release payment', releasePayment),
  defineRoute('reject payment', rejectPayment),
  defineRoute('settle payment late', settlePaymentLate),
  defineRoute('settle payment', settlePayment),
  defineRoute('take payment right', createRightHandler(false)),
  defineRoute('give payment right', createRightHandler(true)),
];
