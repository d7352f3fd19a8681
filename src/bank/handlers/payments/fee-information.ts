import { parseAmount } from '../../../values/money.ts';
import { INSTANT } from '../../../values/products.ts';
import type { FeeInformation, FeeRequest } from '../../../wire/instant-payment.ts';
import { refuseBody } from '../../answer.ts';
import { debtorFault } from '../../domain/creation.ts';
import { feeMinor } from '../../domain/product-rules.ts';
import type { Handler } from '../../routes/route.ts';
import { shownAmount } from '../../shown-amount.ts';
import { knownDebtor } from './disclosure.ts';
import { refuseWithoutRight } from './payment-right.ts';

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
  const json: FeeInformation = {
    transactionFees: shownAmount(exchange, world, fee, debtorAccount.currency),
    transactionFeeIndicator: fee > 0n,
  };
  return { status: 200, json };
};
