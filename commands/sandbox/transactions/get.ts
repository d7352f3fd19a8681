import { readTransaction, whichTransaction } from '../../../src/app/sandbox/transactions.ts';
import { Args } from '../../../src/cli/flags.ts';
import {
  type Self,
  type ShownTransaction,
  shownTransaction,
} from '../../../src/cli/resources/sandbox-transaction.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { accountArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxTransactionsGet extends SandboxCommand<ShownTransaction> {
  static override summary = 'Read a transaction of an account.';
  static override examples = [
    {
      description: 'By id',
      command: '<%= config.bin %> sandbox transactions get 99901067291 kQ3nV0b1cT8sYpR5dW2xZa',
    },
  ];
  static override args = {
    ...accountArg,
    transaction: Args.string({ description: 'The transaction, by id.' }),
  };

  private self: Self | undefined;

  protected override get presentation() {
    return shownTransaction(this.self);
  }

  async run(): Promise<ShownTransaction> {
    const parsed = await this.parse(SandboxTransactionsGet);
    return this.asking(whichTransaction, parsed, async (given) => {
      const { told, self } = await readTransaction(this.program, given, parsed.flags.profile);
      this.self = self;
      return told;
    });
  }
}
