import type { Op } from '../../../store/contract.ts';
import { convert } from '../../../values/convert.ts';
import { paysFrom } from '../../domain/payer.ts';
import type { Payment } from '../../domain/payment.ts';
import { rulesOf } from '../../domain/product-rules.ts';
import type { Exchange } from '../../exchange.ts';
import { findObstacle } from '../../life/debtor.ts';
import { findAccount } from '../../store/tables/accounts.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { isOpenForWhom, payerOf, psuOfSession } from './disclosure.ts';

/** 500.00 NOK, in øre. */
const MOST_MINOR = 50_000n;

function isSmall(payment: Payment): boolean {
  return rulesOf(payment).canBeExempt && convert(payment.amountMinor, payment.currency, 'NOK') <= MOST_MINOR;
}

/**
 * Whether payments need no SCA of their own: each to an own account of the same PSU, at most 500.00 NOK, while the
 * session's SCA is valid.
 * @see D4-exempted, D5-exempted, I-exempted
 */
export function* areExempt(exchange: Exchange, world: WorldState, payments: readonly Payment[]): Op<boolean> {
  if (
    isOpenForWhom(exchange) ||
    !payments.every(isSmall) ||
    (yield* psuOfSession(exchange, world)) === undefined
  )
    return false;
  const payer = yield* payerOf(exchange);
  if (payer === undefined || (yield* findObstacle(payments, payer)) !== undefined) return false;
  for (const { creditorAccount } of payments) {
    if (!paysFrom(payer, yield* findAccount(creditorAccount))) return false;
  }
  return true;
}
