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
    "Add one with flags, or up to 2000 from a file: either all are added or none. Fields you don't set stay empty. Amounts are whole units of the currency.";
  static override examples = [
    {
      description: 'A purchase',
      command:
        '<%= config.bin %> sandbox card-transactions add kQ3nV0b1cT8sYpR5dW2xZa --amount 250 --text Dagligvarer --mcc 5411',
    },
    {
      description: "A purchase that isn't booked yet",
      command:
        '<%= config.bin %> sandbox card-transactions add kQ3nV0b1cT8sYpR5dW2xZa --amount 99 --pending --id 4711',
    },
  ];
  static override args = cardArg;
  static override flags = {
    amount: required("Amount in the card's currency.", 'AMOUNT'),
    date: optional('Date of purchase and booking. Default: today at the bank.', 'YYYY-MM-DD'),
    pending: Flags.boolean({ description: "It isn't booked yet.", helpGroup: 'OPTIONAL' }),
    text: optional('Description of the purchase.', 'TEXT'),
    id: optional("Its id. The same id can't be added twice.", 'ID'),
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
