import type { Op } from '../../../store/contract.ts';
import { convert } from '../../../values/convert.ts';
import { type Payer, paysFrom } from '../../domain/creation.ts';
import type { Payment } from '../../domain/payment.ts';
import { rulesOf } from '../../domain/product-rules.ts';
import type { Exchange } from '../../exchange.ts';
import { findObstacle } from '../../life/payer.ts';
import { findAccount } from '../../store/tables/accounts.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { isOpenForWhom, payerOf, psuOfSession } from './disclosure.ts';

/** 500.00 NOK, in øre. */
const MOST_MINOR = 50_000n;

function isSmall(payment: Payment): boolean {
  return rulesOf(payment).canBeExempt && convert(payment.amountMinor, payment.currency, 'NOK') <= MOST_MINOR;
}

/**
 * Whether payments need no SCA of their own, while the session's SCA is valid and its PSU may pay: each is small and to
 * an own account, or a fault has it so.
 * @see D4-exempted, D5-exempted, I-exempted, D11-faults
 */
export function* areExempt(exchange: Exchange, world: WorldState, payments: readonly Payment[]): Op<boolean> {
  const areSmall = payments.every(isSmall);
  const isStruck = exchange.faults.find('EXEMPTED') !== undefined;
  if (!areSmall && !isStruck) return false;
  if (isOpenForWhom(exchange) || (yield* psuOfSession(exchange, world)) === undefined) return false;
  const payer = yield* payerOf(exchange);
  if (payer === undefined || (yield* findObstacle(payments, payer)) !== undefined) return false;
  return isStruck || (yield* areToOwn(payments, payer));
}

/** Whether each goes to an account that its payer pays from too. */
function* areToOwn(payments: readonly Payment[], payer: Payer): Op<boolean> {
  for (const { creditorAccount } of payments) {
    if (!paysFrom(payer, yield* findAccount(creditorAccount))) return false;
  }
  return true;
}
