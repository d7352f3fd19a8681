import { newBalance } from '../../../src/app/sandbox/balances.ts';
import { make } from '../../../src/app/sandbox/making.ts';
import { Args } from '../../../src/cli/flags.ts';
import { type WithNewBalance, withNewBalance } from '../../../src/cli/resources/sandbox-balance.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { fileFlag, optional, required } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxBalanceSet extends SandboxCommand<WithNewBalance> {
  static override summary = 'Set the balance of an account or card account.';
  static override description =
    'Sets the balance in whole units of the currency. Without --expected, the expected balance equals the booked one. With it, the two differ, as if a payment were on its way.';
  static override examples = [
    {
      description: 'An empty account',
      command: '<%= config.bin %> sandbox balance set 99901067291 --booked 0',
    },
    {
      description: 'With a payment on its way',
      command: '<%= config.bin %> sandbox balance set 99901067291 --booked 1000 --expected 900',
    },
  ];
  static override args = {
    account: Args.string({ description: 'The account or card account, by id, bban, IBAN or masked PAN.' }),
  };
  static override flags = {
    booked: required('Booked balance (closingBooked).', 'N'),
    expected: optional('Expected balance.', 'N'),
    ...fileFlag('The balances'),
  };

  protected override readonly presentation = withNewBalance;

  async run(): Promise<WithNewBalance> {
    const parsed = await this.parse(SandboxBalanceSet);
    const { profile } = parsed.flags;
    return this.making(newBalance, parsed, (input) => make(this.program, newBalance, input, profile));
  }
}
