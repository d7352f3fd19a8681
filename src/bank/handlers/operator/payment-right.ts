import type { PaymentRight } from '../../../wire/operator.ts';
import { unknownResource } from '../../answer.ts';
import type { Handler } from '../../routes/route.ts';
import { findDebtorById, setPaymentRight } from '../../store/tables/accounts.ts';

/** @see D11-payment-right */
function turningRight(mayPay: boolean): Handler {
  return function* (exchange) {
    const accountId = exchange.param('accountId');
    if (!(yield* findDebtorById(accountId))) return unknownResource('account');
    yield* setPaymentRight(accountId, mayPay);
    const json: PaymentRight = { accountId, paymentRight: mayPay };
    return { status: 200, json };
  };
}

export const takePaymentRight = turningRight(false);
export const givePaymentRight = turningRight(true);
