import { createBasket } from '../../client/baskets.ts';
import type { BasketCreated } from '../../wire/signing-basket.ts';
import { atBank, type Meta } from '../at-bank.ts';
import { namedForBasket } from '../named-psu.ts';
import type { Program } from '../program.ts';
import { type PsuChoice, sessionOptions } from '../psu-choice.ts';
import { rememberedOf } from '../sca/start.ts';

export type CreatedBasket = BasketCreated & Meta;

/** @see cli.md Commands, basket create; decisions.md §5 */
export function create(
  program: Program,
  paymentIds: readonly string[],
  choice: PsuChoice,
): Promise<CreatedBasket> {
  return atBank(program, choice.settings, async (there) => {
    const { session, withMeta, notice } = there;
    const { psu, customerNumber } = await namedForBasket(session.ledger, paymentIds, choice);
    const created = await session.call(createBasket, { paymentIds }, psu, sessionOptions(choice, notice));
    const { basketId } = created.resource;
    const whose = rememberedOf({ psu, customerNumber, tppSessionId: created.tppSessionId });
    await there.remember((ledger) => ledger.rememberBasket({ basketId, paymentIds, ...whose }));
    return withMeta(created);
  });
}
