import { emailFault, type ShownContact, setContact } from '../../../src/app/tpp-contact.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { Args } from '../../../src/cli/flags.ts';
import { askingForMissing } from '../../../src/cli/prompts.ts';
import { shownContact } from '../../../src/cli/resources/consent.ts';

export default class TppContactSet extends BankCommand<ShownContact> {
  static override summary = 'Tell the bank where to reach you.';
  static override description =
    'The bank writes there about technical and operational matters. Use a mailbox that several people read. It replaces the address the bank had, and nothing else depends on it.';
  static override examples = BankCommand.listExamples({
    "A team's mailbox": 'tpp contact set psd2@tpp.example',
  });
  static override args = { email: Args.string({ description: 'E-mail address.' }) };

  protected override readonly presentation = shownContact;

  async run(): Promise<ShownContact> {
    const { args, flags } = await this.parse(TppContactSet);
    const asking = {
      personIsThere: this.personIsThere,
      words: { EMAIL: TppContactSet.args.email },
      faultOf: async ({ EMAIL = '' }) => emailFault(EMAIL),
    };
    return askingForMissing(asking, ({ EMAIL = args.email }) =>
      setContact(this.context, EMAIL, { profile: flags.profile }),
    );
  }
}
