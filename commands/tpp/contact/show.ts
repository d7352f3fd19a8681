import { tppIdOf } from '../../../src/certificates/certificate.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { type ShownContact, shownContact } from '../../../src/cli/resources/consent.ts';
import { readTppContact } from '../../../src/client/tpp-contact.ts';
import { type Meta, withSession } from '../../../src/session/with-session.ts';

export default class TppContactShow extends BankCommand<ShownContact & Meta> {
  static override summary = 'Show where the bank reaches you.';
  static override examples = BankCommand.listExamples({ 'The address the bank has': 'tpp contact show' });

  protected override readonly presentation = shownContact;

  async run(): Promise<ShownContact & Meta> {
    const { flags } = await this.parse(TppContactShow);
    return withSession(this.context, { profile: flags.profile }, async ({ session, withMeta }) =>
      withMeta(await session.call(readTppContact, { tppId: tppIdOf(session.tpp) })),
    );
  }
}
