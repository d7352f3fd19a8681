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
    'Shows the transactions added by hand, newest first. For pending transactions the bank shows only the id.';
  static override examples = [
    {
      description: 'The transactions of a card',
      command: '<%= config.bin %> sandbox card-transactions list kQ3nV0b1cT8sYpR5dW2xZa',
    },
    {
      description: 'Including pending transactions',
      command: '<%= config.bin %> sandbox card-transactions list kQ3nV0b1cT8sYpR5dW2xZa --status both',
    },
  ];
  static override args = cardArg;
  static override flags = {
    status: Flags.string({
      description: 'Which transactions to list.',
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
