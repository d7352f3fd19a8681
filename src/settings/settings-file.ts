import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { JsonObject } from '../core/json-object.ts';
import { Fault } from '../errors.ts';
import { readOwnFile } from './private-files.ts';
import {
  BUILT_IN_PROFILES,
  DEFAULT_REMOTE_KIND,
  type EmbeddedProfile,
  isBuiltIn,
  type Profile,
  REMOTE_NAMES,
  readRemoteBank,
  type SomeValues,
} from './profile.ts';
import {
  asObject,
  createChoiceReader,
  createTextReader,
  isProfileName,
  line,
  parseObject,
  profileName,
  readKey,
  refuseOtherKeys,
} from './readers.ts';
import { SETTING_NAMES, SETTINGS, type SettingName } from './setting-table.ts';

/** The `settings.json` of the home: the profile in use, and the settings of each profile. */
export interface SettingsFile {
  readonly path: string;
  /** The profile in use, if one was chosen. */
  readonly profile?: string;
  readonly profiles: readonly Profile[];
}

/** The settings that a profile may have. @see C-profile-options */
const PROFILE_KEYS: readonly SettingName[] = SETTING_NAMES.filter(
  (name) => SETTINGS[name].file === 'profile',
);

export function buildSettingsPath(home: string): string {
  return join(home, 'settings.json');
}

/**
 * Reads and validates the given settings of an object.
 * @param folder the base of relative paths
 */
export function readValues(
  object: JsonObject,
  names: readonly SettingName[],
  where: string,
  folder = '',
): SomeValues {
  const entries = names.flatMap((name) => {
    const { reader, isPath } = SETTINGS[name];
    const value = readKey<unknown>(object, name, reader, where);
    if (value === undefined) return [];
    return [[name, isPath ? resolve(folder, String(value)) : value] as const];
  });
  return Object.fromEntries(entries) as SomeValues;
}

function withValues(profile: Profile, object: JsonObject, where: string): Profile {
  if (!Object.hasOwn(object, profile.name)) return profile;
  const place = `${where}.${profile.name}`;
  const given = asObject(object[profile.name], place);
  refuseOtherKeys(given, PROFILE_KEYS, place);
  return { ...profile, values: { ...profile.values, ...readValues(given, PROFILE_KEYS, place) } };
}

const kind = createChoiceReader('embedded', 'sandbox', 'production');

/**
 * Reads the profile of a fork, whose bank is embedded and whose key and certificate belong to another profile.
 * @see D16-fork
 */
function readForkedProfile(name: string, object: JsonObject, place: string): EmbeddedProfile {
  refuseOtherKeys(object, ['bank', 'keys', ...PROFILE_KEYS], place);
  const keys = readKey(object, 'keys', absolutePath, place);
  return { name, bank: 'embedded', keys, values: readValues(object, PROFILE_KEYS, place) };
}

const absolutePath = createTextReader('an absolute path', (text) =>
  isAbsolute(text) ? line.fromText(text) : undefined,
);

function readOtherProfile(name: string, value: unknown, where: string, home: string): Profile {
  if (!isProfileName(name)) {
    throw new Fault('INPUT_INVALID', `${where}: ${JSON.stringify(name)} can't be ${profileName.expects}.`);
  }
  const place = `${where}.${name}`;
  const object = asObject(value, place);
  const bank = readKey(object, 'bank', kind, place) ?? DEFAULT_REMOTE_KIND;
  if (bank === 'embedded') return readForkedProfile(name, object, place);
  refuseOtherKeys(object, ['bank', ...REMOTE_NAMES, ...PROFILE_KEYS], place);
  return {
    ...{ name, bank },
    remote: readRemoteBank(object, { kind: bank, where: place, folder: home }),
    values: readValues(object, PROFILE_KEYS, place),
  };
}

function readProfiles(object: JsonObject, where: string, home: string): readonly Profile[] {
  const others = Object.entries(object).filter(([name]) => !isBuiltIn(name));
  return [
    ...BUILT_IN_PROFILES.map((profile) => withValues(profile, object, where)),
    ...others.map(([name, value]) => readOtherProfile(name, value, where, home)),
  ];
}

/**
 * Reads `{"profile": NAME, "profiles": {NAME: {member: value}}}`; without the file, returns the built-in profiles
 * unchanged. Any other profile is a fork or a remote bank's. The file must be owned by the user with mode 0600, like a
 * key, because it names the receivers of signed requests.
 * @throws Fault PERMISSIONS, FILE_UNREADABLE, INPUT_INVALID
 * @see S8-settings-file
 */
export function readSettingsFile(home: string, uid: number | undefined): SettingsFile {
  const path = buildSettingsPath(home);
  const object = readSettingsObject(home, uid);
  if (object === undefined) return { path, profiles: BUILT_IN_PROFILES };
  refuseOtherKeys(object, ['profile', 'profiles'], path);
  const given = Object.hasOwn(object, 'profiles') ? asObject(object.profiles, `${path}: profiles`) : {};
  const profiles = readProfiles(given, `${path}: profiles`, home);
  const profile = readKey(object, 'profile', profileName, path);
  return { path, profile, profiles };
}

/**
 * Reads the settings file unchanged; returns undefined if there is none.
 * @throws Fault PERMISSIONS, FILE_UNREADABLE, INPUT_INVALID
 */
export function readSettingsObject(home: string, uid: number | undefined): JsonObject | undefined {
  const path = buildSettingsPath(home);
  const bytes = readOwnFile(path, uid, 'only-us');
  return bytes === undefined ? undefined : parseObject(bytes, path);
}

const PROJECT_FILE = 'psd2.config.json';

/** The project file with the settings for a folder. */
export interface ProjectFile {
  readonly path: string;
  /** The name of an embedded or sandbox profile. */
  readonly profile?: string;
  /** The values, with absolute paths. */
  readonly values: SomeValues;
}

const PROJECT_KEYS: readonly SettingName[] = SETTING_NAMES.filter(
  (name) => SETTINGS[name].file === 'project',
);

function parseProjectFile(bytes: Uint8Array, path: string): ProjectFile {
  const object = parseObject(bytes, path);
  refuseOtherKeys(object, ['profile', ...PROJECT_KEYS], path);
  const values = readValues(object, PROJECT_KEYS, path, dirname(path));
  const profile = readKey(object, 'profile', profileName, path);
  return { path, profile, values };
}

/**
 * Finds the nearest `psd2.config.json`, in this folder or above. A checkout may contain one that the user has never
 * read, so it can set only harmless settings. A file of another user is refused, because that user would choose the
 * settings.
 * @param folder absolute
 * @throws Fault PERMISSIONS, FILE_UNREADABLE, INPUT_INVALID
 * @see S10-project-file-owner, S10-project-file-keys, C-project-file-upwards
 */
export function findProjectFile(folder: string, uid: number | undefined): ProjectFile | undefined {
  for (let here = folder; ; here = dirname(here)) {
    const path = join(here, PROJECT_FILE);
    // An inaccessible folder above can have no file for the user, and is no fault.
    const bytes = existsSync(path) ? readOwnFile(path, uid, 'readable-by-others') : undefined;
    if (bytes !== undefined) return parseProjectFile(bytes, path);
    if (dirname(here) === here) return undefined;
  }
}
