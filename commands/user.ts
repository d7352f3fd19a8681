import { readUser as read } from '../src/app/information/psu.ts';
import { BankCommand } from '../src/cli/bank-command.ts';
import { informationChoice, readingFlags } from '../src/cli/information-flags.ts';
import { type ReadUser, readUser } from '../src/cli/resources/consent.ts';

export default class User extends BankCommand<ReadUser> {
  static override summary = 'Read who the PSU of the session is.';
  static override description =
    'Their PSU-ID, and the contexts in which they may act. It is how a TPP that only starts payments has an SCA.';
  static override examples = [
    {
      description: 'With an SCA that is played',
      command: '<%= config.bin %> user --sca approve --as 15813963008',
    },
  ];
  static override flags = readingFlags;

  protected override readonly presentation = readUser;

  async run(): Promise<ReadUser> {
    const { flags } = await this.parse(User);
    return read(this.program, informationChoice(flags, this.usualSca));
  }
}
