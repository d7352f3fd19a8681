import { type AtBank, atBank, type Meta } from '../app/at-bank.ts';
import { namedForReading } from '../app/named-psu.ts';
import { OPERATOR } from '../app/only-sandbox.ts';
import type { Program } from '../app/program.ts';
import { sessionOptions } from '../app/psu-choice.ts';
import type { StoredPsu } from '../client/ledger/ledger.ts';
import { revokeConsent } from '../client/operator.ts';
import { Fault } from '../errors.ts';
import { neededScaRedirect } from '../sca/link.ts';
import { type AskedSca, bringThrough, rememberAsked } from '../sca/read-again.ts';
import type { ConfirmedPsu } from '../sca/types.ts';
import type { GivenFlags } from '../settings/precedence.ts';
import type { ConsentAsked } from '../wire/information/consent.ts';
import { type InformationChoice, needFor } from './read.ts';

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
      const { askForConsent } = await import('../client/information.ts');
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

/** Whose consent; what is absent is of the PSU of the last SCA. */
interface Revocation {
  /** customerNumber. */
  readonly as: string | undefined;
  /** The sandbox's id of an agreement, or its PSU-Corporate-ID. */
  readonly agreement: string | undefined;
}

/**
 * The PSU takes the consent to this TPP back, directly with the bank. Nothing beside `_meta` is told.
 * @throws Fault INPUT_MISSING where nobody has said whose, and nobody is known
 * @see C-consent-revoke, D15-directly
 */
export function revoke(program: Program, { as, agreement }: Revocation, given: GivenFlags): Promise<Meta> {
  return atBank(
    program,
    given,
    async (there) => {
      const { session, remember, withMeta } = there;
      const stored = await session.ledger.psu(as);
      const number = as ?? stored?.customerNumber;
      if (number === undefined) throw nobodyNamed();
      const known = await knownIn(there, stored, agreement);
      const agreementId = known?.agreement ?? agreement;
      const called = await session.operate(revokeConsent, {
        as: number,
        tpp: session.tpp,
        ...(agreementId === undefined ? {} : { agreementId }),
      });
      if (stored !== undefined) {
        await remember((ledger) => ledger.forgetConsent(stored.psuId, known?.psuCorporateId));
      }
      return withMeta(called);
    },
    OPERATOR,
  );
}

function knownIn(
  { session: { ledger } }: AtBank,
  stored: StoredPsu | undefined,
  agreement: string | undefined,
) {
  if (stored === undefined || agreement === undefined) return undefined;
  return ledger.agreement(stored.psuId, agreement);
}

function nobodyNamed(): Fault {
  return new Fault('INPUT_MISSING', "Missing: --as. This profile doesn't know any PSU yet.", {
    missing: ['--as'],
    hint: "Add the PSU's customer number:\npsd2 consent revoke --as 15813963008",
  });
}
