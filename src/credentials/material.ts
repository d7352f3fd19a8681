import type { KeyObject } from 'node:crypto';
import { closeSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Certificate, isKeyOf, readCertificate } from '../certificates/certificate.ts';
import {
  type ForeignFile,
  MAX_CERTIFICATES,
  MAX_FILE_BYTES,
  parseCertificateFile,
} from '../certificates/certificate-file.ts';
import { isEncrypted, readPrivateKey, type SecretFault } from '../certificates/private-key.ts';
import { type Chain, findChain } from '../certificates/trust.ts';
import { toBuffer } from '../core/base64.ts';
import { describeReadError, openPlainFile, readUpTo } from '../core/read-file.ts';
import { Fault } from '../errors.ts';
import { quoteForShell } from '../own-file.ts';
import type { CommandContext } from '../session/context.ts';
import { type Environment, readVariable } from '../settings/home.ts';

/** The files of a certificate, with or without its chain, and of its key. */
export interface MaterialInput {
  readonly file: AskedFile;
  readonly key?: AskedFile | undefined;
  readonly passphraseFile?: string | undefined;
}

/** A file from the command line: its path, or its content if it is already read, as for stdin. */
type AskedFile = string | ReadFile;

export interface Material extends Chain {
  /** The name of the certificate's file. */
  readonly name: string;
  /** The given private key, or a readable one beside the certificate; it may not match. */
  readonly key?: KeyObject;
}

/**
 * Reads a certificate, its chain and its key from PEM, DER or PKCS #12. An encrypted key beside a PEM certificate is
 * opened only if it is required.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING, each with a remedy
 * @see S8-key-fstat, S12-der-hostile
 */
export async function readMaterial(
  asked: MaterialInput,
  context: CommandContext,
  wants: { readonly key: boolean } = { key: false },
): Promise<Material> {
  const opener = new Opener(asked.passphraseFile, context, wants.key || asked.key !== undefined);
  const file = readAsked(asked.file, context.surroundings);
  const { certificates, keys, hasKey } = await opener.open(file, wants.key && asked.key === undefined);
  let given: KeyObject | undefined;
  if (asked.key !== undefined) {
    const keyFile = readAsked(asked.key, context.surroundings);
    given = (await opener.open(keyFile, true)).keys[0];
    if (given === undefined) {
      throw new Fault('INPUT_INVALID', `${keyFile.name} has no private key.`, {
        hint: 'Use a PEM file that begins with -----BEGIN PRIVATE KEY-----, or a PKCS #12 file.',
      });
    }
  }
  const chain = findChain(certificates, given === undefined ? keys : [given]);
  if (chain === undefined) {
    throw createForeignFault(file.name, {
      what: hasKey ? 'a private key without its certificate' : 'a file without any certificate',
      remedy: 'Pass the certificate as FILE, and its private key with --key.',
    });
  }
  const key = given ?? keys.find((one) => isKeyOf(one, chain.leaf)) ?? keys[0];
  return { name: file.name, ...chain, key };
}

interface OpenedFile {
  readonly certificates: readonly Certificate[];
  readonly keys: readonly KeyObject[];
  /** True if the file has a private key, opened or not. */
  readonly hasKey: boolean;
}

/** Opens the files of one command with one passphrase, which is asked for once. */
class Opener {
  readonly #passphraseFile: string | undefined;
  readonly #context: CommandContext;
  readonly #usesKeys: boolean;
  #passphrase: Passphrase | undefined;
  #isLookedUp = false;

  /** Creates an opener. @param usesKeys true if keys are used, not only inspected */
  constructor(passphraseFile: string | undefined, context: CommandContext, usesKeys: boolean) {
    this.#passphraseFile = passphraseFile;
    this.#context = context;
    this.#usesKeys = usesKeys;
  }

