import {
  ACCOUNT_TRANSACTIONS,
  type ListedTransactions,
  readAll,
  readPage,
  type Transaction,
} from '../../src/accounts/transactions.ts';
import { accountArg, consentFlags, informationChoice } from '../../src/cli/psu-flags.ts';
import { transactionShape } from '../../src/cli/resources/transaction.ts';
import { TransactionsCommand, transactionFlags } from '../../src/cli/transactions-command.ts';

export default class AccountsTransactions extends TransactionsCommand<ListedTransactions, Transaction> {
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
  static override flags = { ...transactionFlags('booked', 'pending', 'both', 'all'), ...consentFlags };

  protected override readonly shape = transactionShape;
  protected override readonly listsOf = ({ transactions }: ListedTransactions) => transactions;

  async run(): Promise<ListedTransactions | undefined> {
    const { args, flags } = await this.parse(AccountsTransactions);
    const asked = this.asked(args.account, flags);
    const choice = informationChoice(flags, this.usualSca);
    if (flags.all) return readAll(this.context, ACCOUNT_TRANSACTIONS, asked, choice, this.take);
    return this.told(await readPage(this.context, ACCOUNT_TRANSACTIONS, asked, choice));
  }
}
