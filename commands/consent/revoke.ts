import { defineBankCommand } from '../../src/cli/bank-command.ts';
import { createSentence, createTextFlag, withPicker } from '../../src/cli/command.ts';
import { promptForMissing } from '../../src/cli/prompts.ts';
import { getOperation } from '../../src/client/operation.ts';
import { Fault } from '../../src/errors.ts';
import { OPERATOR } from '../../src/session/context.ts';
import { type Meta, type SessionContext, withSession } from '../../src/session/with-session.ts';

const flags = {
  as: withPicker(
    'consent',
    createTextFlag("The PSU's customer number. Default: the PSU of the last SCA.", 'NUMBER'),
  ),
  agreement: createTextFlag(
    'The agreement the consent belongs to, by PSU-Corporate-ID or by its sandbox id.',
    'ID',
  ),
};

export default defineBankCommand(
  {
    summary: "Revoke a PSU's consent, as the PSU would directly with the bank.",
    description:
      "The sandbox's operator does this. The bank doesn't tell the TPP, but refuses its next read.",
    examples: {
      'For the PSU of the last SCA': 'consent revoke',
      'For a customer': 'consent revoke --as 15813963008',
    },
    flags,
    presentation: createSentence<Meta>(() => 'Consent revoked. To read accounts, ask the PSU for a new one.'),
  },
  async ({ context, personIsThere }, { flags: { as, agreement, profile } }) => {
    const asking = { personIsThere, words: flags, faultOf: async () => undefined };
    return promptForMissing(asking, (answers) =>
      withSession(
        context,
        { profile },
        (there) => deleteConsent(there, answers.as ?? as, agreement),
        OPERATOR,
      ),
    );
  },
);

/**
 * Revokes the consent to this TPP, as a PSU can do directly at the bank. The result has only `_meta`.
 * @param as customerNumber; absent: the PSU of the last SCA
 * @param agreement the sandbox's id of an agreement, or its PSU-Corporate-ID
 * @throws Fault INPUT_MISSING if neither `as` nor the ledger names a PSU
 * @see C-consent-revoke, D15-directly
 */
async function deleteConsent(
  { session, remember, withMeta }: SessionContext,
  as: string | undefined,
  agreement: string | undefined,
): Promise<Meta> {
  const { ledger, tpp } = session;
  const stored = await ledger.psu(as);
  const number = as ?? stored?.customerNumber;
  if (number === undefined) {
    throw new Fault('INPUT_MISSING', "Missing: --as. This profile doesn't know any PSU yet.", {
      missing: ['--as'],
      hint: "Add the PSU's customer number:\npsd2 consent revoke --as 15813963008",
    });
  }
  const known =
    stored && agreement !== undefined ? await ledger.agreement(stored.psuId, agreement) : undefined;
  const agreementId = known?.agreement ?? agreement;
  const called = await session.operate(getOperation('revoke consent'), { as: number, tpp, agreementId });
  if (stored !== undefined) await remember((kept) => kept.forgetConsent(stored.psuId, known?.psuCorporateId));
  return withMeta(called);
}
