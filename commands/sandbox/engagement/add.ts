import { newEngagement } from '../../../src/app/sandbox/agreements.ts';
import { make } from '../../../src/app/sandbox/making.ts';
import { pasted } from '../../../src/cli/pasted.ts';
import { type ShownEngagement, shownEngagement } from '../../../src/cli/resources/sandbox-agreement.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { agreementArg, fileFlag, required } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxEngagementAdd extends SandboxCommand<ShownEngagement> {
  static override summary = 'Grant a customer access to an account in an agreement.';
  static override description =
    "With both roles the customer can act as PSU in the agreement, and see and pay from the account. The account must belong to the agreement's owner.";
  static override examples = [
    {
      description: 'Both roles',
      command:
        '<%= config.bin %> sandbox engagement add kQ3nV0b1cT8sYpR5dW2xZa --customer 15813963008 --account 99901440170 --roles VIEW,REGISTER',
    },
  ];
  static override args = agreementArg;
  static override flags = {
    customer: required('The customer who gets access, by id or number.', 'CUSTOMER'),
    account: required("The owner's account, by id, bban or IBAN.", 'ACCOUNT'),
    roles: required('VIEW, REGISTER or both, separated by a comma.', 'ROLES'),
    ...fileFlag('The engagement'),
  };

  protected override get presentation() {
    return shownEngagement(this.owners);
  }

  async run(): Promise<ShownEngagement> {
    const parsed = await this.parse(SandboxEngagementAdd);
    const { profile } = parsed.flags;
    let agreement = '';
    const made = await this.making(newEngagement, parsed, (input) => {
      agreement = input.given.AGREEMENT ?? '';
      return make(this.program, newEngagement, input, profile);
    });
    this.next([
      ...(made.roles.length < 2 ? [] : [paying(made, agreement)]),
      `sandbox agreement get ${pasted(agreement, agreement)}`,
    ]);
    return made;
  }
}

/** What both roles are for. */
function paying({ customer, account }: ShownEngagement, agreement: string): string {
  const bban = account.iban.slice('NO00'.length);
  const who = `--as ${pasted(customer, customer)} --agreement ${pasted(agreement, agreement)}`;
  return `payments create --domestic --example --from-bban ${pasted(bban, bban)} ${who} --sca approve`;
}
