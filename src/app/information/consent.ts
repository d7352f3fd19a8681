import type { ConsentAsked } from '../../wire/information/consent.ts';
import { atBank, type Meta } from '../at-bank.ts';
import { namedForReading } from '../named-psu.ts';
import type { Program } from '../program.ts';
import { sessionOptions } from '../psu-choice.ts';
import { type AskedSca, bringThrough, rememberAsked } from '../sca/asked.ts';
import type { ConfirmedPsu } from '../sca/choice.ts';
import { neededScaRedirect } from '../sca/link.ts';
import { type InformationChoice, needFor } from './choice.ts';

/** Whom the PSU has consented to; or, while nobody has, where they do it. @see C-consent-grant */
export type GrantedConsent = (ConfirmedPsu | ConsentAsked) & Meta;

/**
 * Asks the PSU for a consent to account information: which accounts, they choose at the bank.
 * @throws Fault SCA_DECLINED, SCA_FAILED, SCA_TIMEOUT
 * @see D6-consent
 */
export function grant(program: Program, choice: InformationChoice): Promise<GrantedConsent> {
  return atBank(
    program,
    choice.settings,
    async (there): Promise<GrantedConsent> => {
      const { session, notice, withMeta } = there;
      const { askForConsent } = await import('../../client/information/consent.ts');
      const psu = await namedForReading(session.ledger, choice);
      const { psuAbsent } = choice;
      const options = { ...sessionOptions(choice, notice), psuAbsent };
      const called = await session.call(askForConsent, undefined, psu, options);
      const link = neededScaRedirect(called.resource);
      const stored = psu.psuId === undefined ? undefined : await session.ledger.psuById(psu.psuId);
      const customerNumber = choice.as ?? stored?.customerNumber;
      const asked: AskedSca = { kind: 'consent', link, tppSessionId: called.tppSessionId, customerNumber };
      if (choice.sca.way === 'none') {
        await rememberAsked(there, asked);
        return withMeta(called);
      }
      const { scaStatus: _, ...confirmed } = await bringThrough(there, asked, { ...choice });
      return withMeta({ resource: confirmed as ConfirmedPsu, meta: called.meta });
    },
    needFor(choice),
  );
}
