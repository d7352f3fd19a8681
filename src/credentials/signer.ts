import { join } from 'node:path';
import { type Certificate, isKeyOf, readCertificate } from '../certificates/certificate.ts';
import { Fault } from '../errors.ts';
import { quoteForShell } from '../own-file.ts';
import type { CommandContext } from '../session/context.ts';
import { type Environment, makeProfileFolder } from '../settings/home.ts';
import { createDamaged, type Identity, openIdentity } from '../settings/identity.ts';
import type { OpenedSettings } from '../settings/precedence.ts';
import type { RemoteProfile } from '../settings/profile.ts';
import type { SignerFiles } from '../signatures/report.ts';
import type { KeyIdOptions } from '../signing/key-id.ts';
import { createSigner, type DistantSigner, type Signer, type SignOptions } from '../signing/sign.ts';
import { warnOfExpiry } from './expiry-warning.ts';

/**
 * Opens the signer of the embedded bank's profile; its key and certificate are created on first use.
 * @see S7-first-start, S8-settings-file
 */
export async function openSigner(
  settings: OpenedSettings,
  { surroundings, io }: CommandContext,
): Promise<Signer> {
  const identity = await openProfileIdentity(settings, surroundings);
  const folder = quoteForShell(identity.keys);
  const remedy = `To create a new key and certificate: mv ${folder} ${folder}.old`;
  warnOfExpiry(identity.certificate, { what: identity.certificateFile, remedy }, io.notice);
  return createSigner(identity.privateKey, identity.certificate, getKeyIdOptions(settings));
}

/**
 * Opens the signer of the given files, else of the profile.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING for files that contain no key and certificate
 * @see C-sign-files
 */
export async function signerFor(
  settings: OpenedSettings,
  context: CommandContext,
  files: SignerFiles | undefined,
): Promise<Signer | DistantSigner> {
  const { profile } = settings;
  if (files === undefined && profile.bank === 'embedded') return openSigner(settings, context);
  const { openFileSigner, openRemoteSigner } = await import('./remote.ts');
  const options = getKeyIdOptions(settings);
  if (files === undefined) return openRemoteSigner((profile as RemoteProfile).remote, context, options);
  return openFileSigner(files.certificate, files, context, options);
}

export interface ProfileIdentity extends Pick<Identity, 'privateKey' | 'keyFile' | 'certificateFile'> {
  /** The folder of its keys. */
  readonly keys: string;
  readonly certificate: Certificate;
}

/**
 * Opens the own key and certificate of an embedded profile; they and their folder are created on first use.
 * @throws Fault FILE_UNREADABLE, PERMISSIONS; USAGE for a profile whose certificate another CA issued
 * @see S7-first-start, S8-settings-file, S8-key-fits
 */
export async function openProfileIdentity(
  { home, profile, places }: OpenedSettings,
  { uid }: Environment,
): Promise<ProfileIdentity> {
  if (profile.bank !== 'embedded') {
    throw new Fault(
      'USAGE',
      `Profile ${profile.name} points to a remote bank. Certificates can't be issued for it here.`,
      { hint: 'Use --profile offline.' },
    );
  }
  makeProfileFolder(home, profile.name, uid);
  const { keys } = places;
  const { privateKey, keyFile, certificateDer, certificateFile } = await openIdentity(keys, uid);
  const certificate = parseSeal(keys, certificateFile, certificateDer);
  if (isKeyOf(privateKey, certificate)) {
    return { keys, privateKey, keyFile, certificateFile, certificate };
  }
  throw createDamaged(keys, `${keyFile} isn't the key of ${certificateFile}.`);
}

function parseSeal(keys: string, file: string, der: Uint8Array): Certificate {
  const reading = readCertificate(der);
  if (reading.ok) return reading.certificate;
  throw createDamaged(keys, `${file} isn't a certificate: ${reading.reason}.`);
}

/**
 * Opens the seal with which a bank signs its responses; it is created on first use.
 * @param folder the profile's folder, or that of a bank that ends with its process
 * @throws Fault FILE_UNREADABLE, PERMISSIONS, INPUT_INVALID, STORE_BUSY, STORE_UNUSABLE
 * @see D10-response-signing
 */
export async function openBankSigner(folder: string, uid: number | undefined): Promise<Signer> {
  const keys = join(folder, 'bank-seal');
  const { privateKey, certificateDer, certificateFile } = await openIdentity(keys, uid, { holder: 'bank' });
  return createSigner(privateKey, parseSeal(keys, certificateFile, certificateDer));
}

/** Returns the options of the keyId from the settings. @see G1-key-id */
export function getKeyIdOptions({ values }: Pick<OpenedSettings, 'values'>): KeyIdOptions {
  return { style: values.keyIdStyle, evenSerial: values.serialDigits === 'even' };
}

/** Returns the other options of a signature from the settings. */
export function getSignOptions({ values }: Pick<OpenedSettings, 'values'>): Omit<SignOptions, 'date'> {
  const { encodedWord, requestTarget, emptyBodyDigest, digestAlgorithm } = values;
  return { encodedWord, requestTarget, emptyBodyDigest, digestAlgorithm };
}
