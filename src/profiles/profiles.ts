import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { clock } from '../clock.ts';
import { Fault } from '../errors.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { type CommandContext, type CommandIo, confirmDeletion } from '../session/context.ts';
import { withLedgerAt } from '../session/with-session.ts';
import { homeFolder, makeProfileFolder, profilePlaces, type Surroundings } from '../settings/home.ts';
import { type GivenFlags, openSettings, settleSettings } from '../settings/precedence.ts';
import {
  isBuiltIn,
  type Profile,
  profileNamed,
  REMOTE_MEMBERS,
  REMOTE_NAMES,
  type RemoteBank,
  type RemoteKind,
  type RemoteMember,
  type RemoteProfile,
  readRemoteBank,
} from '../settings/profile.ts';
import { isProfileName, profileName } from '../settings/readers.ts';
import { type BankKind, SETTINGS, type SettingName, type SettingValues } from '../settings/setting-table.ts';
import { readSettingsFile, readValues, settingsPath } from '../settings/settings-file.ts';
import type { Trial } from './probe.ts';

/** What the commands of `profile` take and give. */

export interface AddProfile {
  readonly name: string;
  readonly bank: RemoteKind;
  /** As they were typed, by the names of the profile's members. */
  readonly members: { readonly [Name in keyof RemoteBank]?: string | undefined };
  /** Settings that the profile is to have. */
  readonly settings: Partial<Record<keyof SettingValues, string | boolean | undefined>>;
  /** Writes it whatever the trial finds. */
  readonly force: boolean;
}

export interface AddedProfile {
  readonly name: string;
  readonly bank: RemoteKind;
  readonly remote: RemoteBank;
  readonly trial: Trial;
}

export interface ListedProfile {
  readonly name: string;
  readonly bank: BankKind;
  /** Absent for the bank in this program. */
  readonly baseUrl?: string;
  /** Whether commands use it here and now. */
  readonly inUse: boolean;
}

export interface ListedProfiles {
  readonly items: readonly ListedProfile[];
}

export interface UsedProfile {
  readonly name: string;
  readonly bank: BankKind;
}

export interface RemovedProfile {
  readonly name: string;
  /**
   * What was removed with the profile: the ledger with its psu-ids and sessions, a fork's bank, and the folder of its
   * TPPs' worlds.
   */
  readonly removed: readonly string[];
}

/** @see C-profile-trust */
export interface TrustedCertificate {
  readonly profile: string;
  /** Of the bank that signs with it. */
  readonly origin: string;
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** The one in whose place it is. */
  readonly before?: string;
}

/**
 * Tries a bank elsewhere and writes its profile.
 * @throws Fault USAGE, INPUT_INVALID, INPUT_MISSING for what was typed; what the trial met, where nobody wants the profile
 *   all the same
 * @see C-profile-add
 */
export async function addProfile(context: CommandContext, asked: AddProfile): Promise<AddedProfile> {
  const { surroundings } = context;
  const home = homeFolder(surroundings);
  const { uid } = surroundings;
  refuseTaken(asked.name, home, uid);
  const members = readMembers(asked, surroundings.cwd);
  const profile = profileOf(asked, members, home);
  const settingsFile = { path: settingsPath(home), profile: profile.name, profiles: [profile] };
  const settings = settleSettings({ given: {}, env: {}, projectFile: undefined, settingsFile });
  const { tryBank } = await import('./probe.ts');
  const { trial, fault } = await tryBank(profile.remote, settings, context);
  if (fault !== undefined) await agreeTo(trial, fault, asked, context);
  const { changeSettings } = await import('./save.ts');
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
  { io }: CommandContext,
): Promise<void> {
  const what = remedy === undefined ? message : `${message} ${remedy}`;
  if (force) {
    io.notice(what);
    return;
  }
  // That a bank of the standard refuses a certificate with 401 has nothing to do with an SCA.
  const code = fault.code === 'SCA_NEEDED' ? 'BANK_REFUSED' : fault.code;
  const refused = new Fault(code, `${message} Profile ${name} wasn't saved.`, {
    ...fault.details,
    tppMessages: [],
    hint: `${remedy === undefined ? '' : `${remedy}\n`}To save it anyway, add --force.`,
  });
  if (!(await io.confirm(what, `Save profile ${name} anyway?`))) throw refused;
}

/**
 * Has commands use a profile where nothing else names one.
 * @throws Fault INPUT_INVALID where there is none of this name
 * @see C-profile-commands
 */
export async function useProfile({ surroundings, io }: CommandContext, name: string): Promise<UsedProfile> {
  const { uid } = surroundings;
  const home = homeFolder(surroundings);
  const { bank } = named(home, uid, name);
  const { changeSettings } = await import('./save.ts');
  await changeSettings(home, uid, (settings) => ({ ...settings, profile: name }));
  const other = otherChoice(surroundings, name);
  if (other !== undefined) io.notice(other);
  return { name, bank };
}

/** What goes before the settings file here, perhaps with a profile that there is not: the file is changed by now. */
function otherChoice(surroundings: Surroundings, name: string): string | undefined {
  try {
    const { profile, origins } = openSettings(surroundings);
    if (profile.name === name) return undefined;
    return `In this folder, ${origins.profile.source ?? 'something else'} selects ${profile.name} instead.`;
  } catch (fault) {
    if (fault instanceof Fault) return `In this folder, another profile is selected: ${fault.message}`;
    throw fault;
  }
}

