import type { Meta } from '../../../src/app/at-bank.ts';
import { removeEngagement, whichEngagement } from '../../../src/app/sandbox/agreements.ts';
import { SandboxDeletion } from '../../../src/cli/sandbox-deletion.ts';
import { engagementArgs } from '../../../src/cli/sandbox-flags.ts';

export default class SandboxEngagementDelete extends SandboxDeletion {
  static override summary = 'Delete an engagement from an agreement.';
  static override description = 'The customer can no longer pay from the account in this agreement.';
  static override examples = [
    {
      description: 'By both ids',
      command:
        '<%= config.bin %> sandbox engagement delete kQ3nV0b1cT8sYpR5dW2xZa 5qTFJUcwG8xWI00BOc9BGp --yes',
    },
  ];
  static override args = engagementArgs;

  protected override readonly sentence = 'Engagement {} deleted.';

  async run(): Promise<Meta> {
    const parsed = await this.parse(SandboxEngagementDelete);
    return this.deleting(whichEngagement, parsed, (given) =>
      removeEngagement(this.program, given, parsed.flags),
    );
  }
}
