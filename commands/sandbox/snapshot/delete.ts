import { Psd2Command } from '../../../src/cli/base-command.ts';
import { QUIET } from '../../../src/cli/columns.ts';
import { Args, Flags } from '../../../src/cli/flags.ts';
import { createCard } from '../../../src/cli/presentation.ts';
import {
  buildSnapshotPath,
  deleteSnapshotFile,
  refuseMissing,
  type SnapshotFile,
} from '../../../src/sandbox/snapshots.ts';
import { assertRequirements, confirmDeletion, OPERATOR } from '../../../src/session/context.ts';
import { openSettings } from '../../../src/settings/precedence.ts';

export default class SandboxSnapshotDelete extends Psd2Command<SnapshotFile> {
  static override summary = 'Delete a snapshot.';
  static override description = "Deletes the file. The sandbox's data isn't changed.";
  static override examples = Psd2Command.listExamples({
    'One you no longer need': 'sandbox snapshot delete before --yes',
  });
  static override args = { name: Args.string({ description: 'Name of a snapshot.', required: true }) };

  static override flags = { yes: Flags.boolean({ description: 'Delete it without asking.' }) };

  protected override readonly presentation = createCard<SnapshotFile>([
    ['Deleted', 'name', 'identifier', QUIET],
    ['File', 'file', 'identifier'],
  ]);

  async run(): Promise<SnapshotFile> {
    const { args, flags } = await this.parse(SandboxSnapshotDelete);
    const { yes, profile } = flags;
    const settings = openSettings(this.context.surroundings, { profile });
    assertRequirements(settings.profile, OPERATOR);
    const file = buildSnapshotPath(settings, args.name);
    refuseMissing(file);
    const what = `snapshot ${args.name} (${file}).`;
    await confirmDeletion(this.context, { yes, verb: 'delete', what });
    return deleteSnapshotFile(file);
  }
}
