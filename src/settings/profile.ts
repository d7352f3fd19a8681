import { isAbsolute, resolve } from 'node:path';
import type { JsonObject } from '../core/json-object.ts';
import { isLoopback } from '../core/loopback.ts';
import { Fault } from '../errors.ts';
import { createChoiceReader, createTextReader, line, type Reader, readKey } from './readers.ts';
import type { BankKind, SettingValues } from './setting-table.ts';

/**
 * The members of a remote bank's profile, besides its settings. Every path is absolute. No member is a flag or variable
 * of the commands that call the bank.
 * @see D13-profile
 */
export interface RemoteBank {
  /** The URL `https://host[:port][/path]`, without a trailing slash. */
  readonly baseUrl: string;
  /** The signing certificate, PEM, DER or PKCS #12, with or without its key. */
  readonly certFile: string;
  readonly keyFile?: string;
  /** A program that signs in place of a key file: `exec:COMMAND ARGUMENTS`. */
  readonly signer?: string;
  readonly passphraseFile?: string;
  /** The client certificate for mutual TLS. */
  readonly tlsCertFile?: string;
  readonly tlsKeyFile?: string;
  /** PEM of the authorities that verify the bank's TLS certificate, instead of Node's own. */
  readonly caFile?: string;
  /** The URL of a served bank's operator. */
  readonly operatorUrl?: string;
  readonly operatorTokenFile?: string;
  /** Policy for response signatures. @see D13-response-signature */
  readonly responseSignature?: ResponseSignature;
}

export type ResponseSignature = (typeof RESPONSE_SIGNATURES)[number];

export const RESPONSE_SIGNATURES = ['required', 'optional', 'off'] as const;

/**
 * The default policy: a response with an invalid signature is an error, one without a signature is not.
 * @see D10-response-check
 */
export const DEFAULT_RESPONSE_SIGNATURE: ResponseSignature = 'optional';

export type RemoteMember = keyof RemoteBank;

interface MemberRow {
  readonly reader: Reader<string>;
  /** True if the value is a path, relative to the folder of the settings file. */
  readonly isPath?: true;
}

const filePath: MemberRow = { reader: createTextReader('the path of a file', line.fromText), isPath: true };

const signer = createTextReader(
  'exec:COMMAND ARGUMENTS, with a command on PATH or an absolute path',
  (text) => (parseSignerWords(text) === undefined ? undefined : text),
);

/** The members, in the order of `profile show`. */
export const REMOTE_MEMBERS: Readonly<Record<RemoteMember, MemberRow>> = {
  baseUrl: { reader: createAddressReader('such as https://bank.example/api') },
  certFile: filePath,
  keyFile: filePath,
  signer: { reader: signer },
  passphraseFile: filePath,
  tlsCertFile: filePath,
  tlsKeyFile: filePath,
  caFile: filePath,
  operatorUrl: { reader: createAddressReader('such as http://127.0.0.1:8444') },
  operatorTokenFile: filePath,
  responseSignature: { reader: createChoiceReader(...RESPONSE_SIGNATURES) },
};

export const REMOTE_NAMES = Object.keys(REMOTE_MEMBERS) as readonly RemoteMember[];

export type RemoteKind = Exclude<BankKind, 'embedded'>;

/**
 * The default kind: a remote bank is a production bank unless its profile says otherwise.
 * @see S10-production-default
 */
export const DEFAULT_REMOTE_KIND: RemoteKind = 'production';

const REQUIRED: readonly RemoteMember[] = ['baseUrl', 'certFile'];

/** The members that require each other. */
const PAIRS: readonly (readonly [RemoteMember, RemoteMember])[] = [
  ['tlsKeyFile', 'tlsCertFile'],
  ['operatorUrl', 'operatorTokenFile'],
  ['operatorTokenFile', 'operatorUrl'],
];

/**
 * Reads the members of a remote profile in a settings file.
 * @param folder the base of relative paths
 * @throws Fault INPUT_INVALID naming the member
 * @see S10-https-only
 */
export function readRemoteBank(
  object: JsonObject,
  { kind, where, folder }: { readonly kind: RemoteKind; readonly where: string; readonly folder: string },
): RemoteBank {
  const entries = REMOTE_NAMES.flatMap((name) => {
    const { reader, isPath } = REMOTE_MEMBERS[name];
    const value = readKey(object, name, reader, where);
    if (value === undefined) return [];
    return [[name, isPath === true && !isAbsolute(value) ? resolve(folder, value) : value]];
  });
  const bank = Object.fromEntries(entries) as Partial<RemoteBank>;
  refuseIncomplete(bank, where);
  if (kind === 'production' && bank.baseUrl?.startsWith('http:'))
    throw createPlainHttpFault(bank.baseUrl, where);
  return bank as RemoteBank;
}

