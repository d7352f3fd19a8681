import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  Args,
  buildFlagName,
  createCard,
  createTextFlag,
  defineCommand,
  Flags,
  pickSettings,
  QUIET,
} from '../../src/cli/command.ts';
import { promptForMissing } from '../../src/cli/prompts.ts';
import { psuFlags } from '../../src/cli/psu-flags.ts';
import { signingFlags } from '../../src/cli/signing-flags.ts';
import type { JsonObject } from '../../src/core/json-object.ts';
import { Fault } from '../../src/errors.ts';
import type { Trial } from '../../src/profiles/probe.ts';
import { describeBank, updateSettings } from '../../src/profiles/settings.ts';
import type { CommandContext, CommandIo } from '../../src/session/context.ts';
import { findHomeFolder } from '../../src/settings/home.ts';
import { resolveSettings } from '../../src/settings/precedence.ts';
import {
  DEFAULT_REMOTE_KIND,
  DEFAULT_RESPONSE_SIGNATURE,
  isBuiltIn,
  REMOTE_MEMBERS,
  REMOTE_NAMES,
  RESPONSE_SIGNATURES,
  type RemoteBank,
  type RemoteKind,
  type RemoteMember,
  readRemoteBank,
} from '../../src/settings/profile.ts';
import { isProfileName, profileName } from '../../src/settings/readers.ts';
import { SETTINGS, type SettingName } from '../../src/settings/setting-table.ts';
import { buildSettingsPath, readSettingsFile, readValues } from '../../src/settings/settings-file.ts';

const BANK = 'BANK';
const SIGNING = 'SIGNING';
const TLS = 'TLS';
const SENT = 'SENT BY DEFAULT';

/** The flags of a remote profile's members; paths are stored absolute. @see D13-profile */
const memberFlags = {
  'base-url': createTextFlag("Address of the bank's interface, up to but not including /v1.", 'URL', BANK),
  bank: Flags.string({
    description: 'Type of bank: sandbox or production.',
    options: ['sandbox', 'production'],
    default: DEFAULT_REMOTE_KIND,
    helpValue: 'sandbox|production',
    helpGroup: BANK,
  }),
  'cert-file': createTextFlag('Signing certificate: PEM, DER or PKCS #12.', 'FILE', SIGNING),
  'key-file': createTextFlag("Its private key, unless it's in --cert-file.", 'FILE', SIGNING),
  signer: createTextFlag(
    'Program that signs instead of a key: stdin in, Base64 out.',
    "'exec:CMD ARGS'",
    SIGNING,
  ),
  'passphrase-file': createTextFlag('File with the passphrase for the keys.', 'FILE', SIGNING),
  'tls-cert-file': createTextFlag('Certificate for mutual TLS.', 'FILE', TLS),
  'tls-key-file': createTextFlag("Its private key, unless it's in --tls-cert-file.", 'FILE', TLS),
  'ca-file': createTextFlag("CA of the bank's TLS certificate, PEM.", 'FILE', TLS),
  'operator-url': createTextFlag("Address of a served bank's operator port.", 'URL', BANK),
  'operator-token-file': createTextFlag("File with the operator's token.", 'FILE', BANK),
  'response-signature': Flags.string({
    description: `Whether the bank's answers must be signed. Default: ${DEFAULT_RESPONSE_SIGNATURE}, where only a wrong signature is an error.`,
    options: [...RESPONSE_SIGNATURES],
    helpValue: RESPONSE_SIGNATURES.join('|'),
    helpGroup: BANK,
  }),
};

interface AddedProfile {
  readonly name: string;
  readonly bank: RemoteKind;
  readonly remote: RemoteBank;
  readonly trial: Trial;
}

export default defineCommand(
  {
    summary: 'Add a profile for a remote bank and test it.',
    description:
      "The test is a signed read of a payment that doesn't exist, which starts no SCA. If it fails, the profile is saved only if you confirm, or with --force. A profile is production unless you set --bank.",
    examples: {
      "A bank's sandbox":
        'profile add mybank --bank sandbox --base-url https://api.bank.example/api-sandbox --cert-file seal.pem --key-file seal.key.pem',
      'A production bank, with mutual TLS and a key in a hardware token':
        "profile add live --base-url https://api.bank.example --cert-file seal.pem --signer 'exec:/usr/local/bin/hsm-sign seal' --tls-cert-file qwac.p12",
    },
    args: { name: Args.string({ description: 'Name of the profile.', required: true }) },
    flags: {
      ...memberFlags,
      ...signingFlags,
      'redirect-uri': { ...psuFlags['redirect-uri'], helpGroup: SENT },
      'psu-ip': { ...psuFlags['psu-ip'], helpGroup: SENT },
      'accept-fix': { ...psuFlags['accept-fix'], helpGroup: SENT },
      force: Flags.boolean({ description: 'Save it even if the test fails.' }),
    },
    presentation: createCard<AddedProfile>([
      ['Profile', 'name', 'text', QUIET],
      ['Bank', describeBank],
      ['Base URL', ({ remote }) => remote.baseUrl, 'identifier'],
      ['Tried', ({ trial }) => trial.message],
    ]),
  },
  async (command, { args: { name }, flags }) => {
    const { context, personIsThere } = command;
    const { profile: _, ...settings } = pickSettings(flags);
    const faultOf = async (answers: FlagTexts) =>
      findMemberFault({ ...flags, ...answers }, context.surroundings.cwd);
    const added = await promptForMissing({ personIsThere, words: memberFlags, faultOf }, (answers) =>
      addProfile(context, { name, force: flags.force, settings, typed: { ...flags, ...answers } }),
    );
    command.next([`profile use ${name}`, `profile show --profile ${name}`]);
    return added;
  },
);

