import { formatTppId } from '../../../src/certificates/certificate.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { QUIET } from '../../../src/cli/columns.ts';
import { Args } from '../../../src/cli/flags.ts';
import { createCard } from '../../../src/cli/presentation.ts';
import { promptForMissing } from '../../../src/cli/prompts.ts';
import { getOperation } from '../../../src/client/operation.ts';
import { Fault } from '../../../src/errors.ts';
import { type Meta, withSession } from '../../../src/session/with-session.ts';
import type { TppContact } from '../../../src/wire/request-bodies.ts';

export default class TppContactSet extends BankCommand<TppContact & Meta> {
  static override summary = 'Tell the bank where to reach you.';
  static override description =
    'The bank writes there about technical and operational matters. Use a mailbox that several people read. It replaces the address the bank had, and nothing else depends on it.';
  static override examples = BankCommand.listExamples({
    "A team's mailbox": 'tpp contact set psd2@tpp.example',
  });
  static override args = { email: Args.string({ description: 'E-mail address.' }) };

  protected override readonly presentation = createCard<TppContact>([
    ['E-mail', 'email', 'identifier', QUIET],
  ]);

  async run(): Promise<TppContact & Meta> {
    const { args, flags } = await this.parse(TppContactSet);
    const asking = {
      personIsThere: this.personIsThere,
      words: { EMAIL: TppContactSet.args.email },
      faultOf: async ({ EMAIL = '' }) => findFault(EMAIL),
    };
    return promptForMissing(asking, async ({ EMAIL: email = args.email }) => {
      if (email === undefined) {
        const missing = ['EMAIL'];
        const hint = 'psd2 tpp contact set psd2@tpp.example';
        throw new Fault('INPUT_MISSING', 'Missing: EMAIL.', { hint, missing });
      }
      const fault = await findFault(email);
      if (fault !== undefined) throw new Fault('INPUT_INVALID', fault);
      return withSession(this.context, { profile: flags.profile }, async ({ session, withMeta }) =>
        withMeta(
          await session.call(getOperation('set contact information'), {
            tppId: formatTppId(session.tpp),
            email,
          }),
        ),
      );
    });
  }
}

/**
 * Validates an address with the bank's rule, before a bank is opened.
 * @returns a sentence about its fault
 * @see C-tpp-contact, D1-tpp-contact
 */
async function findFault(email: string): Promise<string | undefined> {
  const [{ parseBody }, { tppContact }] = await Promise.all([
    import('../../../src/wire/parse.ts'),
    import('../../../src/wire/request-bodies.ts'),
  ]);
  const parsed = parseBody(tppContact, { email });
  return parsed.ok ? undefined : `EMAIL${parsed.faults[0]?.text.replace(/^email/, '')}.`;
}
