import { cardTransactionShape } from '../../src/accounts/transaction-view.ts';
import { CARD_TRANSACTIONS } from '../../src/accounts/transactions.ts';
import { TransactionsCommand, transactionFlags } from '../../src/accounts/transactions-command.ts';
import { cardArg } from '../../src/cli/psu-flags.ts';
import type { CardTransaction, CardTransactionList } from '../../src/wire/answers/information.ts';

export default class CardsTransactions extends TransactionsCommand<CardTransactionList, CardTransaction> {
  static override summary = 'List the transactions of a card account.';
  static override description =
    'Newest first. Without --from, the list goes back to the start of the card account within an hour of an SCA, and 90 days after that. Pending transactions have no last day unless you set --to.';
  static override examples = TransactionsCommand.listExamples({
    'The newest 200': 'cards transactions 4925xxxxxxxx3595',
    'All of them, as a file for a spreadsheet': 'cards transactions 4925xxxxxxxx3595 --all --csv > card.csv',
  });
  static override args = cardArg;
  static override flags = transactionFlags('booked', 'pending', 'both');

  protected override readonly list = CARD_TRANSACTIONS;
  protected override readonly shape = cardTransactionShape;
}
