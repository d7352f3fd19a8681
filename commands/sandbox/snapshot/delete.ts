import { createCard, createPickedArg, defineCommand, Flags, QUIET } from '../../../src/cli/command.ts';
import type { SnapshotFile } from '../../../src/sandbox/snapshot-folder.ts';
import { buildSnapshotPath, deleteSnapshotFile, refuseMissing } from '../../../src/sandbox/snapshots.ts';
import { assertRequirements, confirmDeletion, OPERATOR } from '../../../src/session/context.ts';
import { openSettings } from '../../../src/settings/precedence.ts';

export default defineCommand(
  {
    summary: 'Delete a snapshot.',
    description: "Deletes the file. The sandbox's data isn't changed.",
    examples: { 'One you no longer need': 'sandbox snapshot delete before --yes' },
    args: {
      name: createPickedArg('snapshot', 'Name of a snapshot.'),
    },
    flags: { yes: Flags.boolean({ description: 'Delete it without asking.' }) },
    presentation: createCard<SnapshotFile>([
      ['Deleted', 'name', 'identifier', QUIET],
      ['File', 'file', 'identifier'],
    ]),
  },
  async ({ context }, { args: { name }, flags: { yes, profile } }) => {
    const settings = openSettings(context.surroundings, { profile });
    assertRequirements(settings.profile, OPERATOR);
    const file = buildSnapshotPath(settings, name);
    refuseMissing(file);
    await confirmDeletion(context, { yes, verb: 'delete', what: `snapshot ${name} (${file}).` });
    return deleteSnapshotFile(file);
  },
);
