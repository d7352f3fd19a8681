import { formatTppId } from '../../../src/certificates/certificate.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { QUIET } from '../../../src/cli/columns.ts';
import { createCard } from '../../../src/cli/presentation.ts';
import { getOperation } from '../../../src/client/operation.ts';
import { type Meta, withSession } from '../../../src/session/with-session.ts';
import type { TppContact } from '../../../src/wire/request-bodies.ts';

export default class TppContactShow extends BankCommand<TppContact & Meta> {
  static override summary = 'Show where the bank reaches you.';
  static override examples = BankCommand.listExamples({ 'The address the bank has': 'tpp contact show' });

  protected override readonly presentation = createCard<TppContact>([
    ['E-mail', 'email', 'identifier', QUIET],
  ]);

  async run(): Promise<TppContact & Meta> {
    const { flags } = await this.parse(TppContactShow);
    return withSession(this.context, { profile: flags.profile }, async ({ session, withMeta }) =>
      withMeta(
        await session.call(getOperation('read contact information'), { tppId: formatTppId(session.tpp) }),
      ),
    );
  }
}
