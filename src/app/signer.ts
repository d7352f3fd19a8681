import { randomBytes } from 'node:crypto';
import type { Program } from '../app.ts';
import type { Certificate } from '../certificates/certificate.ts';
import { readCertificate } from '../certificates/read.ts';
import { clock } from '../clock.ts';
import { Fault } from '../errors.ts';
import { makeProfileFolder } from '../settings/home.ts';
import { openIdentity } from '../settings/make-identity.ts';
import type { OpenedSettings } from '../settings/open-settings.ts';
import { shellWord } from '../settings/own-files.ts';
import type { KeyIdOptions } from '../signing/key-id.ts';
import { createSigner, type Signer, type SignOptions } from '../signing/sign.ts';
import { expiryWarning } from './expiry-warning.ts';
import type { SignerFiles } from './signature-shapes.ts';

/** The signer of a profile; its key and certificate are made at first use. @see safety.md §7, §8 */
export async function openSigner(
  settings: OpenedSettings,
  { surroundings, notice }: Pick<Program, 'surroundings' | 'notice'>,
): Promise<Signer> {
  const { uid, platform } = surroundings;
  const { keys } = makeProfileFolder(settings.home, settings.profile.name, uid);
  const identity = await openIdentity(keys, { uid, platform, now: clock, random: randomBytes });
  const reading = readCertificate(identity.certificateDer);
  if (!reading.ok) {
    throw new Fault('FILE_UNREADABLE', `${identity.certificateFile} is no certificate: ${reading.reason}.`);
  }
  const folder = shellWord(keys);
  const remedy = `Have a new key and certificate made: mv ${folder} ${folder}.old`;
  warnOfEnd(reading.certificate, { what: identity.certificateFile, remedy }, notice);
  return createSigner(identity.privateKey, reading.certificate, keyIdOptionsOf(settings));
}

/**
 * The signer of the files that are given, else of the profile.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING for files that are no key and certificate
 */
export async function signerFor(
  settings: OpenedSettings,
  program: Program,
  files: SignerFiles | undefined,
): Promise<Signer> {
  if (files === undefined) return openSigner(settings, program);
  const { certificate: file, key, passphraseFile } = files;
  const { readSigningMaterial } = await import('./cert-material.ts');
  const asked = {
    file: { name: file },
    ...(key === undefined ? {} : { key: { name: key } }),
    passphraseFile,
  };
  const { certificate, privateKey } = await readSigningMaterial(asked, program);
  warnOfEnd(certificate, { what: file, remedy: 'Have the next one issued.' }, program.notice);
  return createSigner(privateKey, certificate, keyIdOptionsOf(settings));
}

/** Every command that signs says it. @see cli.md Commands, cert */
function warnOfEnd(
  certificate: Certificate,
  of: { readonly what: string; readonly remedy: string },
  notice: Program['notice'],
): void {
  const warning = expiryWarning(certificate, clock(), of);
  if (warning !== undefined) notice(warning);
}

/** How the settings have the keyId written. @see signing.md §1 */
export function keyIdOptionsOf({ values }: OpenedSettings): KeyIdOptions {
  return { style: values.keyIdStyle, evenSerial: values.serialDigits === 'even' };
}

/** How the settings have everything else of a signature written. */
export function signOptionsOf({ values }: OpenedSettings): Omit<SignOptions, 'date'> {
  const { encodedWord, requestTarget, emptyBodyDigest, digestAlgorithm } = values;
  return { encodedWord, requestTarget, emptyBodyDigest, digestAlgorithm };
}
