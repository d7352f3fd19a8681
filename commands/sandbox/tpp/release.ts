import { releaseTppKey } from '../../../src/app/sandbox/tpps.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { Args } from '../../../src/cli/flags.ts';
import { type ShownRelease, shownRelease } from '../../../src/cli/resources/operator-act.ts';

export default class SandboxTppRelease extends BankCommand<ShownRelease> {
  static override summary = 'Let another key sign as a TPP.';
  static override description =
    'In a bank served beyond this machine, the first key that signs as a TPP owns its organizationIdentifier. After a release, the next key does.';
  static override examples = [
    {
      description: 'A TPP that lost its key',
      command: '<%= config.bin %> sandbox tpp release PSDNO-FSA-310999016',
    },
  ];
  static override args = {
    tpp: Args.string({ description: "The TPP's organizationIdentifier.", required: true }),
  };

  protected override readonly presentation = shownRelease;

  async run(): Promise<ShownRelease> {
    const { args, flags } = await this.parse(SandboxTppRelease);
    return releaseTppKey(this.program, args.tpp, { profile: flags.profile });
  }
}