/**
 * Takes a profile away, with what the TPP's side has kept for it, and a fork's bank with the worlds of its TPPs; files of
 * keys and certificates stay. A bank that runs on them answers 503 from then on.
 * @throws Fault USAGE for a built-in one, or while writes of it have no answer; INPUT_MISSING, INTERRUPTED without consent
 * @see C-deletion-consent, C-profile-remove, C-profile-commands
 */
export async function removeProfile(
  context: CommandContext,
  name: string,
  { force, yes }: { readonly force: boolean; readonly yes: boolean },
): Promise<RemovedProfile> {
  const { surroundings, io } = context;
  const { uid } = surroundings;
  const home = homeFolder(surroundings);
  const { bank } = named(home, uid, name);
  if (isBuiltIn(name)) {
    throw new Fault('USAGE', `Profile ${name} is built in and can't be removed.`, {
      hint: 'See the other profiles: psd2 profile list',
    });
  }
  const places = profilePlaces(home, name);
  if (!force) await refuseUnanswered(name, places.ledger, io.reportUnexpected);
  const what = `profile ${name} with its PSU-IDs, sessions and payments. Key and certificate files stay.`;
  await confirmDeletion(context, { yes, verb: 'remove', what });
  const { changeSettings } = await import('./save.ts');
  await changeSettings(home, uid, (settings) => without(settings, name));
  const { removeKept } = await import('./save.ts');
  const removed = removeKept(places, bank);
  io.notice("Key and certificate files weren't deleted.");
  return { name, removed };
}

function named(home: string, uid: number | undefined, name: string): Profile {
  return profileNamed(readSettingsFile(home, uid).profiles, name, 'command line');
}

async function refuseUnanswered(
  name: string,
  file: string,
  reportUnexpected: CommandIo['reportUnexpected'],
): Promise<void> {
  const open = (await withLedgerAt(file, (ledger) => ledger.open(clock()), reportUnexpected)) ?? [];
  if (open.length === 0) return;
  const writes = open.length === 1 ? 'A write' : `${open.length} writes`;
  throw new Fault('USAGE', `${writes} of profile ${name} got no answer, so the outcome is unknown.`, {
    hint: `To see them: psd2 payments pending --profile ${name}\nTo forget them, add --force.`,
  });
}

/** The profile in use is `offline` again where it was this one. */
function without(settings: JsonObject, name: string): JsonObject {
  const { profile, profiles, ...rest } = settings;
  const kept = Object.entries(isObject(profiles) ? profiles : {}).filter(([other]) => other !== name);
  return {
    ...rest,
    ...(profile === undefined || profile === name ? {} : { profile }),
    ...(kept.length === 0 ? {} : { profiles: Object.fromEntries(kept) }),
  };
}

/** Every profile that there is, and the one in use. @see C-profile-commands */
export function listProfiles(surroundings: Surroundings, given: GivenFlags): ListedProfiles {
  const { home, profile: inUse } = openSettings(surroundings, given);
  const { profiles } = readSettingsFile(home, surroundings.uid);
  return {
    items: profiles.map((profile) => ({
      name: profile.name,
      bank: profile.bank,
      ...(profile.bank === 'embedded' ? {} : { baseUrl: profile.remote.baseUrl }),
      inUse: profile.name === inUse.name,
    })),
  };
}

/**
 * Has a profile take a certificate for its bank's, in place of the one that it knew.
 * @param typed the whole fingerprint: who types it has seen it somewhere
 * @throws Fault USAGE for what is no fingerprint, and for the bank in this program
 * @see C-profile-trust
 */
export async function trustCertificate(
  { surroundings, io }: CommandContext,
  given: GivenFlags,
  typed: string,
): Promise<TrustedCertificate> {
  const sha256 = fingerprintIn(typed);
  const { home, profile } = openSettings(surroundings, given);
  if (profile.bank === 'embedded') throw notElsewhere(profile.name);
  const { origin } = new URL(profile.remote.baseUrl);
  const { ledger: file } = makeProfileFolder(home, profile.name, surroundings.uid);
  const { openLedgerFile } = await import('../session/ledger.ts');
  const ledger = openLedgerFile(file, io.reportUnexpected);
  try {
    const before = await ledger.replacePin(origin, { fingerprint: sha256, at: clock() });
    return {
      ...{ profile: profile.name, origin, sha256 },
      before: before?.fingerprint,
    };
  } finally {
    await ledger.end();
  }
}

/** As we show it, or as OpenSSL does: `SHA256 Fingerprint=AB:CD…` has what follows the `=`. */
function fingerprintIn(typed: string): string {
  const digits = typed.toLowerCase();
  if (/^[0-9a-f]{64}$/.test(digits) || /^(?:[0-9a-f]{2}:){31}[0-9a-f]{2}$/.test(digits))
    return digits.replaceAll(':', '');
  throw new Fault(
    'USAGE',
    `${JSON.stringify(typed)} isn't a SHA-256 fingerprint, which has 64 hexadecimal digits.`,
    {
      hint: 'Copy it whole from the error or from the bank. With OpenSSL: openssl x509 -fingerprint -sha256',
    },
  );
}

function notElsewhere(name: string): Fault {
  return new Fault('USAGE', `Profile ${name} is the bank in this program, whose answers aren't signed.`, {
    hint: 'To see the other profiles: psd2 profile list',
  });
}
