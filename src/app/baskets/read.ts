import { type BasketReference, deleteBasket, readBasket, readBasketStatus } from '../../client/baskets.ts';
import type { Operation } from '../../client/operation.ts';
import type { BasketRead, BasketStatus } from '../../wire/signing-basket.ts';
import { type AtBank, atBank, type Meta } from '../at-bank.ts';
import { knownBasket } from '../named-psu.ts';
import type { Program } from '../program.ts';
import type { PsuChoice } from '../psu-choice.ts';
import type { ScaChoice } from '../sca/choice.ts';
import { knownReading } from '../sca/known-reading.ts';
import { needOf } from '../sca/play.ts';
import { readAgain } from '../sca/read-again.ts';

export type ReadBasket = BasketRead & Meta;
export type ShownBasketStatus = BasketStatus & Meta;
/** Nothing beside `_meta`. */
export type DeletedBasket = Meta;

export function read(
  program: Program,
  basketId: string,
  choice: PsuChoice,
  sca: ScaChoice,
): Promise<ReadBasket> {
  return acting(program, readBasket, basketId, { choice, sca });
}

export function readStatus(
  program: Program,
  basketId: string,
  choice: PsuChoice,
  sca: ScaChoice,
): Promise<ShownBasketStatus> {
  return acting(program, readBasketStatus, basketId, { choice, sca });
}

/** Before its SCA. */
export function remove(
  program: Program,
  basketId: string,
  choice: PsuChoice,
  sca: ScaChoice,
): Promise<DeletedBasket> {
  return acting(program, deleteBasket, basketId, { choice, sca });
}

function acting<Resource extends object>(
  program: Program,
  operation: Operation<BasketReference, Resource>,
  basketId: string,
  { choice, sca }: { readonly choice: PsuChoice; readonly sca: ScaChoice },
) {
  const act = async (there: AtBank) => {
    const reading = knownReading(choice, sca, (ledger) => knownBasket(ledger, basketId, choice));
    return there.withMeta(await readAgain(there, reading, (as) => as.call(operation, { basketId })));
  };
  return atBank(program, choice.settings, act, needOf(sca));
}
