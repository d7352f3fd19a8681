import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseObject, readKey, refuseOtherKeys } from './json-file.ts';
import { readOwnFile } from './own-files.ts';
import type { SomeValues } from './profile.ts';
import { profileName } from './reader.ts';
import { SETTING_NAMES, SETTINGS, type SettingName } from './setting-table.ts';
import { readValues } from './settings-file.ts';

export const PROJECT_FILE = 'psd2.config.json';

/** What a folder of the user's work says for everybody who works in it. */
export interface ProjectFile {
  readonly path: string;
  /** Name of an embedded or sandbox profile. */
  readonly profile?: string;
  /** Paths among them are absolute. */
  readonly values: SomeValues;
}

const PROJECT_KEYS: readonly SettingName[] = SETTING_NAMES.filter(
  (name) => SETTINGS[name].file === 'project',
);

function withAbsolutePaths(values: SomeValues, folder: string): SomeValues {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    SETTINGS[name as SettingName].isPath ? resolve(folder, String(value)) : value,
  ]);
  return Object.fromEntries(entries) as SomeValues;
}

function parseProjectFile(bytes: Uint8Array, path: string): ProjectFile {
  const object = parseObject(bytes, path);
  refuseOtherKeys(object, ['profile', ...PROJECT_KEYS], path);
  const values = withAbsolutePaths(readValues(object, PROJECT_KEYS, path), dirname(path));
  const profile = readKey(object, 'profile', profileName, path);
  return profile === undefined ? { path, values } : { path, profile, values };
}

/**
 * The nearest `psd2.config.json`, in this folder or above it. A checkout may bring one that the user has never
 * read, so it can set only what does no harm, and one that another user owns stops the program: who planted it
 * would choose the user's settings.
 * @param folder absolute
 * @throws Fault PERMISSIONS, FILE_UNREADABLE, INPUT_INVALID
 * @see S10-project-file-owner, S10-project-file-keys, C-project-file-upwards
 */
export function findProjectFile(folder: string, uid: number | undefined): ProjectFile | undefined {
  for (let here = folder; ; here = dirname(here)) {
    const path = join(here, PROJECT_FILE);
    // A folder above that we may not look into has no file for us; it is no fault.
    const bytes = existsSync(path) ? readOwnFile(path, uid, 'readable-by-others') : undefined;
    if (bytes !== undefined) return parseProjectFile(bytes, path);
    if (dirname(here) === here) return undefined;
  }
}
