import { type ReadUser, readInformation } from '../src/accounts/read.ts';
import { BankCommand } from '../src/cli/bank-command.ts';
import { QUIET } from '../src/cli/columns.ts';
import { card } from '../src/cli/presentation.ts';
import { informationChoice, readingFlags } from '../src/cli/psu-flags.ts';
import { readUser } from '../src/client/information.ts';

export default class User extends BankCommand<ReadUser> {
  static override summary = "Show who the session's PSU is.";
  static override description =
    'Shows their PSU-ID and the contexts they may act in. A TPP that only initiates payments can get an SCA this way.';
  static override examples = BankCommand.listExamples({
    'With a simulated SCA': 'user --sca approve --as 15813963008',
  });
  static override flags = readingFlags;

  protected override readonly presentation = card<ReadUser>([
    ['PSU-ID', 'psuId', 'identifier', QUIET],
    ['May act as', ({ contexts }) => contexts.join(', ')],
  ]);

  async run(): Promise<ReadUser> {
    const { flags } = await this.parse(User);
    const choice = informationChoice(flags, this.usualSca);
    return readInformation(this.context, choice, (as) => as.call(readUser, undefined), { kind: 'session' });
  }
}
