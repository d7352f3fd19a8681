import type { Certificate } from '../certificates/certificate.ts';
import { clock } from '../clock.ts';
import { shellWord } from '../own-file.ts';
import type { OpenedSettings } from '../settings/open-settings.ts';
import type { KeyIdOptions } from '../signing/key-id.ts';
import { createSigner, type Signer, type SignOptions } from '../signing/sign.ts';
import { expiryWarning } from './expiry-warning.ts';
import { openProfileIdentity } from './identity.ts';
import type { Program } from './program.ts';
import type { SignerFiles } from './signatures/shapes.ts';

/** The signer of a profile; its key and certificate are made at first use. @see safety.md §7, §8 */
export async function openSigner(
  settings: OpenedSettings,
  { surroundings, notice }: Pick<Program, 'surroundings' | 'notice'>,
): Promise<Signer> {
  const identity = await openProfileIdentity(settings, surroundings);
  const folder = shellWord(identity.keys);
  const remedy = `Have a new key and certificate made: mv ${folder} ${folder}.old`;
  warnOfEnd(identity.certificate, { what: identity.certificateFile, remedy }, notice);
  return createSigner(identity.privateKey, identity.certificate, keyIdOptionsOf(settings));
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
  const { readSigningMaterial } = await import('./certificates/material.ts');
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
