import { listCardTransactions, whichCardAccount } from '../../../src/app/sandbox/card-accounts.ts';
import { Flags } from '../../../src/cli/flags.ts';
import {
  type ListedCardTransactions,
  listedCardTransactions,
} from '../../../src/cli/resources/sandbox-card-account.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { cardArg, rangeFlags } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxCardTransactionsList extends SandboxCommand<ListedCardTransactions> {
  static override summary = 'List the transactions of a card account.';
  static override description =
    'Those that were added by hand, newest first. Of what is pending the bank tells the id alone.';
  static override examples = [
    {
      description: 'Those of a card',
      command: '<%= config.bin %> sandbox card-transactions list kQ3nV0b1cT8sYpR5dW2xZa',
    },
    {
      description: 'With what is pending',
      command: '<%= config.bin %> sandbox card-transactions list kQ3nV0b1cT8sYpR5dW2xZa --status both',
    },
  ];
  static override args = cardArg;
  static override flags = {
    status: Flags.string({
      description: 'Which of them.',
      options: ['booked', 'pending', 'both'],
      default: 'booked',
    }),
    ...rangeFlags,
  };

  protected override readonly presentation = listedCardTransactions;

  async run(): Promise<ListedCardTransactions> {
    const parsed = await this.parse(SandboxCardTransactionsList);
    const { profile, ...wanted } = parsed.flags;
    return this.asking(whichCardAccount, parsed, async (given) => {
      const told = await listCardTransactions(this.program, given, wanted, profile);
      const { booked, pending } = told.cardTransactions;
      this.tellOfMore(booked.length + pending.length, wanted);
      return told;
    });
  }
}
