import { Args, createCard, Flags, QUIET } from '../../../src/cli/command.ts';
import { getOperation } from '../../../src/client/operation.ts';
import { defineSandboxCommand } from '../../../src/sandbox/command.ts';
import type { SnapshotFile } from '../../../src/sandbox/snapshot-folder.ts';
import { buildSnapshotPath, refuseThere, writeSnapshotFile } from '../../../src/sandbox/snapshots.ts';
import { OPERATOR } from '../../../src/session/context.ts';
import { openSettings } from '../../../src/settings/precedence.ts';

/** @see D16-snapshot, C-snapshot */
export default defineSandboxCommand(
  {
    summary: "Save the sandbox's data in a text file.",
    description:
      'One line for each customer, account, transaction and payment, so that two snapshots can be compared with git diff. ' +
      'Sessions, open SCAs and secrets are left out. The file goes to the folder snapshots in PSD2_HOME, or to ' +
      'snapshotFolder of psd2.config.json.',
    examples: {
      'Before you try something': 'sandbox snapshot save before',
      'Once more': 'sandbox snapshot save before --force',
    },
    args: { name: Args.string({ description: 'Name of the new snapshot.', required: true }) },
    flags: { force: Flags.boolean({ description: 'Replace a snapshot with this name.' }) },
    presentation: createCard<SnapshotFile & { readonly records: number }>([
      ['Saved', 'name', 'identifier', QUIET],
      ['File', 'file', 'identifier'],
      ['Records', 'records', 'count'],
    ]),
  },
  async (command, parsed) => {
    const { name } = parsed.args;
    const { surroundings } = command.context;
    const settings = openSettings(surroundings, { profile: parsed.flags.profile });
    const file = buildSnapshotPath(settings, name);
    refuseThere(file, name, parsed.flags.force);
    const saved = await command.act(
      parsed,
      async ({ session, withMeta }) => {
        const { resource, meta } = await session.operate(getOperation('take snapshot'), undefined);
        const { records } = resource;
        const written = writeSnapshotFile(file, records, surroundings, settings);
        return withMeta({ resource: { ...written, records: records.length }, meta });
      },
      OPERATOR,
    );
    command.next([`sandbox snapshot restore ${name}`]);
    return saved;
  },
);
