import { whichAgreement } from '../../../src/app/sandbox/agreements.ts';
import { read } from '../../../src/app/sandbox/data.ts';
import { AGREEMENTS } from '../../../src/app/sandbox/sorts.ts';
import { type ShownAgreement, shownAgreement } from '../../../src/cli/resources/sandbox-agreement.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { agreementArg } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxAgreementGet extends SandboxCommand<ShownAgreement> {
  static override summary = 'Read an agreement with its engagements.';
  static override examples = [
    { description: 'By id', command: '<%= config.bin %> sandbox agreement get kQ3nV0b1cT8sYpR5dW2xZa' },
  ];
  static override args = agreementArg;

  protected override get presentation() {
    return shownAgreement(this.owners);
  }

  async run(): Promise<ShownAgreement> {
    const parsed = await this.parse(SandboxAgreementGet);
    const how = { profile: parsed.flags.profile, withOwners: this.withOwners };
    return this.asking(whichAgreement, parsed, async (given) =>
      this.shown(await read(this.program, AGREEMENTS, given, how)),
    );
  }
}
