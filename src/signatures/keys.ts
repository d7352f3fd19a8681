import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate } from '../certificates/certificate.ts';
import { readContents } from '../certificates/contents.ts';
import { readAsked } from '../credentials/material.ts';
import { Fault } from '../errors.ts';
import type { CommandContext } from '../session/context.ts';
import type { Surroundings } from '../settings/home.ts';
import { IDENTITY_FILES } from '../settings/identity.ts';
import { type OpenedSettings, openSettings } from '../settings/precedence.ts';
import type { Verification, VerifyOptions } from '../signing/verify.ts';

/** Files that a signature is checked with, beside what the request brings. */
interface KeyFilesGiven {
  /** A certificate in place of the one sent. */
  readonly certificate: string | undefined;
  readonly passphraseFile: string | undefined;
  /** A public key: PEM, JWK, JWKS. */
  readonly key?: string | undefined;
  /** Certificates of certification authorities. */
  readonly ca?: string | undefined;
}

type VerificationKeys = Pick<VerifyOptions, 'certificate' | 'publicKey' | 'authorities'>;

/**
 * The certificate, the key and the authorities that the flags name.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, each with what to do
 * @see G4-known-authorities, G4-given-key
 */
export async function verificationKeys(
  { certificate, passphraseFile, key, ca }: KeyFilesGiven,
  context: CommandContext,
): Promise<VerificationKeys> {
  const { leaf, chain } = await givenCertificate(certificate, passphraseFile, context);
  const publicKey = key === undefined ? undefined : await givenKey(key, context);
  const named = [...chain, ...(ca === undefined ? [] : await authoritiesIn(ca, context))];
  return { certificate: leaf, publicKey, authorities: named };
}

/** The profile's own, where the serial number of one could explain the keyId. @see G4-known-authorities */
export async function furtherAuthorities(
  { findings }: Verification,
  context: CommandContext,
): Promise<readonly Certificate[]> {
  const isOfAnother = findings.some(({ code, cause }) => code === 'keyid-mismatch' && cause !== 'ca-serial');
  if (!isOfAnother) return [];
  return profileAuthorities(context);
}

async function givenCertificate(
  name: string | undefined,
  passphraseFile: string | undefined,
  context: CommandContext,
): Promise<{ readonly leaf?: Certificate; readonly chain: readonly Certificate[] }> {
  if (name === undefined) return { chain: [] };
  const { readMaterial } = await import('../credentials/material.ts');
  const { leaf, path } = await readMaterial({ file: { name }, passphraseFile }, context);
  return { leaf, chain: path.slice(1) };
}

async function givenKey(
  name: string,
  { surroundings, io }: CommandContext,
): Promise<NonNullable<VerifyOptions['publicKey']>> {
  const [{ readAsked }, { readPublicKeyFile }] = await Promise.all([
    import('../credentials/material.ts'),
    import('../certificates/contents.ts'),
  ]);
  const reading = readPublicKeyFile(readAsked({ name }, surroundings).bytes);
  if (!reading.ok) {
    throw new Fault('INPUT_INVALID', `${name} has no usable public key: ${reading.reason}.`, {
      hint: 'Use an RSA public key as PEM, JWK, or JWKS with one key. From a private key: openssl pkey -pubout -in KEY.pem',
    });
  }
  if (reading.isOfPrivateKey) io.notice(`${name} holds a private key. Only its public half is used.`);
  return reading.key;
}

async function authoritiesIn(
  name: string,
  { surroundings }: CommandContext,
): Promise<readonly Certificate[]> {
  const [{ readAsked }, { readContents }, { damagedFault, foreignFault }] = await Promise.all([
    import('../credentials/material.ts'),
    import('../certificates/contents.ts'),
    import('../credentials/material.ts'),
  ]);
  const reading = readContents(readAsked({ name }, surroundings).bytes);
  if (reading.kind === 'foreign') throw foreignFault(name, reading.file);
  if (reading.kind === 'damaged') throw damagedFault(name, reading.reason);
  const certificates = reading.kind === 'pkcs12' ? [] : reading.contents.certificates;
  if (certificates.length > 0) return certificates;
  throw new Fault('INPUT_INVALID', `${name} has no certificate in PEM or DER.`, {
    hint: "Use the CA's certificate. It begins with -----BEGIN CERTIFICATE-----.",
  });
}

/**
 * The authorities of the profile in use, as far as they lie open: the CA that its embedded bank issues with, or the
 * chain beside its certificate and the CA of its bank. Nothing is made, nothing is opened with a passphrase.
 * @see G4-known-authorities
 */
function profileAuthorities({ surroundings, io }: CommandContext): readonly Certificate[] {
  try {
    return filesOf(openSettings(surroundings))
      .filter((file) => existsSync(file))
      .flatMap((file) => certificatesIn(file, surroundings));
  } catch (error) {
    // A request can be explained without them.
    if (!(error instanceof Fault)) throw error;
    io.notice(`The profile's certification authorities weren't used. ${error.message}`);
    return [];
  }
}

function filesOf({ profile, places }: OpenedSettings): string[] {
  if (profile.bank === 'embedded') return [join(places.keys, IDENTITY_FILES.ca)];
  const { certFile, caFile } = profile.remote;
  return caFile === undefined ? [certFile] : [certFile, caFile];
}

function certificatesIn(file: string, surroundings: Surroundings): readonly Certificate[] {
  const reading = readContents(readAsked({ name: file }, surroundings).bytes);
  return reading.kind === 'contents' ? reading.contents.certificates : [];
}
