import { newAgreement } from '../../../src/app/sandbox/agreements.ts';
import { make } from '../../../src/app/sandbox/making.ts';
import { pasted } from '../../../src/cli/pasted.ts';
import { type ShownAgreement, shownAgreement } from '../../../src/cli/resources/sandbox-agreement.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { fileFlag, required } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxAgreementCreate extends SandboxCommand<ShownAgreement> {
  static override summary = 'Create an agreement for a corporate customer.';
  static override description =
    "The owner can see and pay from all of the customer's accounts. Other customers need an engagement for each account.";
  static override examples = [
    {
      description: 'An agreement',
      command: '<%= config.bin %> sandbox agreement create --owner 310999016 --name Hovedavtale',
    },
  ];
  static override flags = {
    owner: required('The corporate customer, by id or number.', 'CUSTOMER'),
    name: required('Name of the agreement.', 'NAME'),
    ...fileFlag('The agreement, with its engagements,'),
  };

  protected override get presentation() {
    return shownAgreement(this.owners);
  }

  async run(): Promise<ShownAgreement> {
    const parsed = await this.parse(SandboxAgreementCreate);
    const { profile } = parsed.flags;
    const made = await this.making(newAgreement, parsed, (input) =>
      make(this.program, newAgreement, input, profile),
    );
    const id = pasted(made.agreementId, made.agreementId);
    this.next([`sandbox engagement add ${id}`, `sandbox agreement get ${id}`]);
    return made;
  }
}
