import { whichAccount } from '../../../src/app/sandbox/accounts.ts';
import { listTransactions } from '../../../src/app/sandbox/transactions.ts';
import {
  type ListedTransactions,
  listedTransactions,
  type Self,
} from '../../../src/cli/resources/sandbox-transaction.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { accountArg, rangeFlags } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxTransactionsList extends SandboxCommand<ListedTransactions> {
  static override summary = 'List the transactions of an account.';
  static override description =
    'Shows transactions added by hand and those from payments, newest first. Outgoing amounts are negative.';
  static override examples = [
    { description: 'The newest 200', command: '<%= config.bin %> sandbox transactions list 99901067291' },
    {
      description: 'One month',
      command: '<%= config.bin %> sandbox transactions list 99901067291 --from 2026-10-01 --to 2026-10-31',
    },
  ];
  static override args = accountArg;
  static override flags = rangeFlags;

  private self: Self | undefined;

  protected override get presentation() {
    return listedTransactions(this.self);
  }

  async run(): Promise<ListedTransactions> {
    const parsed = await this.parse(SandboxTransactionsList);
    const { profile, ...range } = parsed.flags;
    return this.asking(whichAccount, parsed, async (given) => {
      const { told, self } = await listTransactions(this.program, given, range, profile);
      this.self = self;
      this.tellOfMore(told.items.length, range);
      return told;
    });
  }
}
