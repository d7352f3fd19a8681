import { Fault } from '../errors.ts';
import {
  buildProfilePaths,
  type Environment,
  findHomeFolder,
  type ProfilePaths,
  readVariable,
} from './home.ts';
import { DEFAULT_PROFILE, listProfileNames, type Profile, profileNamed } from './profile.ts';
import { profileName, type Reader } from './readers.ts';
import {
  buildVariableName,
  EMBEDDED_PSU_ADDRESS,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  type SettingValues,
} from './setting-table.ts';
import { findProjectFile, type ProjectFile, readSettingsFile, type SettingsFile } from './settings-file.ts';

type Origin = 'flag' | 'environment' | 'project file' | 'settings file' | 'profile' | 'default';

/** The origin of a value; `source` names the flag, variable or file, and is absent for a default. */
export interface Provenance {
  readonly origin: Origin;
  readonly source?: string;
}

/** The settings of a command line: a flag's text, or true and false of a switch. */
export type GivenFlags = { readonly [N in SettingName | 'profile']?: string | number | boolean | undefined };

export interface Settings {
  readonly profile: Profile;
  readonly values: SettingValues;
  /** The origins, in the order of `profile show`. */
  readonly origins: Readonly<Record<'profile' | SettingName, Provenance>>;
}

export interface Sources {
  readonly given: GivenFlags;
  readonly env: Environment['env'];
  readonly projectFile: ProjectFile | undefined;
  readonly settingsFile: SettingsFile;
}

interface Found<T> extends Provenance {
  readonly value: T;
}

/** Finds a value in the two sources of texts with the highest precedence, flags and environment. */
function fromTexts<T>(
  { given, env }: Sources,
  name: SettingName | 'profile',
  flag: string | undefined,
  reader: Reader<T>,
  hint?: string,
): Found<T> | undefined {
  const ofFlag = given[name];
  const variable = flag === undefined ? '' : buildVariableName(flag);
  const text = ofFlag === undefined ? readVariable(env, variable) : String(ofFlag);
  if (text === undefined) return undefined;
  const origin = ofFlag === undefined ? 'environment' : 'flag';
  const source = ofFlag === undefined ? variable : flag === undefined ? 'command line' : `--${flag}`;
  const value = reader.fromText(text);
  if (value !== undefined) return { value, origin, source };
  throw new Fault(
    origin === 'flag' ? 'USAGE' : 'INPUT_INVALID',
    `${source} is ${JSON.stringify(text)}, but must be ${reader.expects}.`,
    { hint },
  );
}

function findProfileName(sources: Sources): Found<string> {
  const hint = listProfileNames(sources.settingsFile.profiles);
  return fromTexts(sources, 'profile', 'profile', profileName, hint) ?? findConfiguredProfile(sources);
}

/** Finds the profile if neither the command nor the environment names one. */
function findConfiguredProfile({
  projectFile,
  settingsFile,
}: Pick<Sources, 'projectFile' | 'settingsFile'>): Found<string> {
  if (projectFile?.profile !== undefined) {
    return { value: projectFile.profile, origin: 'project file', source: projectFile.path };
  }
  if (settingsFile.profile !== undefined) {
    return { value: settingsFile.profile, origin: 'settings file', source: settingsFile.path };
  }
  return { value: DEFAULT_PROFILE, origin: 'default' };
}

/**
 * Returns the chosen profile. Refuses a production profile from a project file, which may come from a checkout.
 * @see S10-project-file-profile
 */
function chooseProfile(sources: Sources, { value, origin, source }: Found<string>): Profile {
  const profile = profileNamed(sources.settingsFile.profiles, value, source ?? origin);
  if (origin === 'project file' && profile.bank === 'production') {
    const text = `${source}: profile can't be ${value}, because that's a production profile.`;
    throw new Fault('INPUT_INVALID', text, { hint: `Use it on the command line: --profile ${value}` });
  }
  return profile;
}

function findValue(sources: Sources, { bank, values }: Profile, name: SettingName): Found<unknown> {
  const { projectFile, settingsFile } = sources;
  const { flag, reader, fallback } = SETTINGS[name];
  const fromText = fromTexts<unknown>(sources, name, flag, reader);
  if (fromText !== undefined) return fromText;
  const ofProject = projectFile?.values[name];
  if (projectFile !== undefined && ofProject !== undefined) {
    return { value: ofProject, origin: 'project file', source: projectFile.path };
  }
  if (values[name] !== undefined) {
    return { value: values[name], origin: 'profile', source: settingsFile.path };
  }
  const isAddress = name === 'psuIpAddress' && bank === 'embedded';
  return { value: isAddress ? EMBEDDED_PSU_ADDRESS : fallback, origin: 'default' };
}

/**
 * Resolves every setting: flag, else environment (`PSD2_<FLAG>`), else project file, else profile, else default. Pure:
 * reads only its argument.
 * @throws Fault USAGE for a flag's value, INPUT_INVALID for any other, naming flag, variable or file
 * @see C-precedence
 */
export function resolveSettings(sources: Sources): Settings {
  const name = findProfileName(sources);
  const profile = chooseProfile(sources, name);
  const values: Record<string, unknown> = {};
  const origins: Record<string, Provenance> = { profile: { origin: name.origin, source: name.source } };
  for (const setting of SETTING_NAMES) {
    const { value, origin, source } = findValue(sources, profile, setting);
    values[setting] = value;
    origins[setting] = { origin, source };
  }
  return { profile, values: values as unknown as SettingValues, origins: origins as Settings['origins'] };
}

export interface OpenedSettings extends Settings {
  readonly home: string;
  /** The paths of the profile's store and keys, which may not exist yet. */
  readonly places: ProfilePaths;
}

/**
 * Reads the files and resolves every setting for one command. Creates nothing: a missing home counts as empty.
 * @throws Fault USAGE, INPUT_INVALID, INPUT_MISSING, PERMISSIONS, FILE_UNREADABLE
 * @see C-precedence
 */
export function openSettings(surroundings: Environment, given: GivenFlags = {}): OpenedSettings {
  const { env, cwd, uid } = surroundings;
  const home = findHomeFolder(surroundings);
  const settings = resolveSettings({
    given,
    env,
    projectFile: findProjectFile(cwd, uid),
    settingsFile: readSettingsFile(home, uid),
  });
  const { profile } = settings;
  const places = buildProfilePaths(home, profile.name);
  const keys = profile.bank === 'embedded' ? (profile.keys ?? places.keys) : places.keys;
  return { ...settings, home, places: { ...places, keys } };
}

/**
 * Finds the name of the profile for a command without `--profile` and PSD2_PROFILE.
 * @throws Fault INPUT_INVALID, PERMISSIONS, FILE_UNREADABLE
 */
export function findProfileInUse(surroundings: Environment): string {
  const { cwd, uid } = surroundings;
  const projectFile = findProjectFile(cwd, uid);
  return findConfiguredProfile({
    projectFile,
    settingsFile: readSettingsFile(findHomeFolder(surroundings), uid),
  }).value;
}
