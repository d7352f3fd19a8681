import { homeFolder, type ProfilePlaces, profilePlaces } from './home.ts';
import { type GivenFlags, profileOfFiles, type Settings, settleSettings } from './precedence.ts';
import { findProjectFile } from './project-file.ts';
import { readSettingsFile } from './settings-file.ts';
import type { Surroundings } from './surroundings.ts';

export interface OpenedSettings extends Settings {
  readonly home: string;
  /** Where the profile in use keeps its store and keys; perhaps not made yet. */
  readonly places: ProfilePlaces;
}

/**
 * Reads the files and settles every setting for one command. Makes nothing: a home that does not exist is one
 * with nothing in it.
 * @throws Fault USAGE, INPUT_INVALID, INPUT_MISSING, PERMISSIONS, FILE_UNREADABLE
 * @see C-precedence
 */
export function openSettings(surroundings: Surroundings, given: GivenFlags = {}): OpenedSettings {
  const { env, cwd, uid } = surroundings;
  const home = homeFolder(surroundings);
  const settings = settleSettings({
    given,
    env,
    projectFile: findProjectFile(cwd, uid),
    settingsFile: readSettingsFile(home, uid),
  });
  const { profile } = settings;
  const places = profilePlaces(home, profile.name);
  const keys = profile.bank === 'embedded' ? (profile.keys ?? places.keys) : places.keys;
  return { ...settings, home, places: { ...places, keys } };
}

/**
 * The name of the profile that a command without `--profile` and PSD2_PROFILE uses.
 * @throws Fault INPUT_INVALID, PERMISSIONS, FILE_UNREADABLE
 */
export function profileInUse(surroundings: Surroundings): string {
  const { cwd, uid } = surroundings;
  const projectFile = findProjectFile(cwd, uid);
  return profileOfFiles({ projectFile, settingsFile: readSettingsFile(homeFolder(surroundings), uid) }).value;
}
