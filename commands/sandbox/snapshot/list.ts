import { Psd2Command } from '../../../src/cli/base-command.ts';
import { QUIET } from '../../../src/cli/columns.ts';
import { createTable } from '../../../src/cli/presentation.ts';
import type { Items } from '../../../src/sandbox/resource.ts';
import { listSnapshotFiles, type SnapshotFile } from '../../../src/sandbox/snapshots.ts';
import { assertRequirements, OPERATOR } from '../../../src/session/context.ts';
import { openSettings } from '../../../src/settings/precedence.ts';

export default class SandboxSnapshotList extends Psd2Command<Items<SnapshotFile>> {
  static override summary = 'List snapshots.';
  static override description =
    'Those in the folder, whichever profile saved them: any sandbox can restore them.';
  static override examples = Psd2Command.listExamples({ 'All snapshots': 'sandbox snapshot list' });

  protected override readonly presentation = createTable<SnapshotFile, Items<SnapshotFile>>(
    [
      ['Snapshot', 'name', 'identifier', QUIET],
      ['Saved', 'savedAt', 'date'],
      ['Bytes', ({ bytes }) => `${bytes}`],
      ['File', 'file', 'identifier'],
    ],
    ({ items }) => items,
    'No snapshots. Save one:\npsd2 sandbox snapshot save NAME',
  );

  async run(): Promise<Items<SnapshotFile>> {
    const { flags } = await this.parse(SandboxSnapshotList);
    const settings = openSettings(this.context.surroundings, { profile: flags.profile });
    assertRequirements(settings.profile, OPERATOR);
    return { items: listSnapshotFiles(settings) };
  }
}
