import type { Op } from '../../store/contract.ts';
import { type Payment, settledDebtor } from '../domain/payment.ts';
import { expectationsOf, isPending, reservationOf } from '../domain/pending.ts';
import { canPay } from '../domain/settlement.ts';
import { rejectForFunds } from '../life/approve-payment.ts';
import { findAccount } from '../store/tables/accounts.ts';
import { changeTotals, findFunds, reserve } from '../store/tables/ledger.ts';
import { listPaymentsAfter } from '../store/tables/payments.ts';
import { keepCounted, type WorldState } from '../store/tables/world.ts';

/** So many payments are looked at in one work. */
const CHUNK = 500;

/**
 * Counts payments of a store from before there were totals. Nothing else happens before all are counted, so each
 * stands as the older program has left it.
 * @param countedTo the last one counted
 * @see docs/adr/0017
 */
export function* countPending(world: WorldState, countedTo: bigint): Op<void> {
  const payments = yield* listPaymentsAfter(countedTo, CHUNK);
  for (const payment of payments) if (isPending(payment)) yield* count(world, payment);
  yield* keepCounted(payments.at(-1)?.sequence);
}

function* count(world: WorldState, payment: Payment): Op<void> {
  yield* changeTotals(expectationsOf(payment, yield* findAccount(payment.creditorAccount)));
  if (payment.status === 'ACWP') yield* hold(world, payment);
}

/** In ACWP the older program kept no money: what was spent meanwhile can't be kept. @see D9-reserved */
function* hold(world: WorldState, payment: Payment): Op<void> {
  if (!canPay(payment, yield* findFunds(settledDebtor(payment)))) {
    yield* rejectForFunds(world, payment);
    return;
  }
  yield* changeTotals(yield* reserve(payment.sequence, reservationOf(payment)));
}
