import type { StoredPsu } from '../../client/ledger/ledger.ts';
import { revokeConsent } from '../../client/operator.ts';
import { Fault } from '../../errors.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import { type AtBank, atBank, type Meta } from '../at-bank.ts';
import { OPERATOR } from '../only-sandbox.ts';
import type { Program } from '../program.ts';

/** Whose consent; what is absent is of the PSU of the last SCA. */
export interface Revocation {
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
