import { formatTppId } from '../../../src/certificates/certificate.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { createSentence } from '../../../src/cli/presentation.ts';
import { getOperation } from '../../../src/client/operation.ts';
import { type Meta, withSession } from '../../../src/session/with-session.ts';

export default class TppContactRemove extends BankCommand<Meta> {
  static override summary = 'Remove your address from the bank.';
  static override examples = BankCommand.listExamples({ 'Leave no address': 'tpp contact remove' });

  protected override readonly presentation = createSentence(
    () => 'The bank no longer has an e-mail address of this TPP.',
  );

  async run(): Promise<Meta> {
    const { flags } = await this.parse(TppContactRemove);
    return withSession(this.context, { profile: flags.profile }, async ({ session, withMeta }) =>
      withMeta(
        await session.call(getOperation('delete contact information'), { tppId: formatTppId(session.tpp) }),
      ),
    );
  }
}
