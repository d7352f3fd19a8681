import { transactionShape } from '../../src/accounts/transaction-view.ts';
import { ACCOUNT_TRANSACTIONS } from '../../src/accounts/transactions.ts';
import { defineTransactionsCommand } from '../../src/accounts/transactions-command.ts';
import { accountArg } from '../../src/cli/psu-flags.ts';

export default defineTransactionsCommand(
  {
    summary: 'List the transactions of an account.',
    description:
      'Newest first. Outgoing amounts are negative. Without --from, the list goes back to the start of the account within an hour of an SCA, and 90 days after that. Pending transactions have no last day unless you set --to.',
    examples: {
      'The newest 200': 'accounts transactions 99901067291',
      'Booked and pending transactions': 'accounts transactions 99901067291 --status both',
      'A year, as a file for a spreadsheet':
        'accounts transactions 99901067291 --from 2026-01-01 --to 2026-12-31 --all --csv > 2026.csv',
    },
    args: accountArg,
  },
  ['booked', 'pending', 'both', 'all'],
  ACCOUNT_TRANSACTIONS,
  transactionShape,
);
