import { initialise } from '../../src/app/sandbox/world.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { type InitialisedSandbox, initialisedSandbox } from '../../src/cli/resources/sandbox-account.ts';

export default class SandboxInit extends BankCommand<InitialisedSandbox> {
  static override summary = 'Reset the sandbox to its initial data.';
  static override description =
    'Creates two private and two corporate customers, with accounts and cards. Everything you created is deleted, and all payments, baskets, sessions and consents end.';
  static override examples = [{ description: 'Start over', command: '<%= config.bin %> sandbox init' }];

  protected override readonly presentation = initialisedSandbox;

  async run(): Promise<InitialisedSandbox> {
    const { flags } = await this.parse(SandboxInit);
    return initialise(this.program, { profile: flags.profile });
  }
}
