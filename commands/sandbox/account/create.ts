import { newAccount } from '../../../src/app/sandbox/accounts.ts';
import { make } from '../../../src/app/sandbox/making.ts';
import { pasted } from '../../../src/cli/pasted.ts';
import { type ShownAccount, shownAccount } from '../../../src/cli/resources/sandbox-account.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { fileFlag, optional, required } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxAccountCreate extends SandboxCommand<ShownAccount> {
  static override summary = 'Create an account for a customer.';
  static override description =
    'Without --bban or --iban, the bank picks a number. If you set one of them, the other follows from it. Amounts are whole units of the currency.';
  static override examples = [
    {
      description: 'With a balance',
      command:
        '<%= config.bin %> sandbox account create --customer 15813963008 --name Sparekonto --currency NOK --balance 5000',
    },
    {
      description: 'In euros, with a number you choose',
      command:
        '<%= config.bin %> sandbox account create --customer 310999016 --name Valutakonto --currency EUR --bban 99905012343',
    },
  ];
  static override flags = {
    customer: required('The owner, by customer id or number.', 'CUSTOMER'),
    name: required('Name of the account.', 'NAME'),
    currency: required('Currency of the account.', 'NOK'),
    bban: optional('Account number: 11 digits.', 'BBAN'),
    iban: optional('IBAN, instead of the account number.', 'IBAN'),
    product: optional("The bank's product. Default: the name.", 'NAME'),
    type: optional('Type of cash account, such as CACC or SVGS. Default: CACC.', 'TYPE'),
    'credit-line': optional('How far below zero it may go. Default: 0.', 'N'),
    balance: optional('Booked balance. Default: 0.', 'N'),
    ...fileFlag('The account'),
  };

  protected override get presentation() {
    return shownAccount(this.owners);
  }

  async run(): Promise<ShownAccount> {
    const parsed = await this.parse(SandboxAccountCreate);
    const { profile } = parsed.flags;
    const made = await this.making(newAccount, parsed, (input) =>
      make(this.program, newAccount, input, profile),
    );
    const account = pasted(made.bban, made.id);
    this.next([
      `sandbox transactions add ${account} --in 5000 --text Lønn`,
      `payments create --domestic --example --from-bban ${account}`,
    ]);
    return made;
  }
}
