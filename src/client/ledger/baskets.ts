import { type Op, run } from '../../store/contract.ts';
import type { NewBasket, RememberedPsu } from './ledger.ts';
import { PSU_COLUMNS, psuOf, psuValues } from './remembered-psu.ts';

/**
 * Whose basket it is, and which payments are in it; what is known of its PSU and session stays.
 * @see C-basket-remembered
 */
export function* keepBasket({ basketId, paymentIds = [], ...psu }: NewBasket): Op<void> {
  yield* run(
    `INSERT INTO baskets (basket_id, ${PSU_COLUMNS}) VALUES (?, ?, ?, ?)
     ON CONFLICT (basket_id) DO UPDATE SET
       psu_id = COALESCE(excluded.psu_id, baskets.psu_id),
       customer_number = COALESCE(excluded.customer_number, baskets.customer_number),
       tpp_session_id = COALESCE(excluded.tpp_session_id, baskets.tpp_session_id)`,
    basketId,
    ...psuValues(psu),
  );
  for (const paymentId of paymentIds) {
    yield* run('UPDATE payments SET basket_id = ? WHERE payment_id = ?', basketId, paymentId);
  }
}

export function* findBasket(basketId: string): Op<RememberedPsu | undefined> {
  const [row] = yield* run(`SELECT ${PSU_COLUMNS} FROM baskets WHERE basket_id = ?`, basketId);
  return row && psuOf(row);
}

/** Who authorised a basket of this profile is the PSU of its payments too. @see C-basket-remembered */
export function* keepPsuOfBasket(basketId: string, psuId: string): Op<void> {
  yield* run('UPDATE baskets SET psu_id = ? WHERE basket_id = ?', psuId, basketId);
  yield* run('UPDATE payments SET psu_id = ? WHERE basket_id = ?', psuId, basketId);
}
