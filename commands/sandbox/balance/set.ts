import { newBalance } from '../../../src/app/sandbox/balances.ts';
import { make } from '../../../src/app/sandbox/making.ts';
import { Args } from '../../../src/cli/flags.ts';
import { type WithNewBalance, withNewBalance } from '../../../src/cli/resources/sandbox-balance.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { fileFlag, optional, required } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxBalanceSet extends SandboxCommand<WithNewBalance> {
  static override summary = 'Set the balance of an account or card account.';
  static override description =
    'To exactly this many units of its currency. Without --expected the expected balance is the booked one; with it ' +
    'the difference stays, as if something were on its way.';
  static override examples = [
    {
      description: 'An account with no money',
      command: '<%= config.bin %> sandbox balance set 99901067291 --booked 0',
    },
    {
      description: 'With something on its way',
      command: '<%= config.bin %> sandbox balance set 99901067291 --booked 1000 --expected 900',
    },
  ];
  static override args = {
    account: Args.string({ description: 'The account or card account, by id, bban, IBAN or masked PAN.' }),
  };
  static override flags = {
    booked: required('What is booked on it (closingBooked).', 'N'),
    expected: optional('What is expected on it.', 'N'),
    ...fileFlag('The balances'),
  };

  protected override readonly presentation = withNewBalance;

  async run(): Promise<WithNewBalance> {
    const parsed = await this.parse(SandboxBalanceSet);
    const { profile } = parsed.flags;
    return this.making(newBalance, parsed, (input) => make(this.program, newBalance, input, profile));
  }
}
