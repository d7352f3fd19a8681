import type { Meta } from '../../../src/app/at-bank.ts';
import { whichAgreement } from '../../../src/app/sandbox/agreements.ts';
import { remove } from '../../../src/app/sandbox/data.ts';
import { AGREEMENTS } from '../../../src/app/sandbox/sorts.ts';
import { SandboxDeletion } from '../../../src/cli/sandbox-deletion.ts';
import { agreementArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxAgreementDelete extends SandboxDeletion {
  static override summary = 'Delete an agreement.';
  static override description =
    'Its engagements are deleted too. To delete a private agreement, delete its customer.';
  static override examples = [
    {
      description: 'By id',
      command: '<%= config.bin %> sandbox agreement delete kQ3nV0b1cT8sYpR5dW2xZa --yes',
    },
  ];
  static override args = agreementArg;

  protected override readonly sentence = 'Agreement {} deleted.';

  async run(): Promise<Meta> {
    const parsed = await this.parse(SandboxAgreementDelete);
    return this.deleting(whichAgreement, parsed, (given) =>
      remove(this.program, AGREEMENTS, given, parsed.flags),
    );
  }
}
