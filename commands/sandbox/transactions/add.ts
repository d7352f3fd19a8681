import { make } from '../../../src/app/sandbox/making.ts';
import { newTransactions } from '../../../src/app/sandbox/transactions.ts';
import { Flags } from '../../../src/cli/flags.ts';
import { type MadeTransactions, madeTransactions } from '../../../src/cli/resources/sandbox-transaction.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { accountArg, fileFlag, optional, required } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxTransactionsAdd extends SandboxCommand<MadeTransactions> {
  static override summary = 'Add transactions to an account.';
  static override description =
    "Add one with flags, or up to 2000 from a file: either all are added or none. They change the balance at once. Fields you don't set stay empty. Amounts are whole units of the currency.";
  static override examples = [
    {
      description: 'Incoming money',
      command:
        "<%= config.bin %> sandbox transactions add 99901067291 --in 42000 --text Lønn --counterparty-name 'Prøve Bygg AS'",
    },
    {
      description: 'Outgoing money, dated last year',
      command:
        '<%= config.bin %> sandbox transactions add 99901067291 --out 250 --date 2025-12-23 --counterparty-bban 99911200011',
    },
    {
      description: 'Many at once',
      command: '<%= config.bin %> sandbox transactions add 99901067291 --file transactions.json',
    },
  ];
  static override args = accountArg;
  static override flags = {
    in: Flags.string({ description: 'Incoming amount.', helpValue: 'AMOUNT', exclusive: ['out'] }),
    out: required('Outgoing amount, instead of --in.', 'AMOUNT'),
    date: optional('Booking date. Default: today at the bank.', 'YYYY-MM-DD'),
    'value-date': optional('Value date. Default: the booking date.', 'YYYY-MM-DD'),
    text: optional('Unstructured remittance information.', 'TEXT'),
    'counterparty-name': optional('Name of the other party.', 'NAME'),
    'counterparty-bban': optional('Account number of the other party.', 'BBAN'),
    code: optional('ISO 20022 bank transaction code. Default: a domestic credit transfer.', 'CODE'),
    ...fileFlag('The transactions'),
  };

  protected override readonly presentation = madeTransactions;

  async run(): Promise<MadeTransactions> {
    const parsed = await this.parse(SandboxTransactionsAdd);
    const { profile } = parsed.flags;
    return this.making(newTransactions, parsed, (input) =>
      make(this.program, newTransactions, input, profile),
    );
  }
}