  /** Opens a file. @param wantsKeys true if an encrypted key is opened too */
  async open(file: ReadFile, wantsKeys: boolean): Promise<OpenedFile> {
    const { name } = file;
    const reading = parseCertificateFile(file.bytes);
    if (reading.kind === 'foreign') throw createForeignFault(name, reading.file);
    if (reading.kind === 'damaged') throw createDamagedFault(name, reading.reason);
    if (reading.kind === 'pkcs12') return this.#openPkcs12({ ...file, bytes: reading.bytes });
    const { certificates, keys: blocks } = reading.contents;
    if (blocks.length > 0) this.#checkMode(file);
    const keys: KeyObject[] = [];
    for (const block of blocks) {
      if (isEncrypted(block) && !wantsKeys) continue;
      const passphrase = isEncrypted(block) ? await this.#askPassphrase(name) : undefined;
      const key = readPrivateKey(block, passphrase?.text);
      if (key.ok) keys.push(key.key);
      // An unsupported key is no obstacle to inspecting the certificate beside it.
      else if (wantsKeys) throw createUnopenedFault({ ...key, name, kind: 'key' }, passphrase);
    }
    return { certificates, keys, hasKey: blocks.length > 0 };
  }

  async #openPkcs12(file: ReadFile): Promise<OpenedFile> {
    const { name, bytes } = file;
    this.#checkMode(file);
    const { readPkcs12 } = await import('../certificates/pkcs12.ts');
    let passphrase = this.#findPassphrase();
    let reading = await readPkcs12(bytes, passphrase?.text);
    if (!reading.ok && reading.fault === 'passphrase-missing') {
      passphrase = await this.#askPassphrase(name);
      reading = await readPkcs12(bytes, passphrase.text);
    }
    if (!reading.ok) throw createUnopenedFault({ ...reading, name, kind: 'pkcs12' }, passphrase);
    if (reading.isOld) {
      const text = `${name} is encrypted with RC2, an old cipher that Node.js and openssl 3 refuse.`;
      this.#context.io.notice(`${text} ${describeConversion(name, 'pkcs12', 'unsupported')}`);
    }
    const { certificates: ders, keys } = reading;
    if (ders.length > MAX_CERTIFICATES) {
      throw createDamagedFault(name, `it has more than ${MAX_CERTIFICATES} certificates`);
    }
    const certificates = ders.map((der) => {
      const certificate = readCertificate(der);
      if (!certificate.ok) throw createDamagedFault(name, certificate.reason);
      return certificate.certificate;
    });
    return { certificates, keys, hasKey: keys.length > 0 };
  }

  /** Refuses a key that other users can read; only warns if the key is inspected. @see C-key-of-others */
  #checkMode(file: ReadFile): void {
    const open = describeOpenMode(file);
    const hint = `chmod 600 ${quoteForShell(file.name)}`;
    if (open !== undefined && this.#usesKeys) {
      throw new Fault('PERMISSIONS', `${open}, so it isn't used.`, { hint });
    }
    if (open !== undefined) this.#context.io.notice(`${open}: ${hint}`);
  }

  #findPassphrase(): Passphrase | undefined {
    if (!this.#isLookedUp) this.#passphrase = readConfiguredPassphrase(this.#context, this.#passphraseFile);
    this.#isLookedUp = true;
    return this.#passphrase;
  }

  /** Asks the user for the passphrase; without a user, the fault names the missing input. */
  async #askPassphrase(name: string): Promise<Passphrase> {
    const known = this.#findPassphrase();
    if (known !== undefined) return known;
    const text = await this.#context.io.askSecret(`Passphrase of ${name}`);
    if (text === undefined) {
      throw new Fault('INPUT_MISSING', `${name} is encrypted and needs a passphrase.`, {
        missing: ['--passphrase-file'],
        hint: `Put the passphrase in a file and add --passphrase-file FILE, or set ${VARIABLE} in the environment.`,
      });
    }
    this.#passphrase = { text, from: 'the prompt' };
    return this.#passphrase;
  }
}

/** A passphrase, and a description of its source. */
interface Passphrase {
  readonly text: string;
  readonly from: string;
}

const VARIABLE = 'PSD2_PASSPHRASE';

/**
 * Reads the passphrase from the first line of a file, or from the environment; undefined if neither is given. No flag
 * takes the passphrase itself, because every user of the machine could read it.
 * @throws Fault FILE_UNREADABLE
 * @see S8-passphrase
 */
