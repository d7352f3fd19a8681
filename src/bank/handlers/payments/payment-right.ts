import type { Op } from '../../../store/contract.ts';
import { type Refusal, refuse } from '../../answer.ts';
import { type DebtorAccount, paysFrom } from '../../domain/creation.ts';
import { debtorPath, type NamedAccount } from '../../domain/initiation.ts';
import type { Payment } from '../../domain/payment.ts';
import type { Exchange } from '../../exchange.ts';
import { debtorOf } from '../../life/payer.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { isToldOfAccount, payerOf } from './disclosure.ts';

/** @see D6-payment-right, D2-forbidden */
export function refuseWithoutRight(
  debtor: DebtorAccount | undefined,
  named: NamedAccount,
): Refusal | undefined {
  if (debtor?.mayPay !== false) return undefined;
  const text = 'the bank has blocked payments from this account through the interface';
  return refuse(403, 'FORBIDDEN', text, debtorPath(named));
}

/**
 * Whether the right to pay was taken away since a payment was made; told as at a creation, of the PSU's own accounts.
 * @see D6-payment-right, D4-disclosure
 */
export function* refuseTakenRight(
  exchange: Exchange,
  world: WorldState,
  payments: readonly Payment[],
): Op<Refusal | undefined> {
  if (!(yield* isToldOfAccount(exchange, world))) return undefined;
  const payer = yield* payerOf(exchange);
  // A bulk has one debtor for all its payments.
  for (const payment of payments[0]?.bulk === undefined ? payments : payments.slice(0, 1)) {
    const debtor = yield* debtorOf(payment);
    if (!paysFrom(payer, debtor)) continue;
    const refusal = refuseWithoutRight(debtor, payment.initiation.debtorAccount);
    if (refusal) return refusal;
  }
  return undefined;
}
