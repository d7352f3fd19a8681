import { make } from '../../../src/app/sandbox/making.ts';
import { newTransactions } from '../../../src/app/sandbox/transactions.ts';
import { Flags } from '../../../src/cli/flags.ts';
import { type MadeTransactions, madeTransactions } from '../../../src/cli/resources/sandbox-transaction.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { accountArg, fileFlag, optional, required } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxTransactionsAdd extends SandboxCommand<MadeTransactions> {
  static override summary = 'Add transactions to an account.';
  static override description =
    'One of flags, or up to 2000 of a file: all of them or none. They move its balance at once. What no flag gives is ' +
    'empty. Amounts are whole units.';
  static override examples = [
    {
      description: 'Money that comes in',
      command:
        "<%= config.bin %> sandbox transactions add 99901067291 --in 42000 --text Lønn --counterparty-name 'Prøve Bygg AS'",
    },
    {
      description: 'Money that went out last year',
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
    in: Flags.string({ description: 'Money that comes in.', helpValue: 'AMOUNT', exclusive: ['out'] }),
    out: required('Money that goes out, in place of --in.', 'AMOUNT'),
    date: optional("Date of booking; default: the bank's today.", 'YYYY-MM-DD'),
    'value-date': optional('Value date; default: the date of booking.', 'YYYY-MM-DD'),
    text: optional('Unstructured remittance information.', 'TEXT'),
    'counterparty-name': optional('Name of the other party.', 'NAME'),
    'counterparty-bban': optional('Account number of the other party.', 'BBAN'),
    code: optional('ISO 20022 bank transaction code; default: a domestic credit transfer.', 'CODE'),
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
