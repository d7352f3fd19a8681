import { ACCOUNTS, findAccountId, readInformation } from '../../src/accounts/read.ts';
import type { ReadTransaction } from '../../src/accounts/transactions.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { Args } from '../../src/cli/flags.ts';
import { accountArg, consentFlags, informationChoice } from '../../src/cli/psu-flags.ts';
import { readTransaction } from '../../src/cli/resources/transaction.ts';
import { readAccountTransaction } from '../../src/client/information.ts';

export default class AccountsTransaction extends BankCommand<ReadTransaction> {
  static override summary = 'Read a transaction of an account.';
  static override description =
    "Works for booked and pending transactions. Take the id from the list. A payment keeps its id when it's booked.";
  static override examples = BankCommand.listExamples({
    'By the id from the list': 'accounts transaction 99901067291 kQ3nV0b1cT8sYpR5dW2xZa',
  });
  static override args = {
    ...accountArg,
    transaction: Args.string({ description: 'The transactionId from the list.', required: true }),
  };
  static override flags = consentFlags;

  protected override readonly presentation = readTransaction;

  async run(): Promise<ReadTransaction> {
    const { args, flags } = await this.parse(AccountsTransaction);
    const { account, transaction: transactionId } = args;
    return readInformation(this.context, informationChoice(flags, this.usualSca), async (as) =>
      as.call(readAccountTransaction, {
        accountId: await findAccountId(as, ACCOUNTS, account),
        transactionId,
      }),
    );
  }
}
