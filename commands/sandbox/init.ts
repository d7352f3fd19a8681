import { initialise } from '../../src/app/sandbox/world.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { Flags } from '../../src/cli/flags.ts';
import {
  type InitialisedSandbox,
  initialisedInWords,
  initialisedSandbox,
} from '../../src/cli/resources/sandbox-account.ts';

export default class SandboxInit extends BankCommand<InitialisedSandbox> {
  static override summary = 'Reset the sandbox to its initial data.';
  static override description =
    'Creates two private and two corporate customers, with accounts and cards. Everything you created is deleted, and all ' +
    'payments, baskets, sessions and consents end. At a terminal you confirm first; elsewhere --yes is needed where there is data.';
  static override examples = [
    { description: 'Start over', command: '<%= config.bin %> sandbox init' },
    { description: 'Without a prompt', command: '<%= config.bin %> sandbox init --yes' },
  ];
  static override flags = {
    yes: Flags.boolean({ description: 'Delete the data without asking.' }),
  };

  protected override readonly presentation = initialisedSandbox;

  async run(): Promise<InitialisedSandbox> {
    const { flags } = await this.parse(SandboxInit);
    const { yes, profile } = flags;
    const tellsWhatWent = !this.jsonEnabled() && !this.isQuiet;
    const initialised = await initialise(this.program, { yes, tellsWhatWent }, { profile });
    const hasNews = this.personIsThere || initialised.gone !== undefined;
    if (tellsWhatWent && hasNews) this.notice(initialisedInWords(initialised));
    return initialised.made;
  }
}
