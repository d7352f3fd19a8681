import type { KeyObject } from 'node:crypto';
import { closeSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Certificate, readCertificate } from '../certificates/certificate.ts';
import {
  type Contents,
  type ForeignFile,
  MAX_CERTIFICATES,
  MAX_FILE_BYTES,
  readContents,
} from '../certificates/contents.ts';
import type { PemBlock } from '../certificates/pem.ts';
import { isEncrypted, readPrivateKey, type SecretFault } from '../certificates/private-key.ts';
import { arrangeChain, type Chain, isKeyOf } from '../certificates/trust.ts';
import { describeReadError, openPlainFile, readUpTo } from '../core/read-file.ts';
import { Fault } from '../errors.ts';
import { shellWord } from '../own-file.ts';
import type { CommandContext, CommandIo } from '../session/context.ts';
import { type Surroundings, variable } from '../settings/home.ts';

/** Files of a certificate, with its chain or without, and of its key. */
export interface MaterialAsked {
  readonly file: AskedFile;
  readonly key?: AskedFile | undefined;
  readonly passphraseFile?: string | undefined;
}

export interface Material extends Chain {
  /** What the certificate's file is called. */
  readonly name: string;
  /** The private key that was given for it, or stands beside it and could be read; perhaps another's. */
  readonly key?: KeyObject;
}

/**
 * Reads a certificate, its chain and its key from PEM, DER or PKCS #12. An encrypted key beside a certificate in PEM
 * is left alone unless it is wanted.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING, each with what to do
 * @see S8-key-fstat, S12-der-hostile
 */
export async function readMaterial(
  asked: MaterialAsked,
  means: CommandContext,
  wants: { readonly key: boolean } = { key: false },
): Promise<Material> {
  const opener = new Opener(
    asked.passphraseFile,
    means,
    wants.key || asked.key !== undefined ? refuseIfOpen : warnIfOpen,
  );
  const file = readAsked(asked.file, means.surroundings);
  const opened = await opener.contentsOf(file, { keys: wants.key && asked.key === undefined });
  const { certificates, keys } = opened;
  const given = asked.key === undefined ? undefined : await keyFrom(asked.key, opener, means);
  const chain = arrangeChain(certificates, given === undefined ? keys : [given]);
  if (chain === undefined) throw noCertificate(file.name, opened);
  const key = given ?? keys.find((one) => isKeyOf(one, chain.leaf)) ?? keys[0];
  return { name: file.name, ...chain, key };
}

/**
 * A certificate with its own private key, to sign with.
 * @throws Fault as `readMaterial`; INPUT_MISSING without a key, INPUT_INVALID with another's
 */
export async function readSigningMaterial(
  asked: MaterialAsked,
  means: CommandContext,
): Promise<{ readonly certificate: Certificate; readonly privateKey: KeyObject; readonly name: string }> {
  const { leaf, key, name } = await readMaterial(asked, means, { key: true });
  if (key === undefined) {
    throw new Fault('INPUT_MISSING', `${name} has no private key to sign with.`, {
      missing: ['--key'],
      hint: "Add --key FILE with the certificate's private key.",
    });
  }
  if (key.asymmetricKeyType !== 'rsa') {
    throw new Fault(
      'INPUT_INVALID',
      `The private key in ${name} isn't an RSA key. Requests are signed with RSA.`,
      { hint: 'Get a certificate for an RSA key of 2048 bits or more.' },
    );
  }
  if (!isKeyOf(key, leaf)) {
    throw new Fault('INPUT_INVALID', `The private key doesn't match the certificate in ${name}.`, {
      hint: 'Check whether they match:\npsd2 cert check FILE --key FILE',
    });
  }
  return { certificate: leaf, privateKey: key, name };
}

async function keyFrom(asked: AskedFile, opener: Opener, means: CommandContext): Promise<KeyObject> {
  const file = readAsked(asked, means.surroundings);
  const { keys } = await opener.contentsOf(file, { keys: true });
  const [key] = keys;
  if (key !== undefined) return key;
  throw new Fault('INPUT_INVALID', `${file.name} has no private key.`, {
    hint: 'Use a PEM file that begins with -----BEGIN PRIVATE KEY-----, or a PKCS #12 file.',
  });
}

