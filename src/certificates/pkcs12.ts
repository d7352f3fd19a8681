/**
 * Opens PKCS #12 files (RFC 7292), today's and the ones of old. node:crypto derives the keys and decrypts; node-forge
 * takes 20 s for 600,000 iterations and no passphrase beyond ASCII with PBES2, so it is left what node:crypto has not:
 * the RC2 of old files.
 * @see S12-pkcs12-open
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DerError } from './der.ts';
import { decrypt, formsOf, NO_PASSPHRASE, type PassphraseForms, type Rc2 } from './encryption/decrypt.ts';
import { Iterations } from './encryption/iterations.ts';
import { derivePkcs12, PURPOSE } from './encryption/pkcs12-kdf.ts';
import { Rc2Wanted, type SecretFault, SecretRefusal } from './encryption/refusal.ts';
import { type Opened, type Opener, openBags } from './pkcs12/bags.ts';
import { type Mac, type Pkcs12File, readPkcs12File } from './pkcs12/file.ts';

export { writePkcs12 } from './pkcs12/write.ts';

export type Pkcs12Reading =
  | ({ readonly ok: true; readonly isOld: boolean } & Readonly<Opened>)
  | { readonly ok: false; readonly fault: SecretFault; readonly reason: string };

/**
 * Opens a file of at most 256 KiB (the caller looks). Never throws on any bytes. Every number of iterations that can
 * be read is read before the first one is done.
 * @param passphrase absent: the file is tried without one
 * @returns certificates in the order of the file; `isOld` when today's openssl opens it with -legacy only
 * @see A-pkcs12-old, A-forge-lazy
 */
export async function readPkcs12(bytes: Uint8Array, passphrase: string | undefined): Promise<Pkcs12Reading> {
  try {
    return attempt(bytes, passphrase, undefined);
  } catch (error) {
    if (!(error instanceof Rc2Wanted)) return refused(error, passphrase);
  }
  const { rc2 } = await import('./pkcs12/rc2.ts');
  try {
    return { ...attempt(bytes, passphrase, rc2), isOld: true };
  } catch (error) {
    return refused(error, passphrase);
  }
}

function refused(error: unknown, passphrase: string | undefined): Pkcs12Reading {
  if (error instanceof SecretRefusal && error.fault === 'passphrase-wrong' && passphrase === undefined) {
    return { ok: false, fault: 'passphrase-missing', reason: 'it is encrypted' };
  }
  if (error instanceof SecretRefusal) return { ok: false, fault: error.fault, reason: error.message };
  if (error instanceof DerError) return { ok: false, fault: 'damaged', reason: error.message };
  throw error;
}

/** @throws SecretRefusal, DerError */
function attempt(bytes: Uint8Array, passphrase: string | undefined, rc2: Rc2 | undefined) {
  const iterations = new Iterations();
  const file = readPkcs12File(bytes, iterations);
  if (rc2 === undefined && file.parts.some(({ scheme }) => scheme?.cipher.name === 'rc2-cbc'))
    throw new Rc2Wanted();
  const given = passphrase ?? '';
  const forms = given === '' ? [formsOf(''), NO_PASSPHRASE] : [formsOf(given)];
  const fits = forms.find((form) => isRight(file, form, rc2));
  if (fits === undefined) throw new SecretRefusal('passphrase-wrong', "the passphrase doesn't open it");
  return { ok: true as const, isOld: false, ...open(file, { passphrase: fits, iterations, rc2 }) };
}

function open({ parts }: Pkcs12File, opener: Opener): Opened {
  const opened: Opened = { certificates: [], keys: [] };
  for (const { data, scheme } of parts) {
    const plain = scheme === undefined ? data : decrypt({ data, scheme }, opener.passphrase, opener.rc2);
    openBags(plain, opener, opened);
  }
  return opened;
}

/** By the seal; where there is none, by the first part that is encrypted. */
function isRight(
  { sealed, mac, parts }: Pkcs12File,
  passphrase: PassphraseForms,
  rc2: Rc2 | undefined,
): boolean {
  if (mac !== undefined) return timingSafeEqual(digestOf(sealed, mac, passphrase), mac.digest);
  const encrypted = parts.find(({ scheme }) => scheme !== undefined);
  if (encrypted?.scheme === undefined) return true;
  try {
    decrypt({ data: encrypted.data, scheme: encrypted.scheme }, passphrase, rc2);
    return true;
  } catch (error) {
    if (error instanceof SecretRefusal && error.fault === 'passphrase-wrong') return false;
    throw error;
  }
}

function digestOf(
  sealed: Uint8Array,
  { hash, digest, salt, iterations }: Mac,
  { bmp }: PassphraseForms,
): Uint8Array {
  const key = derivePkcs12(bmp, { hash, salt, iterations, purpose: PURPOSE.mac, length: digest.length });
  return createHmac(hash, key).update(sealed).digest();
}
