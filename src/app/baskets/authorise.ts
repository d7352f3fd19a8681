import { type AtBank, atBank } from '../at-bank.ts';
import { knownBasket } from '../named-psu.ts';
import type { Program } from '../program.ts';
import { type PsuChoice, sessionOptions } from '../psu-choice.ts';
import { BASKET } from '../sca/approvables.ts';
import type { ScaChoice } from '../sca/choice.ts';
import { needOf } from '../sca/play.ts';
import { type Authorised, startAndPlay } from '../sca/start.ts';
import { readMissingPsuId } from './psu-id.ts';

export type AuthorisedBasket = Authorised;

/** One SCA for every payment of a basket. @see C-basket, C-basket-psu-id */
export async function authorise(
  program: Program,
  basketId: string,
  asked: PsuChoice,
  sca: ScaChoice,
): Promise<AuthorisedBasket> {
  const { choice, find } = await readMissingPsuId(program, {
    ...{ choice: asked, sca },
    find: (ledger) => knownBasket(ledger, basketId, asked),
  });
  const act = async (there: AtBank): Promise<AuthorisedBasket> => {
    const known = { reference: { basketId }, ...(await find(there.session.ledger)) };
    return startAndPlay(there, BASKET, known, { choice, sca, options: sessionOptions(choice, there.notice) });
  };
  return atBank(program, choice.settings, act, needOf(sca));
}
