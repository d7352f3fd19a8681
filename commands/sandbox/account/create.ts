import { newAccount } from '../../../src/app/sandbox/accounts.ts';
import { make } from '../../../src/app/sandbox/making.ts';
import { pasted } from '../../../src/cli/pasted.ts';
import { type ShownAccount, shownAccount } from '../../../src/cli/resources/sandbox-account.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { fileFlag, optional, required } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxAccountCreate extends SandboxCommand<ShownAccount> {
  static override summary = 'Make an account of a customer.';
  static override description =
    'Without --bban and --iban the bank gives it a number of its own; one of them makes the other. Amounts are whole ' +
    'units of the currency.';
  static override examples = [
    {
      description: 'With money on it',
      command:
        '<%= config.bin %> sandbox account create --customer 15813963008 --name Sparekonto --currency NOK --balance 5000',
    },
    {
      description: 'In euros, with a number of your own',
      command:
        '<%= config.bin %> sandbox account create --customer 310999016 --name Valutakonto --currency EUR --bban 99905012343',
    },
  ];
  static override flags = {
    customer: required('Its owner, by id or number.', 'CUSTOMER'),
    name: required('Name of the account.', 'NAME'),
    currency: required('Currency of the account.', 'NOK'),
    bban: optional('Account number: 11 digits.', 'BBAN'),
    iban: optional('IBAN, in place of the account number.', 'IBAN'),
    product: optional("The bank's product; default: the name.", 'NAME'),
    type: optional('Type of cash account, such as CACC or SVGS; default CACC.', 'TYPE'),
    'credit-line': optional('How far below zero it may go; default 0.', 'N'),
    balance: optional('What is booked on it; default 0.', 'N'),
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
