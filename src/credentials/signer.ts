import { randomBytes } from 'node:crypto';
import { type Certificate, readCertificate } from '../certificates/certificate.ts';
import { clock } from '../clock.ts';
import { Fault } from '../errors.ts';
import { shellWord } from '../own-file.ts';
import type { CommandContext } from '../session/context.ts';
import { makeProfileFolder, type Surroundings } from '../settings/home.ts';
import { damaged, type Identity } from '../settings/identity.ts';
import { openIdentity } from '../settings/make-identity.ts';
import type { OpenedSettings } from '../settings/precedence.ts';
import type { RemoteProfile } from '../settings/profile.ts';
import type { SignerFiles } from '../signatures/report.ts';
import type { KeyIdOptions } from '../signing/key-id.ts';
import { createSigner, type DistantSigner, isKeyOf, type Signer, type SignOptions } from '../signing/sign.ts';
import { warnOfExpiry } from './expiry-warning.ts';

/** The signer of the bank in this program; its key and certificate are created on first use. @see S7-first-start, S8-settings-file */
export async function openSigner(
  settings: OpenedSettings,
  { surroundings, io }: CommandContext,
): Promise<Signer> {
  const identity = await openProfileIdentity(settings, surroundings);
  const folder = shellWord(identity.keys);
  const remedy = `To create a new key and certificate: mv ${folder} ${folder}.old`;
  warnOfExpiry(identity.certificate, { what: identity.certificateFile, remedy }, io.notice);
  return createSigner(identity.privateKey, identity.certificate, keyIdOptionsOf(settings));
}

/**
 * The signer of the files that are given, else of the profile.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING for files that are no key and certificate
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
  const options = keyIdOptionsOf(settings);
  if (files === undefined) return openRemoteSigner((profile as RemoteProfile).remote, context, options);
  return openFileSigner(files.certificate, files, context, options);
}

export interface ProfileIdentity extends Pick<Identity, 'privateKey' | 'keyFile' | 'certificateFile'> {
  /** The folder that it lies in. */
  readonly keys: string;
  readonly certificate: Certificate;
}

/**
 * The own key and certificate of a profile whose bank is in this program; its folder and they are created on first use.
 * @throws Fault FILE_UNREADABLE, PERMISSIONS; USAGE for a profile whose certificate somebody else has issued
 * @see S7-first-start, S8-settings-file, S8-key-fits
 */
export async function openProfileIdentity(
  { home, profile, places }: OpenedSettings,
  { uid, platform }: Surroundings,
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
  const means = { uid, platform, now: clock, random: randomBytes };
  const { privateKey, keyFile, certificateDer, certificateFile } = await openIdentity(keys, means);
  const reading = readCertificate(certificateDer);
  if (!reading.ok) {
    throw damaged(keys, `${certificateFile} isn't a certificate: ${reading.reason}.`);
  }
  const { certificate } = reading;
  if (isKeyOf(privateKey, certificate)) {
    return { keys, privateKey, keyFile, certificateFile, certificate };
  }
  throw damaged(keys, `${keyFile} isn't the key of ${certificateFile}.`);
}

/** How the settings have the keyId written. @see G1-key-id */
export function keyIdOptionsOf({ values }: Pick<OpenedSettings, 'values'>): KeyIdOptions {
  return { style: values.keyIdStyle, evenSerial: values.serialDigits === 'even' };
}

/** How the settings have everything else of a signature written. */
export function signOptionsOf({ values }: Pick<OpenedSettings, 'values'>): Omit<SignOptions, 'date'> {
  const { encodedWord, requestTarget, emptyBodyDigest, digestAlgorithm } = values;
  return { encodedWord, requestTarget, emptyBodyDigest, digestAlgorithm };
}
