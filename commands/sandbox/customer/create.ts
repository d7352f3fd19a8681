import { newCustomer } from '../../../src/app/sandbox/customers.ts';
import { make } from '../../../src/app/sandbox/making.ts';
import { pasted } from '../../../src/cli/pasted.ts';
import { type ShownCustomer, shownCustomer } from '../../../src/cli/resources/sandbox-customer.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { fileFlag, required } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxCustomerCreate extends SandboxCommand<ShownCustomer> {
  static override summary = 'Create a customer.';
  static override description =
    'The PSU enters the number at the bank, and other commands take it as --as. A private customer gets an agreement at once. For a corporate customer, create one.';
  static override examples = [
    {
      description: 'A person',
      command:
        "<%= config.bin %> sandbox customer create --number 03898712345 --name 'Siv Prøve' --type PRIVATE",
    },
    {
      description: 'A company',
      command:
        "<%= config.bin %> sandbox customer create --number 310999032 --name 'Prøve Bygg AS' --type CORPORATE",
    },
  ];
  static override flags = {
    number: required('Customer number, which identifies the PSU.', 'NUMBER'),
    name: required('Name of the customer.', 'NAME'),
    type: required('PRIVATE or CORPORATE.', 'TYPE'),
    ...fileFlag('The customer'),
  };

  protected override readonly presentation = shownCustomer;

  async run(): Promise<ShownCustomer> {
    const parsed = await this.parse(SandboxCustomerCreate);
    const { profile } = parsed.flags;
    const made = await this.making(newCustomer, parsed, (input) =>
      make(this.program, newCustomer, input, profile),
    );
    const owner = pasted(made.customerNumber, made.customerId);
    this.next([
      `sandbox account create --customer ${owner} --name Brukskonto --currency NOK`,
      ...(made.customerType === 'CORPORATE'
        ? [`sandbox agreement create --owner ${owner} --name Nettbank`]
        : []),
    ]);
    return made;
  }
}
