import { existsSync, renameSync, rmSync } from 'node:fs';
import { createCard, createPickedArg, defineCommand, Flags, QUIET } from '../../src/cli/command.ts';
import { getTime } from '../../src/clock.ts';
import { isObject, type JsonObject } from '../../src/core/json-object.ts';
import { Fault } from '../../src/errors.ts';
import { findProfile, updateSettings } from '../../src/profiles/settings.ts';
import { type CommandIo, confirmDeletion } from '../../src/session/context.ts';
import { withLedgerAt } from '../../src/session/with-session.ts';
import { buildProfilePaths, buildWorldsPath, findHomeFolder } from '../../src/settings/home.ts';
import { isBuiltIn } from '../../src/settings/profile.ts';

interface RemovedProfile {
  readonly name: string;
  /** The paths of the ledger's files; for a fork also of its bank and of the folder with its TPPs' worlds. */
  readonly removed: readonly string[];
}

/**
 * Removes a profile with the client's stored data; for a fork also its bank and the worlds of its TPPs. Files of keys
 * and certificates stay. A running bank that uses the removed files responds with 503.
 * @see C-deletion-consent, C-profile-remove, C-profile-commands
 */
export default defineCommand(
  {
    summary: 'Remove the profile of a remote bank.',
    description:
      "Also removes what's stored for it: psu-ids, sessions and payments, and a fork's bank with the worlds of its TPPs. Key and certificate files stay. If a request is still without an answer, add --force.",
    examples: { 'A profile you no longer need': 'profile remove mybank --yes' },
    args: {
      name: createPickedArg('addedProfile', 'Name of an existing profile.'),
    },
    flags: {
      yes: Flags.boolean({ description: 'Remove it without asking.' }),
      force: Flags.boolean({ description: 'Also forget requests whose outcome is unknown.' }),
    },
    presentation: createCard<RemovedProfile>([
      ['Removed', 'name', 'text', QUIET],
      ['Also removed', 'removed', 'identifier'],
    ]),
  },
  async ({ context }, { args: { name }, flags }) => {
    const { surroundings, io } = context;
    const { bank } = findProfile(surroundings, name);
    if (isBuiltIn(name)) {
      throw new Fault('USAGE', `Profile ${name} is built in and can't be removed.`, {
        hint: 'See the other profiles: psd2 profile list',
      });
    }
    const home = findHomeFolder(surroundings);
    const { ledger, store } = buildProfilePaths(home, name);
    if (!flags.force) await refuseUnanswered(name, ledger, io);
    const what = `profile ${name} with its PSU-IDs, sessions and payments. Key and certificate files stay.`;
    await confirmDeletion(context, { yes: flags.yes, verb: 'remove', what });
    await updateSettings(home, surroundings.uid, (settings) => withoutProfile(settings, name));
    const { removeStore } = await import('../../src/store/sqlite/store-file.ts');
    const fork = bank === 'embedded' ? [store] : [];
    const removed = [ledger, ...fork].flatMap((file) => removeStore(file));
    removed.push(...fork.flatMap((file) => removeWorlds(buildWorldsPath(file))));
    io.notice("Key and certificate files weren't deleted.");
    return { name, removed };
  },
);

async function refuseUnanswered(name: string, file: string, { reportUnexpected }: CommandIo): Promise<void> {
  const open = await withLedgerAt(file, (ledger) => ledger.open(getTime()), reportUnexpected);
  if (open === undefined || open.length === 0) return;
  const writes = open.length === 1 ? 'A write' : `${open.length} writes`;
  throw new Fault('USAGE', `${writes} of profile ${name} got no answer, so the outcome is unknown.`, {
    hint: `To see them: psd2 payments pending --profile ${name}\nTo forget them, add --force.`,
  });
}

/** Resets the profile in use to `offline` if it was the removed one. */
function withoutProfile(settings: JsonObject, name: string): JsonObject {
  const { profile, profiles, ...rest } = settings;
  const kept = Object.entries(isObject(profiles) ? profiles : {}).filter(([other]) => other !== name);
  return {
    ...rest,
    ...(profile === undefined || profile === name ? {} : { profile }),
    ...(kept.length === 0 ? {} : { profiles: Object.fromEntries(kept) }),
  };
}

/** Removes the folder of worlds. Renames it first, so that a running bank can't create files in it. */
function removeWorlds(folder: string): readonly string[] {
  const leaving = `${folder}.removed`;
  rmSync(leaving, { recursive: true, force: true });
  if (!existsSync(folder)) return [];
  renameSync(folder, leaving);
  rmSync(leaving, { recursive: true, force: true });
  return [folder];
}
