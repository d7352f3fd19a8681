import type { Op } from '../../../store/contract.ts';
import type { Authorisation } from '../../domain/authorisation.ts';
import { statusOf } from '../../domain/basket.ts';
import { isUnapproved } from '../../domain/transitions.ts';
import { findObstacle } from '../../life/debtor.ts';
import { findWholeBasket } from '../../life/find-basket.ts';
import { updateBasket } from '../../store/tables/baskets.ts';
import { approveAll, areSettled, ownerOf, rejectAll, showToApprove } from './payments.ts';
import { NOTHING_TO_CHOOSE, type Subject } from './subject.ts';

/**
 * The payments of a signing basket; its one SCA ends it, whatever comes of it.
 * @see D5-one-sca, D5-sca-failed, D5-basket-psu, D5-products
 */
export function* findBasketSubject({ subject }: Authorisation): Op<Subject> {
  const basket = subject === undefined ? undefined : yield* findWholeBasket(subject);
  if (!basket) throw new Error('the basket of an SCA is gone');
  const { payments } = basket;
  const waiting = payments.filter(({ status }) => isUnapproved(status));
  return {
    isOver: waiting.length === 0,
    needsNoPage: areSettled(waiting),
    ...NOTHING_TO_CHOOSE,
    likelyPsu: () => ownerOf(payments),
    maySign: (payer) => findObstacle(waiting, payer),
    shown: (world) => showToApprove(world, waiting),
    *carryOut(world, psu) {
      const obstacle = yield* approveAll(world, waiting, psu);
      // Of an SCA that fails the TPP learns no psu-id, and none that it has may tell it whose the basket was.
      if (obstacle === undefined) yield* updateBasket({ ...basket, psu, state: 'ENDED' });
      return obstacle;
    },
    *failed(world, obstacle) {
      yield* updateBasket({ ...basket, state: 'ENDED' });
      yield* rejectAll(world, waiting, obstacle);
    },
    standing: { basketId: basket.basketId, transactionStatus: statusOf(basket) },
  };
}
