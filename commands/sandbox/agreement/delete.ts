import type { Meta } from '../../../src/app/at-bank.ts';
import { whichAgreement } from '../../../src/app/sandbox/agreements.ts';
import { remove } from '../../../src/app/sandbox/data.ts';
import { AGREEMENTS } from '../../../src/app/sandbox/sorts.ts';
import { deleted } from '../../../src/cli/resources/owned.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { agreementArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxAgreementDelete extends SandboxCommand<Meta> {
  static override summary = 'Delete an agreement.';
  static override description = 'Its engagements go with it. Of a private agreement, delete the customer.';
  static override examples = [
    {
      description: 'By its id',
      command: '<%= config.bin %> sandbox agreement delete kQ3nV0b1cT8sYpR5dW2xZa',
    },
  ];
  static override args = agreementArg;

  private deletedName = '';

  protected override get presentation() {
    return deleted('Agreement {} is deleted.', this.deletedName);
  }

  async run(): Promise<Meta> {
    const parsed = await this.parse(SandboxAgreementDelete);
    return this.asking(whichAgreement, parsed, (given) => {
      this.deletedName = given.AGREEMENT ?? '';
      return remove(this.program, AGREEMENTS, given, parsed.flags);
    });
  }
}