function createPlainHttpFault(baseUrl: string, where: string): Fault {
  const text = `${where}: baseUrl is ${baseUrl}, but a production profile only uses HTTPS.`;
  return new Fault('INPUT_INVALID', text, {
    hint: 'Use the HTTPS address, or make it a sandbox profile: --bank sandbox, or "bank": "sandbox" in settings.json.',
  });
}

function refuseIncomplete(bank: Partial<RemoteBank>, where: string): void {
  const missing = REQUIRED.find((name) => bank[name] === undefined);
  if (missing !== undefined) throw new Fault('INPUT_INVALID', `${where}: ${missing} is missing.`);
  if (bank.keyFile !== undefined && bank.signer !== undefined) {
    throw new Fault('INPUT_INVALID', `${where}: keyFile and signer can't be used together.`, {
      hint: 'Keep only the one that signs.',
    });
  }
  for (const [one, other] of PAIRS) {
    if (bank[one] === undefined || bank[other] !== undefined) continue;
    throw new Fault('INPUT_INVALID', `${where}: ${one} needs ${other}.`);
  }
}

/** Creates a reader of addresses without user, query and fragment; plain HTTP is accepted only on this machine. */
function createAddressReader(example: string): Reader<string> {
  return createTextReader(`an address over HTTPS without user name and query, ${example}`, (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || !['https:', 'http:'].includes(url.protocol)) return undefined;
    if (url.protocol === 'http:' && !isLoopback(url.hostname)) return undefined;
    if (url.username !== '' || url.password !== '' || /[?#]/.test(url.href)) return undefined;
    return url.origin + url.pathname.replace(/\/+$/, '');
  });
}

const PREFIX = 'exec:';

/**
 * Parses the program and arguments of a signer, which no shell interprets: blanks separate words, and double quotes
 * enclose a word with blanks. Returns undefined for an invalid command.
 * @see D13-signer
 */
export function parseSignerWords(text: string): readonly [command: string, ...args: string[]] | undefined {
  const rest = text.slice(PREFIX.length);
  if (!text.startsWith(PREFIX) || line.fromText(text) === undefined) return undefined;
  if (!/^(?:[^" ]+|"[^"]*"| )+$/.test(rest)) return undefined;
  const words = [...rest.matchAll(/"([^"]*)"|([^" ]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const [command, ...args] = words;
  if (command === undefined || command === '') return undefined;
  // A relative path would depend on the current folder.
  return /[/\\]/.test(command) && !isAbsolute(command) ? undefined : [command, ...args];
}

/** The values that a file sets; the others come from the next source in precedence. */
export type SomeValues = Partial<SettingValues>;

interface AnyProfile {
  readonly name: string;
  /** The profile's own values. */
  readonly values: SomeValues;
}

/** The profile of an embedded bank, which needs no further members. */
export interface EmbeddedProfile extends AnyProfile {
  readonly bank: 'embedded';
  /** The absolute folder of another profile's key and certificate, for a fork. @see D16-fork */
  readonly keys?: string;
}

/** The profile of a remote bank, with the members for its connection. @see D13-profile */
export interface RemoteProfile extends AnyProfile {
  readonly bank: RemoteKind;
  readonly remote: RemoteBank;
}

/** A profile: a bank and its connection. @see C-precedence, C-default-profile */
export type Profile = EmbeddedProfile | RemoteProfile;

/** The name of the built-in profile. @see C-default-profile */
export const DEFAULT_PROFILE = 'offline';

/** The built-in profiles: the embedded bank, created and initialised on first use. */
export const BUILT_IN_PROFILES: readonly Profile[] = [
  { name: DEFAULT_PROFILE, bank: 'embedded', values: {} },
];

export function isBuiltIn(name: string): boolean {
  return BUILT_IN_PROFILES.some((profile) => profile.name === name);
}

/** Finds a profile by name. @throws Fault INPUT_INVALID naming the existing profiles */
export function profileNamed(profiles: readonly Profile[], name: string, source: string): Profile {
  const found = profiles.find((profile) => profile.name === name);
  if (found !== undefined) return found;
  throw new Fault('INPUT_INVALID', `There's no profile ${JSON.stringify(name)} (${source}).`, {
    hint: listProfileNames(profiles),
  });
}

export function listProfileNames(profiles: readonly Profile[]): string {
  return `Existing profiles: ${profiles.map(({ name }) => name).join(', ')}.`;
}
