import { saveSnapshot } from '../../../src/app/sandbox/snapshots.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { Args, Flags } from '../../../src/cli/flags.ts';
import { type SavedSnapshot, savedSnapshot } from '../../../src/cli/resources/snapshot.ts';

export default class SandboxSnapshotSave extends BankCommand<SavedSnapshot> {
  static override summary = "Save the sandbox's data in a text file.";
  static override description =
    'One line for each customer, account, transaction and payment, so that two snapshots can be compared with git diff. ' +
    'Sessions, open SCAs and secrets are left out. The file goes to the folder snapshots in PSD2_HOME, or to ' +
    'snapshotFolder of psd2.config.json.';
  static override examples = [
    { description: 'Before you try something', command: '<%= config.bin %> sandbox snapshot save before' },
    { description: 'Once more', command: '<%= config.bin %> sandbox snapshot save before --force' },
  ];
  static override args = {
    name: Args.string({ description: 'Name of the new snapshot.', required: true }),
  };
  static override flags = {
    force: Flags.boolean({ description: 'Replace a snapshot with this name.' }),
  };

  protected override readonly presentation = savedSnapshot;

  async run(): Promise<SavedSnapshot> {
    const { args, flags } = await this.parse(SandboxSnapshotSave);
    const { force, profile } = flags;
    const saved = await saveSnapshot(this.program, { name: args.name, force }, { profile });
    if (saved !== undefined) this.next([`sandbox snapshot restore ${args.name}`]);
    return saved;
  }
}
