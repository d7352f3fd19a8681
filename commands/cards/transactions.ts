import {
  CARD_TRANSACTIONS,
  type CardTransaction,
  type ListedCardTransactions,
  readAll,
  readPage,
} from '../../src/accounts/transactions.ts';
import { cardArg, consentFlags, informationChoice } from '../../src/cli/psu-flags.ts';
import { cardTransactionShape } from '../../src/cli/resources/transaction.ts';
import { TransactionsCommand, transactionFlags } from '../../src/cli/transactions-command.ts';

export default class CardsTransactions extends TransactionsCommand<ListedCardTransactions, CardTransaction> {
  static override summary = 'List the transactions of a card account.';
  static override description =
    'Newest first. Without --from, the list goes back to the start of the card account within an hour of an SCA, and 90 days after that. Pending transactions have no last day unless you set --to.';
  static override examples = TransactionsCommand.listExamples({
    'The newest 200': 'cards transactions 4925xxxxxxxx3595',
    'All of them, as a file for a spreadsheet': 'cards transactions 4925xxxxxxxx3595 --all --csv > card.csv',
  });
  static override args = cardArg;
  static override flags = { ...transactionFlags('booked', 'pending', 'both'), ...consentFlags };

  protected override readonly shape = cardTransactionShape;
  protected override readonly listsOf = ({ cardTransactions }: ListedCardTransactions) => cardTransactions;

  async run(): Promise<ListedCardTransactions | undefined> {
    const { args, flags } = await this.parse(CardsTransactions);
    const asked = this.asked(args.card, flags);
    const choice = informationChoice(flags, this.usualSca);
    if (flags.all) return readAll(this.context, CARD_TRANSACTIONS, asked, choice, this.take);
    return this.told(await readPage(this.context, CARD_TRANSACTIONS, asked, choice));
  }
}
