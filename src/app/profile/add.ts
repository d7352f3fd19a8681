import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault } from '../../errors.ts';
import type { JsonObject } from '../../json-object.ts';
import { homeFolder } from '../../settings/home.ts';
import { settleSettings } from '../../settings/precedence.ts';
import { isBuiltIn, type RemoteProfile } from '../../settings/profile.ts';
import { isProfileName, profileName } from '../../settings/reader.ts';
import {
  REMOTE_MEMBERS,
  REMOTE_NAMES,
  type RemoteMember,
  readRemoteBank,
} from '../../settings/remote-bank.ts';
import { SETTINGS, type SettingName } from '../../settings/setting-table.ts';
import { readSettingsFile, readValues, settingsPath } from '../../settings/settings-file.ts';
import type { Program } from '../program.ts';
import type { AddedProfile, AddProfile, Trial } from './shapes.ts';

/**
 * Tries a bank elsewhere and writes its profile.
 * @throws Fault USAGE, INPUT_INVALID, INPUT_MISSING for what was typed; what the trial met, where nobody wants the profile
 *   all the same
 * @see C-profile-add
 */
export async function addProfile(program: Program, asked: AddProfile): Promise<AddedProfile> {
  const { surroundings } = program;
  const home = homeFolder(surroundings);
  const { uid } = surroundings;
  refuseTaken(asked.name, home, uid);
  const members = readMembers(asked, surroundings.cwd);
  const profile = profileOf(asked, members, home);
  const settingsFile = { path: settingsPath(home), profile: profile.name, profiles: [profile] };
  const settings = settleSettings({ given: {}, env: {}, projectFile: undefined, settingsFile });
  const { tryBank } = await import('./try-bank.ts');
  const { trial, fault } = await tryBank(profile.remote, settings, program);
  if (fault !== undefined) await agreeTo(trial, fault, asked, program);
  const { changeSettings } = await import('./change-settings.ts');
  await changeSettings(home, uid, (object) => {
    refuseTaken(asked.name, home, uid);
    return withProfile(object, asked.name, members);
  });
  return { name: asked.name, bank: profile.bank, remote: profile.remote, trial };
}

function refuseTaken(name: string, home: string, uid: number | undefined): void {
  if (!isProfileName(name)) {
    throw new Fault('USAGE', `${JSON.stringify(name)} can't be ${profileName.expects}.`);
  }
  if (!readSettingsFile(home, uid).profiles.some((profile) => profile.name === name)) return;
  throw new Fault('USAGE', `Profile ${name} already exists.`, {
    hint: isBuiltIn(name) ? 'Choose another name.' : `Choose another name, or: psd2 profile remove ${name}`,
  });
}

/** What was typed as the settings file has it, paths absolute. */
function readMembers({ bank, members, settings }: AddProfile, cwd: string): JsonObject {
  const given = REMOTE_NAMES.flatMap((name) => {
    const text = members[name];
    return text === undefined ? [] : [[name, readMember(name, text, cwd)] as const];
  });
  const missing = (['baseUrl', 'certFile'] as const).filter((name) => members[name] === undefined);
  if (missing.length > 0) {
    const flags = missing.map(flagOf);
    throw new Fault('INPUT_MISSING', `Missing: ${flags.join(' and ')}.`, {
      missing: flags,
      hint: 'To see all settings of a profile: psd2 profile add --help',
    });
  }
  const own = Object.entries(settings).filter(([, value]) => value !== undefined);
  return { bank, ...Object.fromEntries(given), ...Object.fromEntries(own) };
}

function readMember(name: RemoteMember, text: string, cwd: string): string {
  const { reader, isPath } = REMOTE_MEMBERS[name];
  const value = reader.fromText(text);
  if (value !== undefined) return isPath === true ? resolve(cwd, value) : value;
  // What stands before @ may be a password.
  const what = text.includes('@') ? 'not valid. It must be' : `${JSON.stringify(text)}, but must be`;
  throw new Fault('USAGE', `${flagOf(name)} is ${what} ${reader.expects}.`);
}

/** What is wrong with members as a person typed them, one by one: nobody is asked for the rest of a wrong profile. */
export function wordsOfMembers(members: AddProfile['members'], cwd: string): string | undefined {
  try {
    for (const name of REMOTE_NAMES) {
      const text = members[name];
      const value = text === undefined ? undefined : readMember(name, text, cwd);
      if (value === undefined || REMOTE_MEMBERS[name].isPath !== true || existsSync(value)) continue;
      return `Can't read ${value}: there's no such file.`;
    }
    return undefined;
  } catch (fault) {
    if (fault instanceof Fault) return fault.message;
    throw fault;
  }
}

/** `baseUrl` → `--base-url`. */
function flagOf(name: RemoteMember): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function profileOf({ name, bank }: AddProfile, members: JsonObject, home: string): RemoteProfile {
  const names = Object.keys(members).filter((one) => Object.hasOwn(SETTINGS, one)) as SettingName[];
  const where = `Profile ${name}`;
  return {
    name,
    bank,
    remote: readRemoteBank(members, { kind: bank, where, folder: home }),
    values: readValues(members, names, where),
  };
}

function withProfile(settings: JsonObject, name: string, members: JsonObject): JsonObject {
  return { ...settings, profiles: { ...(settings.profiles as JsonObject | undefined), [name]: members } };
}

/** @throws Fault what the trial met, where neither a person nor `--force` wants the profile all the same */
async function agreeTo(
  { message, remedy }: Trial,
  fault: Fault,
  { name, force }: AddProfile,
  { agrees, notice }: Program,
): Promise<void> {
  const what = remedy === undefined ? message : `${message} ${remedy}`;
  if (force) {
    notice(what);
    return;
  }
  // That a bank of the standard refuses a certificate with 401 has nothing to do with an SCA.
  const code = fault.code === 'SCA_NEEDED' ? 'BANK_REFUSED' : fault.code;
  const refused = new Fault(code, `${message} Profile ${name} wasn't saved.`, {
    ...fault.details,
    tppMessages: [],
    hint: `${remedy === undefined ? '' : `${remedy}\n`}To save it anyway, add --force.`,
  });
  if (!(await agrees(what, `Save profile ${name} anyway?`))) throw refused;
}
