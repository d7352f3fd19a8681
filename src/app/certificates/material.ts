import type { KeyObject } from 'node:crypto';
import type { Certificate } from '../../certificates/certificate.ts';
import { arrangeChain, type Chain, isKeyOf } from '../../certificates/chain.ts';
import { type Contents, MAX_CERTIFICATES, readContents } from '../../certificates/contents.ts';
import type { PemBlock } from '../../certificates/pem.ts';
import { isEncrypted, readPrivateKey } from '../../certificates/private-key.ts';
import { readCertificate } from '../../certificates/read.ts';
import { Fault } from '../../errors.ts';
import { damagedFault, foreignFault, oldFileNotice, unopenedFault } from './faults.ts';
import { type AskedFile, type ReadFile, readAsked } from './files.ts';
import {
  askedPassphrase,
  configuredPassphrase,
  type Passphrase,
  type PassphraseMeans,
  refuseIfOpen,
  warnIfOpen,
} from './passphrase.ts';

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
  means: PassphraseMeans,
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
  return { name: file.name, ...chain, ...(key === undefined ? {} : { key }) };
}

/**
 * A certificate with its own private key, to sign with.
 * @throws Fault as `readMaterial`; INPUT_MISSING without a key, INPUT_INVALID with another's
 */
export async function readSigningMaterial(
  asked: MaterialAsked,
  means: PassphraseMeans,
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
      {
        hint: 'Get a certificate for an RSA key of 2048 bits or more.',
      },
    );
  }
  if (!isKeyOf(key, leaf)) {
    throw new Fault('INPUT_INVALID', `The private key doesn't match the certificate in ${name}.`, {
      hint: 'Check whether they match:\npsd2 cert check FILE --key FILE',
    });
  }
  return { certificate: leaf, privateKey: key, name };
}

async function keyFrom(asked: AskedFile, opener: Opener, means: PassphraseMeans): Promise<KeyObject> {
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
  readonly #means: PassphraseMeans;
  readonly #passphraseFile: string | undefined;
  readonly #judgeOpen: typeof warnIfOpen;
  #passphrase: Passphrase | undefined;
  #isLookedUp = false;

  /** @param judgeOpen what is done about a key that other users can read */
  constructor(passphraseFile: string | undefined, means: PassphraseMeans, judgeOpen: typeof warnIfOpen) {
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
    if (keys.length > 0) this.#judgeOpen(file, this.#means.notice);
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
    this.#judgeOpen(file, this.#means.notice);
    const { readPkcs12 } = await import('../../certificates/pkcs12.ts');
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
    if (reading.isOld) this.#means.notice(oldFileNotice(file.name));
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
