import type { Op } from '../../../store/contract.ts';
import { convert } from '../../../values/convert.ts';
import type { Payment } from '../../domain/payment.ts';
import { rulesOf } from '../../domain/product-rules.ts';
import { isFresh } from '../../domain/session.ts';
import type { Exchange } from '../../exchange.ts';
import { findAccount, findOwner } from '../../store/tables/accounts.ts';
import { findCorporateAgreement } from '../../store/tables/agreements.ts';
import { findSession } from '../../store/tables/sessions.ts';
import type { WorldState } from '../../store/tables/world.ts';

/** customerNumber of whose accounts this PSU pays from: its own, or those of the agreement's owner. */
export function* payerOf({ psu, agreement }: Exchange): Op<string | undefined> {
  if (agreement === undefined) return psu;
  return (yield* findCorporateAgreement(agreement))?.ownerNumber;
}

/** customerNumber of the PSU, while the session of the request has a valid SCA of theirs. @see decisions.md §6 Session */
export function* psuOfSession(exchange: Exchange, { bankNow }: WorldState): Op<string | undefined> {
  const { psu, tpp } = exchange;
  if (psu === undefined) return undefined;
  const session = yield* findSession(tpp, psu, exchange.header('TPP-Session-ID') ?? '');
  return isFresh(session, bankNow) ? psu : undefined;
}

/** 500.00 NOK, in øre. */
const MOST_MINOR = 50_000n;

function isSmall(payment: Payment): boolean {
  return rulesOf(payment).canBeExempt && convert(payment.amountMinor, payment.currency, 'NOK') <= MOST_MINOR;
}

/**
 * Whether payments need no SCA of their own: each to an own account of the same PSU, at most 500.00 NOK, while the
 * session's SCA is valid.
 * @see decisions.md §4 EXEMPTED, Periodic; §5 EXEMPTED when every member is
 */
export function* areExempt(exchange: Exchange, world: WorldState, payments: readonly Payment[]): Op<boolean> {
  if (!payments.every(isSmall) || (yield* psuOfSession(exchange, world)) === undefined) return false;
  const payer = yield* payerOf(exchange);
  for (const { creditorAccount, debtorAccount } of payments) {
    const creditor = yield* findAccount(creditorAccount);
    if (creditor?.customerNumber !== payer || (yield* findOwner(debtorAccount)) !== payer) return false;
  }
  return true;
}
