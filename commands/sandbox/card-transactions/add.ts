import { newCardTransactions } from '../../../src/app/sandbox/card-accounts.ts';
import { make } from '../../../src/app/sandbox/making.ts';
import { Flags } from '../../../src/cli/flags.ts';
import {
  type MadeCardTransactions,
  madeCardTransactions,
} from '../../../src/cli/resources/sandbox-card-account.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { cardArg, fileFlag, optional, required } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxCardTransactionsAdd extends SandboxCommand<MadeCardTransactions> {
  static override summary = 'Add transactions to a card account.';
  static override description =
    'One of flags, or up to 2000 of a file: all of them or none. What no flag gives is empty. Amounts are whole units.';
  static override examples = [
    {
      description: 'Something that was bought',
      command:
        '<%= config.bin %> sandbox card-transactions add kQ3nV0b1cT8sYpR5dW2xZa --amount 250 --text Dagligvarer --mcc 5411',
    },
    {
      description: 'One that is not booked yet',
      command:
        '<%= config.bin %> sandbox card-transactions add kQ3nV0b1cT8sYpR5dW2xZa --amount 99 --pending --id 4711',
    },
  ];
  static override args = cardArg;
  static override flags = {
    amount: required("Amount in the card's currency.", 'AMOUNT'),
    date: optional("Date of the purchase and of booking; default: the bank's today.", 'YYYY-MM-DD'),
    pending: Flags.boolean({ description: 'It is not booked yet.', helpGroup: 'OPTIONAL' }),
    text: optional('What it was for.', 'TEXT'),
    id: optional('Its id, by which the same one is not added twice.', 'ID'),
    mcc: optional('Merchant category code.', 'CODE'),
    ...fileFlag('The card transactions'),
  };

  protected override readonly presentation = madeCardTransactions;

  async run(): Promise<MadeCardTransactions> {
    const parsed = await this.parse(SandboxCardTransactionsAdd);
    const { profile } = parsed.flags;
    return this.making(newCardTransactions, parsed, (input) =>
      make(this.program, newCardTransactions, input, profile),
    );
  }
}
