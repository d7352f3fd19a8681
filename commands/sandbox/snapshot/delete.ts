import { deleteSnapshot } from '../../../src/app/sandbox/snapshots.ts';
import { Psd2Command } from '../../../src/cli/base-command.ts';
import { Args, Flags } from '../../../src/cli/flags.ts';
import { deletedSnapshot, type SnapshotFile } from '../../../src/cli/resources/snapshot.ts';

export default class SandboxSnapshotDelete extends Psd2Command<SnapshotFile> {
  static override summary = 'Delete a snapshot.';
  static override description = "The file goes; the sandbox's data stays as it is.";
  static override examples = [
    {
      description: 'One you no longer need',
      command: '<%= config.bin %> sandbox snapshot delete before --yes',
    },
  ];
  static override args = {
    name: Args.string({ description: 'Name of a snapshot.', required: true }),
  };

  static override flags = {
    yes: Flags.boolean({ description: 'Delete it without asking.' }),
  };

  protected override readonly presentation = deletedSnapshot;

  async run(): Promise<SnapshotFile> {
    const { args, flags } = await this.parse(SandboxSnapshotDelete);
    const { yes, profile } = flags;
    return deleteSnapshot(this.program, { name: args.name, yes }, { profile });
  }
}
