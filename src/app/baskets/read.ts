import { type BasketReference, deleteBasket, readBasket, readBasketStatus } from '../../client/baskets.ts';
import type { Operation } from '../../client/operation.ts';
import type { BasketRead, BasketStatus } from '../../wire/signing-basket.ts';
import { atBank, type Meta } from '../at-bank.ts';
import { knownBasket } from '../named-psu.ts';
import type { Program } from '../program.ts';
import { type PsuChoice, sessionOptions } from '../psu-choice.ts';

export type ReadBasket = BasketRead & Meta;
export type ShownBasketStatus = BasketStatus & Meta;
/** Nothing beside `_meta`. */
export type DeletedBasket = Meta;

export function read(program: Program, basketId: string, choice: PsuChoice): Promise<ReadBasket> {
  return acting(program, readBasket, basketId, choice);
}

export function readStatus(
  program: Program,
  basketId: string,
  choice: PsuChoice,
): Promise<ShownBasketStatus> {
  return acting(program, readBasketStatus, basketId, choice);
}

/** Before its SCA. */
export function remove(program: Program, basketId: string, choice: PsuChoice): Promise<DeletedBasket> {
  return acting(program, deleteBasket, basketId, choice);
}

function acting<Resource extends object>(
  program: Program,
  operation: Operation<BasketReference, Resource>,
  basketId: string,
  choice: PsuChoice,
) {
  return atBank(program, choice.settings, async ({ session, withMeta, notice }) => {
    const { reference, psu } = await knownBasket(session.ledger, basketId, choice);
    return withMeta(await session.call(operation, reference, psu, sessionOptions(choice, notice)));
  });
}