interface OpenedFile {
  readonly certificates: readonly Certificate[];
  readonly keys: readonly KeyObject[];
  /** Whether any private key is in it, opened or not. */
  readonly hasKey: boolean;
}

/** Opens the files of one command, with one passphrase, which is asked for once. */
class Opener {
  readonly #means: CommandContext;
  readonly #passphraseFile: string | undefined;
  readonly #judgeOpen: typeof warnIfOpen;
  #passphrase: Passphrase | undefined;
  #isLookedUp = false;

  /** @param judgeOpen what is done about a key that other users can read */
  constructor(passphraseFile: string | undefined, means: CommandContext, judgeOpen: typeof warnIfOpen) {
    this.#passphraseFile = passphraseFile;
    this.#means = means;
    this.#judgeOpen = judgeOpen;
  }

  /** @param wants keys: whether an encrypted key is opened too */
  async contentsOf(file: ReadFile, wants: { readonly keys: boolean }): Promise<OpenedFile> {
    const reading = readContents(file.bytes);
    if (reading.kind === 'foreign') throw foreignFault(file.name, reading.file);
    if (reading.kind === 'damaged') throw damagedFault(file.name, reading.reason);
    if (reading.kind === 'pkcs12') return this.#pkcs12({ ...file, bytes: reading.bytes });
    const { certificates, keys } = reading.contents;
    if (keys.length > 0) this.#judgeOpen(file, this.#means.io.notice);
    return { certificates, keys: await this.#keys(file.name, keys, wants), hasKey: keys.length > 0 };
  }

  async #keys(
    name: string,
    blocks: Contents['keys'],
    wants: { readonly keys: boolean },
  ): Promise<KeyObject[]> {
    const opened: KeyObject[] = [];
    for (const block of blocks) {
      if (isEncrypted(block) && !wants.keys) continue;
      const key = await this.#key(name, block, wants);
      if (key !== undefined) opened.push(key);
    }
    return opened;
  }

  async #key(
    name: string,
    block: PemBlock,
    wants: { readonly keys: boolean },
  ): Promise<KeyObject | undefined> {
    const passphrase = isEncrypted(block) ? await this.#needed(name) : undefined;
    const reading = readPrivateKey(block, passphrase?.text);
    if (reading.ok) return reading.key;
    // Beside a certificate that is only looked at, a key of another kind is no obstacle.
    if (!wants.keys || reading.fault === 'passphrase-missing') return undefined;
    throw unopenedFault({ ...reading, name, kind: 'key', fault: reading.fault }, passphrase);
  }

  async #pkcs12(file: ReadFile): Promise<OpenedFile> {
    this.#judgeOpen(file, this.#means.io.notice);
    const { readPkcs12 } = await import('../certificates/pkcs12.ts');
    let passphrase = this.#configured();
    let reading = await readPkcs12(file.bytes, passphrase?.text);
    if (!reading.ok && reading.fault === 'passphrase-missing') {
      passphrase = await this.#needed(file.name);
      reading = await readPkcs12(file.bytes, passphrase.text);
    }
    if (!reading.ok) {
      const fault = reading.fault === 'passphrase-missing' ? 'passphrase-wrong' : reading.fault;
      throw unopenedFault({ ...reading, name: file.name, kind: 'pkcs12', fault }, passphrase);
    }
    if (reading.isOld) this.#means.io.notice(oldFileNotice(file.name));
    const { certificates, keys } = reading;
    return { certificates: certificatesOf(file.name, certificates), keys, hasKey: keys.length > 0 };
  }

  #configured(): Passphrase | undefined {
    if (!this.#isLookedUp) this.#passphrase = configuredPassphrase(this.#means, this.#passphraseFile);
    this.#isLookedUp = true;
    return this.#passphrase;
  }

  async #needed(name: string): Promise<Passphrase> {
    const known = this.#configured() ?? (await askedPassphrase(name, this.#means));
    this.#passphrase = known;
    return known;
  }
}

