import { type ShownContact, showContact } from '../../../src/app/tpp-contact.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { shownContact } from '../../../src/cli/resources/consent.ts';

export default class TppContactShow extends BankCommand<ShownContact> {
  static override summary = 'Show where the bank reaches you.';
  static override examples = BankCommand.listExamples({ 'The address the bank has': 'tpp contact show' });

  protected override readonly presentation = shownContact;

  async run(): Promise<ShownContact> {
    const { flags } = await this.parse(TppContactShow);
    return showContact(this.context, { profile: flags.profile });
  }
}