/** The texts by flag, from the command line or a prompt. */
type FlagTexts = Readonly<Record<string, unknown>>;

interface AskedProfile {
  readonly name: string;
  readonly force: boolean;
  readonly settings: FlagTexts;
  readonly typed: FlagTexts;
}

/**
 * Probes a remote bank and saves its profile.
 * @throws Fault USAGE, INPUT_INVALID, INPUT_MISSING for invalid input; the fault of the probe, unless the user confirms
 *   or passes `--force`
 * @see C-profile-add
 */
async function addProfile(context: CommandContext, asked: AskedProfile): Promise<AddedProfile> {
  const { surroundings } = context;
  const { uid } = surroundings;
  const { name } = asked;
  const home = findHomeFolder(surroundings);
  refuseTaken(name, home, uid);
  const members = readMembers(asked, surroundings.cwd);
  const where = `Profile ${name}`;
  const bank = members.bank as RemoteKind;
  const remote = readRemoteBank(members, { kind: bank, where, folder: home });
  const names = Object.keys(members).filter((one) => Object.hasOwn(SETTINGS, one)) as SettingName[];
  const profile = { name, bank, remote, values: readValues(members, names, where) };
  const settingsFile = { path: buildSettingsPath(home), profile: name, profiles: [profile] };
  const settings = resolveSettings({ given: {}, env: {}, projectFile: undefined, settingsFile });
  const { tryBank } = await import('../../src/profiles/probe.ts');
  const { trial, fault } = await tryBank(remote, settings, context);
  if (fault !== undefined) await confirmSave(trial, fault, asked, context.io);
  await updateSettings(home, uid, (object) => {
    refuseTaken(name, home, uid);
    return { ...object, profiles: { ...(object.profiles as JsonObject | undefined), [name]: members } };
  });
  return { name, bank, remote, trial };
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

/** Converts the typed texts to members of the settings file, with absolute paths. */
function readMembers({ typed, settings }: AskedProfile, cwd: string): JsonObject {
  const given = REMOTE_NAMES.map((name) => [name, readMember(name, typed, cwd)] as const);
  const members = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  const missing = (['baseUrl', 'certFile'] as const).filter((name) => members[name] === undefined);
  if (missing.length > 0) {
    const flags = missing.map((name) => `--${buildFlagName(name)}`);
    throw new Fault('INPUT_MISSING', `Missing: ${flags.join(' and ')}.`, {
      missing: flags,
      hint: 'To see all settings of a profile: psd2 profile add --help',
    });
  }
  const own = Object.entries(settings).filter(([, value]) => value !== undefined);
  return { bank: typed.bank as string, ...members, ...Object.fromEntries(own) };
}

function readMember(name: RemoteMember, typed: FlagTexts, cwd: string): string | undefined {
  const text = typed[buildFlagName(name)];
  if (typeof text !== 'string') return undefined;
  const { reader, isPath } = REMOTE_MEMBERS[name];
  const value = reader.fromText(text);
  if (value !== undefined) return isPath === true ? resolve(cwd, value) : value;
  // The text before @ may be a password, so it isn't printed.
  const what = text.includes('@') ? 'not valid. It must be' : `${JSON.stringify(text)}, but must be`;
  throw new Fault('USAGE', `--${buildFlagName(name)} is ${what} ${reader.expects}.`);
}

/** Describes the fault of the members typed so far. */
function findMemberFault(typed: FlagTexts, cwd: string): string | undefined {
  try {
    const lost = REMOTE_NAMES.map((name) => {
      const value = readMember(name, typed, cwd);
      return REMOTE_MEMBERS[name].isPath === true && value !== undefined && !existsSync(value) ? value : '';
    }).find((value) => value !== '');
    return lost && `Can't read ${lost}: there's no such file.`;
  } catch (fault) {
    if (fault instanceof Fault) return fault.message;
    throw fault;
  }
}

/**
 * Decides if the profile is saved after the probe.
 * @throws Fault the fault of the probe, unless the user confirms or passes `--force`
 */
async function confirmSave(
  { message, remedy }: Trial,
  fault: Fault,
  { name, force }: AskedProfile,
  { confirm, notice }: CommandIo,
): Promise<void> {
  const what = remedy === undefined ? message : `${message} ${remedy}`;
  if (force) {
    notice(what);
    return;
  }
  if (await confirm(what, `Save profile ${name} anyway?`)) return;
  // A bank of the standard also refuses an unknown certificate with 401, which isn't about an SCA.
  const code = fault.code === 'SCA_NEEDED' ? 'BANK_REFUSED' : fault.code;
  throw new Fault(code, `${message} Profile ${name} wasn't saved.`, {
    ...fault.details,
    tppMessages: [],
    hint: `${remedy === undefined ? '' : `${remedy}\n`}To save it anyway, add --force.`,
  });
}
