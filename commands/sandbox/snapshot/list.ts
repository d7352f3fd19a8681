import { listSnapshots } from '../../../src/app/sandbox/snapshots.ts';
import { Psd2Command } from '../../../src/cli/base-command.ts';
import { type ListedSnapshots, listedSnapshots } from '../../../src/cli/resources/snapshot.ts';

export default class SandboxSnapshotList extends Psd2Command<ListedSnapshots> {
  static override summary = 'List snapshots.';
  static override description =
    'Those in the folder, whichever profile saved them: any sandbox can restore them.';
  static override examples = [
    { description: 'All snapshots', command: '<%= config.bin %> sandbox snapshot list' },
  ];

  protected override readonly presentation = listedSnapshots;

  async run(): Promise<ListedSnapshots> {
    const { flags } = await this.parse(SandboxSnapshotList);
    return listSnapshots(this.program, { profile: flags.profile });
  }
}
