import type { Meta } from '../../../src/app/at-bank.ts';
import { removeEngagement, whichEngagement } from '../../../src/app/sandbox/agreements.ts';
import { deleted } from '../../../src/cli/resources/owned.ts';
import { SandboxCommand } from '../../../src/cli/sandbox-command.ts';
import { engagementArgs } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxEngagementDelete extends SandboxCommand<Meta> {
  static override summary = 'Delete an engagement of an agreement.';
  static override description = 'The customer no longer pays from its account in this agreement.';
  static override examples = [
    {
      description: 'By the two ids',
      command: '<%= config.bin %> sandbox engagement delete kQ3nV0b1cT8sYpR5dW2xZa 5qTFJUcwG8xWI00BOc9BGp',
    },
  ];
  static override args = engagementArgs;

  private deletedName = '';

  protected override get presentation() {
    return deleted('Engagement {} is deleted.', this.deletedName);
  }

  async run(): Promise<Meta> {
    const parsed = await this.parse(SandboxEngagementDelete);
    return this.asking(whichEngagement, parsed, (given) => {
      this.deletedName = given.ENGAGEMENT ?? '';
      return removeEngagement(this.program, given, parsed.flags.profile);
    });
  }
}
