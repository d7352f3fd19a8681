import { restoreSaved } from '../../../src/app/sandbox/snapshots.ts';
import { BankCommand } from '../../../src/cli/bank-command.ts';
import { Args, Flags } from '../../../src/cli/flags.ts';
import { type RestoredSnapshot, restoredSnapshot } from '../../../src/cli/resources/snapshot.ts';
import { goneInWords } from '../../../src/explain/world-in-words.ts';

export default class SandboxSnapshotRestore extends BankCommand<RestoredSnapshot> {
  static override summary = "Replace the sandbox's data with a snapshot.";
  static override description =
    'Everything is as it was saved, the clock too; what has been done since is gone, and all sessions end. The whole ' +
    'file is checked first. At a terminal you confirm first; elsewhere --yes is needed where there is data. Requests that are under way get 503 and can be sent again.';
  static override examples = [
    { description: 'Back to where you were', command: '<%= config.bin %> sandbox snapshot restore before' },
    {
      description: 'Without a prompt',
      command: '<%= config.bin %> sandbox snapshot restore before --yes',
    },
  ];
  static override args = {
    name: Args.string({ description: 'Name of a snapshot.', required: true }),
  };
  static override flags = {
    yes: Flags.boolean({ description: 'Replace the data without asking.' }),
  };

  protected override readonly presentation = restoredSnapshot;

  async run(): Promise<RestoredSnapshot> {
    const { args, flags } = await this.parse(SandboxSnapshotRestore);
    const { yes, profile } = flags;
    const tellsWhatWent = !this.jsonEnabled() && !this.isQuiet;
    const asked = { name: args.name, yes, tellsWhatWent };
    const { restored, gone } = await restoreSaved(this.program, asked, { profile });
    if (gone !== undefined) this.notice(goneInWords(gone));
    return restored;
  }
}
