import { cardTransactionShape } from '../../src/accounts/transaction-view.ts';
import { CARD_TRANSACTIONS } from '../../src/accounts/transactions.ts';
import { defineTransactionsCommand } from '../../src/accounts/transactions-command.ts';
import { cardArg } from '../../src/cli/psu-flags.ts';

export default defineTransactionsCommand(
  {
    summary: 'List the transactions of a card account.',
    description:
      'Newest first. Without --from, the list goes back to the start of the card account within an hour of an SCA, and 90 days after that. Pending transactions have no last day unless you set --to.',
    examples: {
      'The newest 200': 'cards transactions 4925xxxxxxxx3595',
      'All of them, as a file for a spreadsheet':
        'cards transactions 4925xxxxxxxx3595 --all --csv > card.csv',
    },
    args: cardArg,
  },
  ['booked', 'pending', 'both'],
  CARD_TRANSACTIONS,
  cardTransactionShape,
);
