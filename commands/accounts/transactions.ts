import { transactionShape } from '../../src/accounts/transaction-view.ts';
import { ACCOUNT_TRANSACTIONS } from '../../src/accounts/transactions.ts';
import { TransactionsCommand, transactionFlags } from '../../src/accounts/transactions-command.ts';
import { accountArg } from '../../src/cli/psu-flags.ts';
import type { Transaction, TransactionList } from '../../src/wire/answers/information.ts';

export default class AccountsTransactions extends TransactionsCommand<TransactionList, Transaction> {
  static override summary = 'List the transactions of an account.';
  static override description =
    'Newest first. Outgoing amounts are negative. Without --from, the list goes back to the start of the account within an hour of an SCA, and 90 days after that. Pending transactions have no last day unless you set --to.';
  static override examples = TransactionsCommand.listExamples({
    'The newest 200': 'accounts transactions 99901067291',
    'Booked and pending transactions': 'accounts transactions 99901067291 --status both',
    'A year, as a file for a spreadsheet':
      'accounts transactions 99901067291 --from 2026-01-01 --to 2026-12-31 --all --csv > 2026.csv',
  });
  static override args = accountArg;
  static override flags = transactionFlags('booked', 'pending', 'both', 'all');

  protected override readonly list = ACCOUNT_TRANSACTIONS;
  protected override readonly shape = transactionShape;
}
