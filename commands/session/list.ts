import { listSessions, type Sessions } from '../../src/accounts/known.ts';
import { Psd2Command } from '../../src/cli/base-command.ts';
import { knownSessions } from '../../src/cli/resources/consent.ts';

export default class SessionList extends Psd2Command<Sessions> {
  static override summary = 'List the PSUs this profile knows, with their sessions.';
  static override description =
    "Lists everyone who has completed an SCA. Later requests carry their PSU-ID and TPP-Session-ID. Doesn't ask the bank.";
  static override examples = Psd2Command.listExamples({ 'As JSON, for a script': 'session list --json' });

  protected override readonly presentation = knownSessions;

  async run(): Promise<Sessions> {
    const { flags } = await this.parse(SessionList);
    return listSessions(this.context, { profile: flags.profile });
  }
}
