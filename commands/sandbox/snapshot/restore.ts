import { createCard, createPickedArg, Flags, QUIET } from '../../../src/cli/command.ts';
import { getOperation } from '../../../src/client/operation.ts';
import { defineSandboxCommand } from '../../../src/sandbox/command.ts';
import { buildSnapshotPath, readSnapshotFile, refuseMissing } from '../../../src/sandbox/snapshots.ts';
import { formatGone, replaceWorld } from '../../../src/sandbox/world.ts';
import { OPERATOR } from '../../../src/session/context.ts';
import { openSettings } from '../../../src/settings/precedence.ts';
import type { RestoredWorld } from '../../../src/wire/answers/operator.ts';

/** @see D16-restore, C-snapshot */
export default defineSandboxCommand(
  {
    summary: "Replace the sandbox's data with a snapshot.",
    description:
      'Everything is as it was saved, the clock too; what has been done since is gone, and all sessions end. The whole ' +
      'file is checked first. At a terminal you confirm first; elsewhere --yes is needed where there is data. Requests that are under way get 503 and can be sent again.',
    examples: {
      'Back to where you were': 'sandbox snapshot restore before',
      'Without a prompt': 'sandbox snapshot restore before --yes',
    },
    args: {
      name: createPickedArg('snapshot', 'Name of a snapshot.'),
    },
    flags: { yes: Flags.boolean({ description: 'Replace the data without asking.' }) },
    presentation: createCard<RestoredWorld & { readonly name: string }>([
      ['Restored', 'name', 'identifier', QUIET],
      ['Customers', 'customers', 'count'],
      ['Accounts', 'accounts', 'count'],
      ['Card accounts', 'cardAccounts', 'count'],
      ['Agreements', 'agreements', 'count'],
      ['Transactions', 'transactions', 'count'],
      ['Payments', 'payments', 'count'],
    ]),
  },
  async (command, parsed) => {
    const { name } = parsed.args;
    const { profile } = parsed.flags;
    const file = buildSnapshotPath(openSettings(command.context.surroundings, { profile }), name);
    refuseMissing(file);
    const records = readSnapshotFile(file);
    const { made, gone } = await replaceWorld(
      command,
      parsed,
      { verb: 'replace', question: `{data} with snapshot ${name}: {world}.` },
      async ({ session, withMeta }) => {
        const { resource, meta } = await session.operate(getOperation('restore snapshot'), { records });
        return withMeta({ resource: { name, file, ...resource }, meta });
      },
      OPERATOR,
    );
    if (gone !== undefined) command.notice(formatGone(gone));
    return made;
  },
);
