import { defineBankCommand } from '../../../src/cli/bank-command.ts';
import { Args, createCard, QUIET } from '../../../src/cli/command.ts';
import { promptForMissing } from '../../../src/cli/prompts.ts';
import { getOperation } from '../../../src/client/operation.ts';
import { Fault } from '../../../src/errors.ts';
import { callAsTpp } from '../../../src/session/with-session.ts';
import type { TppContact } from '../../../src/wire/product-bodies.ts';

const args = { email: Args.string({ description: 'E-mail address.' }) };

export default defineBankCommand(
  {
    summary: 'Tell the bank where to reach you.',
    description:
      'The bank writes there about technical and operational matters. Use a mailbox that several people read. It replaces the address the bank had, and nothing else depends on it.',
    examples: { "A team's mailbox": 'tpp contact set psd2@tpp.example' },
    args,
    presentation: createCard<TppContact>([['E-mail', 'email', 'identifier', QUIET]]),
  },
  async ({ context, personIsThere }, { args: given, flags: { profile } }) => {
    const faultOf = async ({ EMAIL = '' }) => findFault(EMAIL);
    return promptForMissing(
      { personIsThere, words: { EMAIL: args.email }, faultOf },
      async ({ EMAIL: email = given.email }) => {
        if (email === undefined) {
          const missing = ['EMAIL'];
          const hint = 'psd2 tpp contact set psd2@tpp.example';
          throw new Fault('INPUT_MISSING', 'Missing: EMAIL.', { hint, missing });
        }
        const fault = await findFault(email);
        if (fault !== undefined) throw new Fault('INPUT_INVALID', fault);
        return callAsTpp(context, { profile }, getOperation('set contact information'), { email });
      },
    );
  },
);

/**
 * Validates an address with the bank's rule, before a bank is opened.
 * @returns a sentence about its fault
 * @see C-tpp-contact, D1-tpp-contact
 */
async function findFault(email: string): Promise<string | undefined> {
  const [{ parseBody }, { tppContact }] = await Promise.all([
    import('../../../src/wire/parse.ts'),
    import('../../../src/wire/product-bodies.ts'),
  ]);
  const parsed = parseBody(tppContact, { email });
  return parsed.ok ? undefined : `EMAIL${parsed.faults[0]?.text.replace(/^email/, '')}.`;
}