function certificatesOf(name: string, ders: readonly Uint8Array[]): Certificate[] {
  if (ders.length > MAX_CERTIFICATES) {
    throw damagedFault(name, `it has more than ${MAX_CERTIFICATES} certificates`);
  }
  return ders.map((der) => {
    const reading = readCertificate(der);
    if (!reading.ok) throw damagedFault(name, reading.reason);
    return reading.certificate;
  });
}

function noCertificate(name: string, { hasKey }: OpenedFile): Fault {
  return foreignFault(name, {
    what: hasKey ? 'a private key without its certificate' : 'a file without any certificate',
    remedy: 'Pass the certificate as FILE, and its private key with --key.',
  });
}

/** A passphrase, and where it is from in words. */
interface Passphrase {
  readonly text: string;
  readonly from: string;
}

const VARIABLE = 'PSD2_PASSPHRASE';

/**
 * The passphrase of a file or of the environment; undefined when neither is given. Never a flag's value, which every
 * user of the machine could read.
 * @throws Fault FILE_UNREADABLE
 * @see S8-passphrase
 */
export function configuredPassphrase(
  context: CommandContext,
  file: string | undefined,
): Passphrase | undefined {
  if (file !== undefined) return { text: lineOf(file, context), from: file };
  const text = variable(context.surroundings.env, VARIABLE);
  return text === undefined ? undefined : { text, from: VARIABLE };
}

/** One line, without its end. */
function lineOf(name: string, { surroundings, io }: CommandContext): string {
  const { bytes, mode } = readAsked({ name }, surroundings);
  warnIfOpen({ name, mode }, io.notice);
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/\r?\n$/, '');
  if (text === '' || /[\r\n]/.test(text)) {
    throw new Fault('FILE_UNREADABLE', `${name} doesn't contain a one-line passphrase.`, {
      hint: 'Put only the passphrase in it, on the first line.',
    });
  }
  return text;
}

/** A file as it was read; without a mode where the platform has none. */
interface ReadSecret {
  readonly name: string;
  readonly mode?: number | undefined;
}

/** What is secret should be its owner's alone; where it is only looked at, it is said and not refused. */
function warnIfOpen(file: ReadSecret, notice: CommandIo['notice']): void {
  if (isOpen(file)) notice(`${openText(file)}: chmod 600 ${shellWord(file.name)}`);
}

/** A key that others can read is not used. @see C-key-of-others */
function refuseIfOpen(file: ReadSecret): void {
  if (!isOpen(file)) return;
  throw new Fault('PERMISSIONS', `${openText(file)}, so it isn't used.`, {
    hint: `chmod 600 ${shellWord(file.name)}`,
  });
}

function isOpen({ mode = 0 }: ReadSecret): boolean {
  return (mode & 0o077) !== 0;
}

function openText({ name, mode = 0 }: ReadSecret): string {
  return `${name} can be read by other users (mode ${(mode & 0o777).toString(8).padStart(4, '0')})`;
}

/** Asks the person who is there; without one, what is missing is named. */
async function askedPassphrase(name: string, { io }: CommandContext): Promise<Passphrase> {
  const text = await io.askSecret(`Passphrase of ${name}`);
  if (text !== undefined) return { text, from: 'the prompt' };
  throw new Fault('INPUT_MISSING', `${name} is encrypted and needs a passphrase.`, {
    missing: ['--passphrase-file'],
    hint: `Put the passphrase in a file and add --passphrase-file FILE, or set ${VARIABLE} in the environment.`,
  });
}

/** A file as a command line names it. */
export interface AskedFile {
  /** Path, or what its bytes are called. */
  readonly name: string;
  /** Where it was read already, as stdin is. */
  readonly bytes?: Uint8Array | undefined;
}

interface ReadFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Permissions of a plain file, where the platform has them. */
  readonly mode?: number;
}

