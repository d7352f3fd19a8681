import { existsSync } from 'node:fs';
import { Args, createCard, defineCommand, QUIET } from '../../src/cli/command.ts';
import { openSigner } from '../../src/credentials/signer.ts';
import { Fault } from '../../src/errors.ts';
import { quoteForShell } from '../../src/own-file.ts';
import type { CommandContext } from '../../src/session/context.ts';
import { buildProfilePaths, buildWorldsPath, makeProfileFolder } from '../../src/settings/home.ts';
import { type GivenFlags, type OpenedSettings, openSettings } from '../../src/settings/precedence.ts';
import { isProfileName, profileName } from '../../src/settings/readers.ts';
import { readSettingsFile } from '../../src/settings/settings-file.ts';

interface ForkedProfile {
  readonly name: string;
  readonly bank: 'embedded';
  /** The name of the forked profile. */
  readonly parent: string;
  readonly store: string;
  /** The folder of its keys, which belong to the parent. */
  readonly keys: string;
}

export default defineCommand(
  {
    summary: 'Copy the embedded bank to a new profile.',
    description:
      "The new profile's bank starts with this bank's current data. From then on the two are independent. It uses the same key and certificate.",
    examples: { 'A bank to break things in': 'sandbox fork broken' },
    args: { name: Args.string({ description: 'Name of the new profile.', required: true }) },
    presentation: createCard<ForkedProfile>([
      ['Profile', 'name', 'identifier', QUIET],
      ['Forked from', 'parent', 'identifier'],
      ['Store', 'store', 'identifier'],
    ]),
  },
  async (command, { args, flags: { profile } }) => {
    const forked = await createFork(command.context, args.name, { profile });
    command.next([`sandbox account list --profile ${forked.name}`, `profile use ${forked.name}`]);
    return forked;
  },
);

/**
 * Creates an embedded profile whose bank begins with a copy of another profile's world. The parent may be in use
 * meanwhile.
 * @throws Fault USAGE for a name that exists or is invalid, and for a remote bank
 * @see D16-fork, S7-fork, C-fork
 */
async function createFork(context: CommandContext, name: string, given: GivenFlags): Promise<ForkedProfile> {
  const { surroundings, io } = context;
  const parent = openSettings(surroundings, given);
  refuseElsewhere(parent);
  refuseTaken(parent.home, name, surroundings.uid);
  // The fork shares the parent's key, which must exist.
  await openSigner(parent, context);
  const { store, keys } = parent.places;
  makeProfileFolder(parent.home, parent.profile.name, surroundings.uid);
  const places = makeProfileFolder(parent.home, name, surroundings.uid);
  const { openBank } = await import('../../src/session/open-bank.ts');
  const bank = openBank({ path: store, onUnexpected: io.reportUnexpected, onProgress: io.progress.tell });
  try {
    await io.progress.during("Copying the bank's store", () => bank.copyTo(places.store));
  } finally {
    await bank.close();
  }
  const { updateSettings } = await import('../../src/profiles/settings.ts');
  const profile = { bank: 'embedded', keys, ...parent.profile.values };
  await updateSettings(parent.home, surroundings.uid, (settings) => {
    refuseListed(parent.home, name, surroundings.uid);
    return { ...settings, profiles: { ...(settings.profiles as object | undefined), [name]: profile } };
  });
  return { name, bank: 'embedded', parent: parent.profile.name, store: places.store, keys };
}

function refuseElsewhere({ profile }: OpenedSettings): void {
  if (profile.bank === 'embedded') return;
  throw new Fault('USAGE', `Profile ${profile.name} points to a remote bank, which can't be forked.`, {
    hint: 'Use --profile offline, or save a snapshot: psd2 sandbox snapshot save NAME',
  });
}

function refuseTaken(home: string, name: string, uid: number | undefined): void {
  if (!isProfileName(name))
    throw new Fault('USAGE', `${JSON.stringify(name)} can't be ${profileName.expects}.`);
  refuseListed(home, name, uid);
  const { store } = buildProfilePaths(home, name);
  const worlds = buildWorldsPath(store);
  const [there] = [store, worlds].filter((path) => existsSync(path));
  if (there === undefined) return;
  const remove = there === worlds ? 'rm -r' : 'rm';
  throw new Fault('USAGE', `There's already a store for ${name}: ${there}.`, {
    hint: `Choose another name, or remove it: ${remove} ${quoteForShell(there)}`,
  });
}

function refuseListed(home: string, name: string, uid: number | undefined): void {
  if (!readSettingsFile(home, uid).profiles.some((profile) => profile.name === name)) return;
  throw new Fault('USAGE', `Profile ${name} already exists.`, { hint: 'Choose another name.' });
}
