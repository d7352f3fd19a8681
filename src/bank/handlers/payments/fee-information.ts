import { parseAmount } from '../../../values/money.ts';
import { INSTANT } from '../../../values/products.ts';
import type { FeeInformation, FeeRequest } from '../../../wire/instant-payment.ts';
import { feeMinor } from '../../domain/charges.ts';
import { debtorFault } from '../../domain/creation.ts';
import { refuseBody } from '../../refusal.ts';
import type { Handler } from '../../routes/route.ts';
import { shownAmount } from '../../shown-amount.ts';
import { findDebtor, refuseWithoutRight } from './debtor.ts';
import { payerOf } from './exemption.ts';

/** What an instant payment would cost beside its amount. @see decisions.md §4 Fee information */
export const readFees: Handler = function* (exchange, world) {
  const { amount: asked, debtorAccount } = exchange.body as FeeRequest;
  const debtor = yield* findDebtor(debtorAccount);
  const fault = debtorFault(debtorAccount, { debtor, payer: yield* payerOf(exchange) });
  if (fault || !debtor) return refuseBody(fault ? [fault] : []);
  const refusal = refuseWithoutRight(debtor, debtorAccount);
  if (refusal) return refusal;
  const { currency } = asked;
  const amountMinor = parseAmount(asked.amount, currency);
  if (amountMinor === undefined) throw new Error('an amount that passed the schema has no value');
  const payment = { service: 'payments', product: INSTANT, amountMinor, currency } as const;
  const fee = feeMinor(payment, debtor.currency);
  const json: FeeInformation = {
    transactionFees: shownAmount(exchange, world, fee, debtor.currency),
    transactionFeeIndicator: fee > 0n,
  };
  return { status: 200, json };
};
