import { initialise } from '../../src/app/sandbox/world.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { type InitialisedSandbox, initialisedSandbox } from '../../src/cli/resources/sandbox-account.ts';

export default class SandboxInit extends BankCommand<InitialisedSandbox> {
  static override summary = 'Put the sandbox back to its initial data.';
  static override description =
    'Two private customers and two corporate ones, with accounts and cards. What was created by hand goes; ' +
    'payments, baskets, sessions and consents end.';
  static override examples = [{ description: 'Start over', command: '<%= config.bin %> sandbox init' }];

  protected override readonly presentation = initialisedSandbox;

  async run(): Promise<InitialisedSandbox> {
    const { flags } = await this.parse(SandboxInit);
    return initialise(this.program, { profile: flags.profile });
  }
}
