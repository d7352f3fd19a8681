import { createList, defineCommand, QUIET, SPARE } from '../../../src/cli/command.ts';
import { listSnapshotFiles, type SnapshotFile } from '../../../src/sandbox/snapshot-folder.ts';
import { assertRequirements, OPERATOR } from '../../../src/session/context.ts';
import { openSettings } from '../../../src/settings/precedence.ts';

export default defineCommand(
  {
    summary: 'List snapshots.',
    description: 'Those in the folder, whichever profile saved them: any sandbox can restore them.',
    examples: { 'All snapshots': 'sandbox snapshot list' },
    presentation: createList<SnapshotFile>(
      [
        ['Snapshot', 'name', 'identifier', QUIET],
        ['Saved', 'savedAt', 'time'],
        ['Bytes', 'bytes', 'count'],
        ['File', 'file', 'identifier', SPARE],
      ],
      'No snapshots. Save one:\npsd2 sandbox snapshot save NAME',
    ),
  },
  async ({ context }, { flags: { profile } }) => {
    const settings = openSettings(context.surroundings, { profile });
    assertRequirements(settings.profile, OPERATOR);
    return { items: listSnapshotFiles(settings) };
  },
);
