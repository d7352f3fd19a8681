import { BankCommand } from '../../src/cli/bank-command.ts';
import { Args } from '../../src/cli/flags.ts';
import { type AcceptedSca, playedSca } from '../../src/cli/resources/authorisation.ts';
import { acceptUrl } from '../../src/sca/accept.ts';

export default class SessionAccept extends BankCommand<AcceptedSca> {
  static override summary = "Complete an SCA with the URL the PSU's browser ended at.";
  static override description =
    'For an SCA started by a command of this profile, when that command no longer waits, or the browser is on another machine. What the URL says is saved only after the bank has confirmed it over the signed channel.';
  static override examples = [
    {
      description: 'The whole URL, in quotes',
      command: "<%= config.bin %> session accept 'http://127.0.0.1:8910/cb/...'",
    },
  ];
  static override args = {
    url: Args.string({
      description: 'The URL, with everything after the question mark.',
      required: true,
    }),
  };

  protected override readonly presentation = playedSca;

  async run(): Promise<AcceptedSca> {
    const { args, flags } = await this.parse(SessionAccept);
    return acceptUrl(this.program, args.url, { profile: flags.profile });
  }
}
