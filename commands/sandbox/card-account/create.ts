import { newCardAccount } from '../../../src/app/sandbox/card-accounts.ts';
import { make } from '../../../src/app/sandbox/making.ts';
import { pasted } from '../../../src/cli/pasted.ts';
import { type ShownCardAccount, shownCardAccount } from '../../../src/cli/resources/sandbox-card-account.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { fileFlag, required } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxCardAccountCreate extends SandboxCommand<ShownCardAccount> {
  static override summary = 'Create a card account for a customer.';
  static override description = 'Amounts are whole units of the currency.';
  static override examples = [
    {
      description: 'A credit card',
      command:
        '<%= config.bin %> sandbox card-account create --customer 15813963008 --masked-pan 492500xxxxxx1234 --currency NOK --credit-limit 20000',
    },
  ];
  static override flags = {
    customer: required('The owner, by customer id or number.', 'CUSTOMER'),
    'masked-pan': required('Card number with its middle digits masked.', 'PAN'),
    currency: required('Currency of the card account.', 'NOK'),
    'credit-limit': required('How far below zero it may go.', 'N'),
    ...fileFlag('The card account'),
  };

  protected override get presentation() {
    return shownCardAccount(this.owners);
  }

  async run(): Promise<ShownCardAccount> {
    const parsed = await this.parse(SandboxCardAccountCreate);
    const { profile } = parsed.flags;
    const made = await this.making(newCardAccount, parsed, (input) =>
      make(this.program, newCardAccount, input, profile),
    );
    const { identification } = made.relatedAccount;
    this.next([
      `sandbox card-transactions add ${pasted(made.resourceId, made.resourceId)} --amount 250 --text Dagligvarer`,
      `payments create --domestic --example --from-card ${pasted(identification, identification)}`,
    ]);
    return made;
  }
}