export function readConfiguredPassphrase(
  { surroundings, io }: CommandContext,
  file: string | undefined,
): Passphrase | undefined {
  if (file === undefined) {
    const text = readVariable(surroundings.env, VARIABLE);
    return text === undefined ? undefined : { text, from: VARIABLE };
  }
  const read = readAsked(file, surroundings);
  const open = describeOpenMode(read);
  if (open !== undefined) io.notice(`${open}: chmod 600 ${quoteForShell(file)}`);
  const text = toBuffer(read.bytes)
    .toString('utf8')
    .replace(/\r?\n$/, '');
  if (text !== '' && !/[\r\n]/.test(text)) return { text, from: file };
  throw new Fault('FILE_UNREADABLE', `${file} doesn't contain a one-line passphrase.`, {
    hint: 'Put only the passphrase in it, on the first line.',
  });
}

function describeOpenMode({ name, mode = 0 }: ReadFile): string | undefined {
  if ((mode & 0o077) === 0) return undefined;
  return `${name} can be read by other users (mode ${(mode & 0o777).toString(8).padStart(4, '0')})`;
}

interface ReadFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The permissions of a plain file, if the platform has them. */
  readonly mode?: number;
}

/**
 * Reads a file of certificates or keys, at most one byte more than the limit, so that the caller detects an oversized
 * file. Accepts plain files, and streams that the shell passes.
 * @throws Fault FILE_UNREADABLE
 * @see S12-file-limits
 */
export function readAsked(name: AskedFile, { cwd, uid }: Environment): ReadFile {
  if (typeof name !== 'string') return name;
  let descriptor: number | undefined;
  try {
    const opened = openPlainFile(resolve(cwd, name), { allowsShellStreams: true });
    descriptor = opened.descriptor;
    const hasMode = opened.stats.isFile() && uid !== undefined;
    const read = readUpTo(descriptor, MAX_FILE_BYTES + 1);
    return { name, bytes: read, mode: hasMode ? opened.stats.mode : undefined };
  } catch (cause) {
    const text = `${name} can't be read: ${describeReadError(cause, MAX_FILE_BYTES)}.`;
    throw new Fault('FILE_UNREADABLE', text, { hint: 'Pass the path of an existing file.', cause });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** A key or container that couldn't be opened. */
interface UnopenedMaterial {
  readonly name: string;
  readonly kind: 'pkcs12' | 'key';
  readonly fault: SecretFault;
  readonly reason: string;
}

/** Creates the fault for an unopened key or container. @see S12-pkcs12-iterations */
function createUnopenedFault(
  { name, kind, fault, reason }: UnopenedMaterial,
  passphrase: Passphrase | undefined,
): Fault {
  const what = kind === 'pkcs12' ? name : `The private key in ${name}`;
  switch (fault) {
    case 'passphrase-missing':
    case 'passphrase-wrong': {
      const from = passphrase === undefined ? '' : ` from ${passphrase.from}`;
      return new Fault('INPUT_INVALID', `The passphrase${from} doesn't open ${name}.`, {
        hint: `A damaged file gives the same error. Try: openssl ${kind === 'pkcs12' ? 'pkcs12' : 'pkey'} -noout -in ${quoteForShell(name)}`,
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
        hint: describeConversion(name, kind, fault),
      });
  }
}

/** Returns the commands that convert the file to current algorithms. */
function describeConversion(name: string, kind: UnopenedMaterial['kind'], fault: SecretFault): string {
  const file = quoteForShell(name);
  if (kind === 'key') {
    const old = fault === 'iterations' ? '' : ' -provider legacy -provider default';
    return `Convert it: openssl pkey${old} -in ${file} -aes256 -out new.key.pem`;
  }
  const old = fault === 'iterations' ? '' : ' -legacy';
  const lower = fault === 'iterations' ? ' -iter 100000' : '';
  return `Convert it: openssl pkcs12${old} -in ${file} -noenc -out plain.pem && openssl pkcs12 -export${lower} -in plain.pem -out new.p12. Then delete plain.pem.`;
}

export function createForeignFault(name: string, { what, remedy }: ForeignFile): Fault {
  return new Fault('INPUT_INVALID', `${name} is ${what}.`, {
    hint: remedy.replaceAll('{file}', quoteForShell(name)),
  });
}

export function createDamagedFault(name: string, reason: string): Fault {
  return new Fault('FILE_UNREADABLE', `${name} has no readable certificate: ${reason}.`, {
    hint: 'Fetch the file again from its source. Keep the line breaks of a PEM file, and copy a DER file as binary.',
  });
}
