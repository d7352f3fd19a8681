import { list } from '../../../src/app/sandbox/data.ts';
import { AGREEMENTS } from '../../../src/app/sandbox/sorts.ts';
import { type ListedAgreements, listedAgreements } from '../../../src/cli/resources/sandbox-agreement.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';

export default class SandboxAgreementList extends SandboxCommand<ListedAgreements> {
  static override summary = "List the sandbox's agreements.";
  static override description =
    'Every private customer has one. A corporate agreement is available to its owner and to everyone with an engagement in it.';
  static override examples = [
    { description: 'All agreements', command: '<%= config.bin %> sandbox agreement list' },
  ];

  protected override get presentation() {
    return listedAgreements(this.owners);
  }

  async run(): Promise<ListedAgreements> {
    const { flags } = await this.parse(SandboxAgreementList);
    const how = { profile: flags.profile, withOwners: this.withOwners };
    return this.shown(await list(this.program, AGREEMENTS, how));
  }
}
