import { readEngagement, whichEngagement } from '../../../src/app/sandbox/agreements.ts';
import { type ShownEngagement, shownEngagement } from '../../../src/cli/resources/sandbox-agreement.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { engagementArgs } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxEngagementGet extends SandboxCommand<ShownEngagement> {
  static override summary = 'Read an engagement in an agreement.';
  static override examples = [
    {
      description: 'By both ids',
      command: '<%= config.bin %> sandbox engagement get kQ3nV0b1cT8sYpR5dW2xZa 5qTFJUcwG8xWI00BOc9BGp',
    },
  ];
  static override args = engagementArgs;

  protected override get presentation() {
    return shownEngagement(this.owners);
  }

  async run(): Promise<ShownEngagement> {
    const parsed = await this.parse(SandboxEngagementGet);
    const how = { profile: parsed.flags.profile, withOwners: this.withOwners };
    return this.asking(whichEngagement, parsed, async (given) =>
      this.shown(await readEngagement(this.program, given, how)),
    );
  }
}
