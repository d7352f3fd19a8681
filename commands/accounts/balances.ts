import { type ReadHistory, readHistory } from '../../src/accounts/balance-history.ts';
import { ACCOUNTS, findAccountId, type ReadBalances, readInformation } from '../../src/accounts/read.ts';
import { BankCommand } from '../../src/cli/bank-command.ts';
import { daysToPlot, plotFlags } from '../../src/cli/plot-flags.ts';
import { accountArg, consentFlags, informationChoice } from '../../src/cli/psu-flags.ts';
import { readBalances } from '../../src/cli/resources/account.ts';
import { plottedBalances } from '../../src/cli/resources/balance-history.ts';
import { readAccountBalances } from '../../src/client/information.ts';

type Shown = ReadBalances | ReadHistory;

export default class AccountsBalances extends BankCommand<Shown> {
  static override summary = "Read an account's balances.";
  static override description =
    'To find an account by its number, the list of accounts is read, which needs an SCA within the last hour. By resourceId you can read it for 180 days. ' +
    '--plot works back from today through the booked transactions, so it misses other changes, such as ' +
    'sandbox balance set. With --json it prints one point for each day.';
  static override examples = BankCommand.listExamples({
    'By account number': 'accounts balances 99901067291',
    'A plot of the last 90 days': 'accounts balances 99901067291 --plot',
    'While the PSU is away, four times a day': 'accounts balances 99901067291 --psu-absent',
  });
  static override args = accountArg;
  static override flags = { ...consentFlags, ...plotFlags };

  protected override readonly presentation = {
    text: (shown: Shown, look: Parameters<typeof readBalances.text>[1]) =>
      isHistory(shown) ? plottedBalances.text(shown, look) : readBalances.text(shown, look),
    quiet: (shown: Shown) =>
      isHistory(shown) ? plottedBalances.quiet(shown) : (readBalances.quiet?.(shown) ?? []),
  };

  async run(): Promise<Shown> {
    const { args, flags } = await this.parse(AccountsBalances);
    const days = daysToPlot(flags, this.argv);
    const choice = informationChoice(flags, this.usualSca);
    if (days !== undefined) return readHistory(this.context, args.account, days, choice);
    return readInformation(this.context, choice, async (as) =>
      as.call(readAccountBalances, { accountId: await findAccountId(as, ACCOUNTS, args.account) }),
    );
  }
}

function isHistory(shown: Shown): shown is ReadHistory {
  return 'points' in shown;
}
