import { join } from 'node:path';
import type { JsonObject } from '../json-object.ts';
import { asObject, parseObject, readKey, refuseOtherKeys } from './json-file.ts';
import { readOwnFile } from './own-files.ts';
import { BUILT_IN_PROFILES, type Profile, type SomeValues } from './profile.ts';
import { profileName } from './reader.ts';
import { SETTING_NAMES, SETTINGS, type SettingName } from './setting-table.ts';

/** `settings.json` of the home: the profile in use, and what each profile sets. */
export interface SettingsFile {
  readonly path: string;
  /** The profile in use, where one was chosen. */
  readonly profile?: string;
  readonly profiles: readonly Profile[];
}

const PROFILE_KEYS: readonly SettingName[] = SETTING_NAMES.filter(
  (name) => SETTINGS[name].file === 'profile',
);

/** The values of the given settings that an object names, checked. */
export function readValues(object: JsonObject, names: readonly SettingName[], where: string): SomeValues {
  const entries = names.flatMap((name) => {
    const value = readKey<unknown>(object, name, SETTINGS[name].reader, where);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries) as SomeValues;
}

function withValues(profiles: readonly Profile[], object: JsonObject, where: string): readonly Profile[] {
  refuseOtherKeys(
    object,
    profiles.map((profile) => profile.name),
    where,
  );
  return profiles.map((profile) => {
    if (!Object.hasOwn(object, profile.name)) return profile;
    const place = `${where}.${profile.name}`;
    const given = asObject(object[profile.name], place);
    refuseOtherKeys(given, PROFILE_KEYS, place);
    return { ...profile, values: { ...profile.values, ...readValues(given, PROFILE_KEYS, place) } };
  });
}

/**
 * Reads `{"profile": NAME, "profiles": {NAME: {setting: value}}}`; without the file, the built-in profiles as
 * they are. The file must be ours alone, 0600, as a key: it says where keys sign.
 * @throws Fault PERMISSIONS, FILE_UNREADABLE, INPUT_INVALID
 * @see safety.md §8
 */
export function readSettingsFile(home: string, uid: number | undefined): SettingsFile {
  const path = join(home, 'settings.json');
  const bytes = readOwnFile(path, uid, 'only-us');
  if (bytes === undefined) return { path, profiles: BUILT_IN_PROFILES };
  const object = parseObject(bytes, path);
  refuseOtherKeys(object, ['profile', 'profiles'], path);
  const given = Object.hasOwn(object, 'profiles') ? asObject(object.profiles, `${path}: profiles`) : {};
  const profiles = withValues(BUILT_IN_PROFILES, given, `${path}: profiles`);
  const profile = readKey(object, 'profile', profileName, path);
  return profile === undefined ? { path, profiles } : { path, profile, profiles };
}
