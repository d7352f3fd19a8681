import { removeContact } from '../../../src/app/tpp-contact.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { removedContact } from '../../../src/cli/resources/consent.ts';
import type { Meta } from '../../../src/session/with-session.ts';

export default class TppContactRemove extends BankCommand<Meta> {
  static override summary = 'Remove your address from the bank.';
  static override examples = BankCommand.listExamples({ 'Leave no address': 'tpp contact remove' });

  protected override readonly presentation = removedContact;

  async run(): Promise<Meta> {
    const { flags } = await this.parse(TppContactRemove);
    return removeContact(this.context, { profile: flags.profile });
  }
}
