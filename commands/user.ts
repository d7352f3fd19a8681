import { InformationCommand } from '../src/accounts/information-command.ts';
import { QUIET } from '../src/cli/columns.ts';
import { createCard } from '../src/cli/presentation.ts';
import { readingFlags } from '../src/cli/psu-flags.ts';
import { getOperation } from '../src/client/operation.ts';
import type { User as UserRead } from '../src/wire/answers/information.ts';

export default class User extends InformationCommand<UserRead> {
  static override summary = "Show who the session's PSU is.";
  static override description =
    'Shows their PSU-ID and the contexts they may act in. A TPP that only initiates payments can get an SCA this way.';
  static override examples = InformationCommand.listExamples({
    'With a simulated SCA': 'user --sca approve --as 15813963008',
  });
  static override flags = readingFlags;

  protected override readonly presentation = createCard<UserRead>([
    ['PSU-ID', 'psuId', 'identifier', QUIET],
    ['May act as', ({ contexts }) => contexts.join(', ')],
  ]);

  async run() {
    const { flags } = await this.parse(User);
    return this.read(flags, (as) => as.call(getOperation('read user'), undefined), { kind: 'session' });
  }
}
