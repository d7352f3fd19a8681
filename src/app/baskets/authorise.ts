import { startBasketAuthorisation } from '../../client/baskets.ts';
import type { AuthorisationStarted } from '../../wire/authorisation.ts';
import { type AtBank, atBank } from '../at-bank.ts';
import { knownBasket } from '../named-psu.ts';
import type { Program } from '../program.ts';
import { type PsuChoice, sessionOptions } from '../psu-choice.ts';
import type { MetaWithSca, ScaChoice } from '../sca/choice.ts';
import { type Begun, needOf, rememberAndPlay } from '../sca/play.ts';
import { rememberBasket } from '../sca/started.ts';

export type AuthorisedBasket = AuthorisationStarted & MetaWithSca;

/** One SCA for every payment of a basket. @see cli.md Commands, basket authorise */
export function authorise(
  program: Program,
  basketId: string,
  choice: PsuChoice,
  sca: ScaChoice,
): Promise<AuthorisedBasket> {
  const act = async (there: AtBank): Promise<AuthorisedBasket> => {
    const { session, withMeta, notice } = there;
    const { reference, psu, customerNumber } = await knownBasket(session.ledger, basketId, choice);
    const started = await session.call(
      startBasketAuthorisation,
      reference,
      psu,
      sessionOptions(choice, notice),
    );
    const { tppSessionId } = started;
    const { _links: links, scaStatus } = started.resource;
    const begun: Begun = {
      ...{ kind: 'basket', id: basketId, links, tppSessionId, customerNumber, psu },
      isExempted: scaStatus === 'EXEMPTED',
      remember: () => rememberBasket(there, { basketId, psu, customerNumber, tppSessionId }),
    };
    return rememberAndPlay(there, withMeta(started), begun, sca, choice);
  };
  return atBank(program, choice.settings, act, needOf(sca));
}
