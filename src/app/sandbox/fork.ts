import { existsSync } from 'node:fs';
import { openSigner } from '../../credentials/signer.ts';
import { Fault } from '../../errors.ts';
import { shellWord } from '../../own-file.ts';
import { makeProfileFolder, profilePlaces, worldsBeside } from '../../settings/home.ts';
import { type OpenedSettings, openSettings } from '../../settings/open-settings.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import { isProfileName, profileName } from '../../settings/reader.ts';
import { readSettingsFile } from '../../settings/settings-file.ts';
import type { Program } from '../program.ts';

export interface ForkedProfile {
  readonly name: string;
  readonly bank: 'embedded';
  /** The profile that it was forked from. */
  readonly parent: string;
  readonly store: string;
  /** The folder of its keys, which are the parent's. */
  readonly keys: string;
}

/**
 * Makes an embedded profile whose bank begins with the world of another's. The parent may be in use meanwhile.
 * @throws Fault USAGE for a name that is taken or can't be one, and for a bank that isn't in this program
 * @see D16-fork, S7-fork, C-fork
 */
export async function forkProfile(program: Program, name: string, given: GivenFlags): Promise<ForkedProfile> {
  const { surroundings, onUnexpected, onProgress, during } = program;
  const parent = openSettings(surroundings, given);
  refuseElsewhere(parent);
  refuseTaken(parent.home, name, surroundings.uid);
  // The first use of the parent makes its key, as with every command.
  await openSigner(parent, program);
  const { store, keys } = parent.places;
  makeProfileFolder(parent.home, parent.profile.name, surroundings.uid);
  const places = makeProfileFolder(parent.home, name, surroundings.uid);
  const { openBank } = await import('../open-bank.ts');
  const bank = openBank({ path: store, onUnexpected, onProgress });
  try {
    await during("Copying the bank's store", () => bank.copyTo(places.store));
  } finally {
    await bank.close();
  }
  const { changeSettings } = await import('../../profiles/save.ts');
  const profile = { bank: 'embedded', keys, ...parent.profile.values };
  await changeSettings(parent.home, surroundings.uid, (settings) => {
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
  const { store } = profilePlaces(home, name);
  const worlds = worldsBeside(store);
  const [there] = [store, worlds].filter((path) => existsSync(path));
  if (there === undefined) return;
  const remove = there === worlds ? 'rm -r' : 'rm';
  throw new Fault('USAGE', `There's already a store for ${name}: ${there}.`, {
    hint: `Choose another name, or remove it: ${remove} ${shellWord(there)}`,
  });
}

function refuseListed(home: string, name: string, uid: number | undefined): void {
  if (!readSettingsFile(home, uid).profiles.some((profile) => profile.name === name)) return;
  throw new Fault('USAGE', `Profile ${name} already exists.`, { hint: 'Choose another name.' });
}
