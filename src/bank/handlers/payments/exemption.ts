import type { Op } from '../../../store/contract.ts';
import { convert } from '../../../values/convert.ts';
import type { Payment } from '../../domain/payment.ts';
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

/** 500.00 NOK, in øre. */
const MOST_MINOR = 50_000n;

/**
 * Whether a payment needs no SCA of its own: to an own account of the same PSU, at most 500.00 NOK, while the
 * session's SCA is valid.
 * @see decisions.md §4 EXEMPTED
 */
export function* isExempt(exchange: Exchange, world: WorldState, payment: Payment): Op<boolean> {
  const { psu, tpp } = exchange;
  if (psu === undefined || convert(payment.amountMinor, payment.currency, 'NOK') > MOST_MINOR) return false;
  const session = yield* findSession(tpp, psu, exchange.header('TPP-Session-ID') ?? '');
  if (!isFresh(session, world.bankNow)) return false;
  const payer = yield* payerOf(exchange);
  const creditor = yield* findAccount(payment.creditorAccount);
  return creditor?.customerNumber === payer && (yield* findOwner(payment.debtorAccount)) === payer;
}
