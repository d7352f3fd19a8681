import { type AtBank, atBank } from '../at-bank.ts';
import { knownBasket } from '../named-psu.ts';
import type { Program } from '../program.ts';
import { type PsuChoice, sessionOptions } from '../psu-choice.ts';
import { BASKET } from '../sca/approvables.ts';
import type { ScaChoice } from '../sca/choice.ts';
import { needOf } from '../sca/play.ts';
import { type Authorised, startAndPlay } from '../sca/start.ts';

export type AuthorisedBasket = Authorised;

/** One SCA for every payment of a basket. @see C-basket */
export function authorise(
  program: Program,
  basketId: string,
  choice: PsuChoice,
  sca: ScaChoice,
): Promise<AuthorisedBasket> {
  const act = async (there: AtBank): Promise<AuthorisedBasket> => {
    const known = await knownBasket(there.session.ledger, basketId, choice);
    return startAndPlay(there, BASKET, known, { choice, sca, options: sessionOptions(choice, there.notice) });
  };
  return atBank(program, choice.settings, act, needOf(sca));
}