/**
 * Reads a file of certificates or keys, at most one byte more than such files may have, by which the caller sees that it
 * is too long. It is a plain file, or a stream that the shell passes.
 * @throws Fault FILE_UNREADABLE
 * @see S12-file-limits
 */
export function readAsked({ name, bytes }: AskedFile, { cwd, uid }: Surroundings): ReadFile {
  if (bytes !== undefined) return { name, bytes };
  let descriptor: number | undefined;
  try {
    const opened = openPlainFile(resolve(cwd, name), { allowsShellStreams: true });
    descriptor = opened.descriptor;
    const { stats } = opened;
    const read = readUpTo(descriptor, MAX_FILE_BYTES + 1);
    return stats.isFile() && uid !== undefined
      ? { name, bytes: read, mode: stats.mode }
      : { name, bytes: read };
  } catch (cause) {
    const hint = 'Pass the path of an existing file.';
    throw new Fault(
      'FILE_UNREADABLE',
      `${name} can't be read: ${describeReadError(cause, MAX_FILE_BYTES)}.`,
      { hint, cause },
    );
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** What was not opened, in what kind of file. */
interface Unopened {
  readonly name: string;
  readonly kind: 'pkcs12' | 'key';
  readonly fault: Exclude<SecretFault, 'passphrase-missing'>;
  readonly reason: string;
}

/** @see S12-pkcs12-iterations */
function unopenedFault({ name, kind, fault, reason }: Unopened, passphrase: Passphrase | undefined): Fault {
  const what = kind === 'pkcs12' ? name : `The private key in ${name}`;
  switch (fault) {
    case 'passphrase-wrong': {
      const from = passphrase === undefined ? '' : ` from ${passphrase.from}`;
      return new Fault('INPUT_INVALID', `The passphrase${from} doesn't open ${name}.`, {
        hint: `A damaged file gives the same error. Try: openssl ${kind === 'pkcs12' ? 'pkcs12' : 'pkey'} -noout -in ${shellWord(name)}`,
      });
    }
    case 'damaged':
      return new Fault('FILE_UNREADABLE', `${what} is damaged: ${reason}.`, {
        hint: 'Fetch the file again from its source and copy it as a binary file.',
      });
    case 'key-kind':
      return new Fault('INPUT_INVALID', `${what} can't be used here: ${reason}.`, {
        hint: 'Use the RSA key that belongs to the certificate.',
      });
    default:
      return new Fault('FILE_UNREADABLE', `${what} can't be opened: ${reason}.`, {
        hint: convert(name, kind, fault),
      });
  }
}

/** Commands that write the same with algorithms of today. */
function convert(name: string, kind: Unopened['kind'], fault: SecretFault): string {
  const file = shellWord(name);
  if (kind === 'key') {
    const old = fault === 'iterations' ? '' : ' -provider legacy -provider default';
    return `Convert it: openssl pkey${old} -in ${file} -aes256 -out new.key.pem`;
  }
  const old = fault === 'iterations' ? '' : ' -legacy';
  const lower = fault === 'iterations' ? ' -iter 100000' : '';
  return `Convert it: openssl pkcs12${old} -in ${file} -noenc -out plain.pem && openssl pkcs12 -export${lower} -in plain.pem -out new.p12. Then delete plain.pem.`;
}

/** How a file of old is made one of today. */
function oldFileNotice(name: string): string {
  return `${name} is encrypted with RC2, an old cipher that Node.js and openssl 3 refuse. ${convert(name, 'pkcs12', 'unsupported')}`;
}

export function foreignFault(name: string, { what, remedy }: ForeignFile): Fault {
  return new Fault('INPUT_INVALID', `${name} is ${what}.`, {
    hint: remedy.replaceAll('{file}', shellWord(name)),
  });
}

export function damagedFault(name: string, reason: string): Fault {
  return new Fault('FILE_UNREADABLE', `${name} has no readable certificate: ${reason}.`, {
    hint: 'Fetch the file again from its source. Keep the line breaks of a PEM file, and copy a DER file as binary.',
  });
}
