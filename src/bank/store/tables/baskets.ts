import { type Op, type Row, run } from '../../../store/contract.ts';
import { integer, optionalText, text } from '../../../store/row.ts';
import type { Basket } from '../../domain/basket.ts';

/** Inserts a basket and who is in it, in the order given. */
export function* insertBasket(basket: Basket, payments: readonly bigint[]): Op<void> {
  const { sequence, basketId, tpp, psu, state } = basket;
  yield* run(
    'INSERT INTO baskets (sequence, id, tpp, psu, state) VALUES (?, ?, ?, ?, ?)',
    sequence,
    basketId,
    tpp,
    psu ?? null,
    state,
  );
  for (const [place, payment] of payments.entries()) {
    yield* run(
      'INSERT INTO basket_payments (basket, place, payment) VALUES (?, ?, ?)',
      sequence,
      place,
      payment,
    );
  }
}

/** Writes what can change of a basket. */
export function* updateBasket({ sequence, psu, state }: Basket): Op<void> {
  yield* run('UPDATE baskets SET psu = ?, state = ? WHERE sequence = ?', psu ?? null, state, sequence);
}

/** @param sequence the number in its basketId (`sequenceOf`) */
export function* findBasket(sequence: bigint): Op<Basket | undefined> {
  const [row] = yield* run('SELECT sequence, id, tpp, psu, state FROM baskets WHERE sequence = ?', sequence);
  return row && read(row);
}

/** Sequences of the payments of a basket, in the order given. */
export function* listBasketPayments(basket: bigint): Op<bigint[]> {
  const rows = yield* run('SELECT payment FROM basket_payments WHERE basket = ? ORDER BY place', basket);
  return rows.map((row) => integer(row, 'payment'));
}

/** Whether a payment is in a basket that is neither authorised nor deleted. */
export function* isInLiveBasket(payment: bigint): Op<boolean> {
  return (yield* findLiveBasket(payment)) !== undefined;
}

/**
 * The basket that a payment is in, when it is neither authorised nor deleted; there is one at most.
 * @see D5-one-live-basket
 */
export function* findLiveBasket(payment: bigint): Op<Basket | undefined> {
  const [row] = yield* run(
    `SELECT sequence, id, tpp, psu, state FROM basket_payments
       JOIN baskets ON baskets.sequence = basket_payments.basket
     WHERE payment = ? AND state = 'LIVE' LIMIT 1`,
    payment,
  );
  return row && read(row);
}

function read(row: Row): Basket {
  const psu = optionalText(row, 'psu');
  return {
    sequence: integer(row, 'sequence'),
    basketId: text(row, 'id'),
    tpp: text(row, 'tpp'),
    ...(psu === undefined ? {} : { psu }),
    state: text(row, 'state') as Basket['state'],
  };
}
