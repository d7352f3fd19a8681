import { createBasket } from '../../client/baskets.ts';
import type { BasketCreated } from '../../wire/signing-basket.ts';
import { type AtBank, atBank } from '../at-bank.ts';
import { namedForBasket } from '../named-psu.ts';
import type { Program } from '../program.ts';
import { type PsuChoice, sessionOptions } from '../psu-choice.ts';
import { BASKET } from '../sca/approvables.ts';
import type { MetaWithSca, ScaChoice } from '../sca/choice.ts';
import { needOf, rememberAndPlay } from '../sca/play.ts';
import { begunOf, rememberedOf, startAndPlay } from '../sca/start.ts';
import { readMissingPsuId, type WithPsuId } from './psu-id.ts';

export type CreatedBasket = BasketCreated & MetaWithSca;

/**
 * A creation starts no SCA: where `--sca` says what becomes of one, it is started here. A bank may have started it all
 * the same, and then its link is in the answer.
 * @see C-basket, C-basket-psu-id, D5-basket-created, I-authentication-5
 */
export async function create(
  program: Program,
  paymentIds: readonly string[],
  asked: PsuChoice,
  sca: ScaChoice,
): Promise<CreatedBasket> {
  const given: WithPsuId = {
    choice: asked,
    find: (ledger) => namedForBasket(ledger, paymentIds, asked),
  };
  const { choice, find } = sca.way === 'none' ? given : await readMissingPsuId(program, { ...given, sca });
  const act = async (there: AtBank): Promise<CreatedBasket> => {
    const { session, withMeta, notice } = there;
    const { psu, customerNumber } = await find(session.ledger);
    const created = await session.call(createBasket, { paymentIds }, psu, sessionOptions(choice, notice));
    const { tppSessionId } = created;
    const { basketId, _links: links } = created.resource;
    const whose = rememberedOf({ psu, customerNumber, tppSessionId });
    await there.remember((ledger) => ledger.rememberBasket({ basketId, paymentIds, ...whose }));
    const known = { reference: { basketId }, psu, customerNumber };
    const shown = withMeta(created);
    if (links.scaRedirect !== undefined) {
      const begun = begunOf(BASKET, known, { links, tppSessionId, isEnded: false });
      return rememberAndPlay(there, shown, begun, sca, choice);
    }
    if (sca.way === 'none') return shown;
    const played = await startAndPlay(there, BASKET, known, { choice, sca, options: {} });
    if (played._meta.sca === undefined) return shown;
    const { _meta, ...read } = played;
    const { _meta: shownMeta, ...answer } = shown;
    return { ...read, _meta: { ...shownMeta, sca: _meta.sca, created: answer } } as unknown as CreatedBasket;
  };
  return atBank(program, choice.settings, act, needOf(sca));
}
