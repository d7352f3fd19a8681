import { shellWord } from '../own-file.ts';
import type { OpenedSettings } from '../settings/open-settings.ts';
import type { DistantSigner } from '../signing/distant-signer.ts';
import { createSigner, type Signer } from '../signing/sign.ts';
import { warnOfEnd } from './expiry-warning.ts';
import { openProfileIdentity } from './identity.ts';
import type { Program } from './program.ts';
import { keyIdOptionsOf } from './sign-options.ts';
import type { SignerFiles } from './signatures/shapes.ts';

/** The signer of the bank in this program; its key and certificate are created on first use. @see S7-first-start, S8-settings-file */
export async function openSigner(
  settings: OpenedSettings,
  { surroundings, notice }: Pick<Program, 'surroundings' | 'notice'>,
): Promise<Signer> {
  const identity = await openProfileIdentity(settings, surroundings);
  const folder = shellWord(identity.keys);
  const remedy = `To create a new key and certificate: mv ${folder} ${folder}.old`;
  warnOfEnd(identity.certificate, { what: identity.certificateFile, remedy }, notice);
  return createSigner(identity.privateKey, identity.certificate, keyIdOptionsOf(settings));
}

/**
 * The signer of the files that are given, else of the profile.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING for files that are no key and certificate
 * @see C-sign-files
 */
export async function signerFor(
  settings: OpenedSettings,
  program: Program,
  files: SignerFiles | undefined,
): Promise<Signer | DistantSigner> {
  const { profile } = settings;
  if (files === undefined) {
    if (profile.bank === 'embedded') return openSigner(settings, program);
    const { openRemoteSigner } = await import('./remote/material.ts');
    return openRemoteSigner(profile.remote, program, keyIdOptionsOf(settings));
  }
  const { certificate: file, key, passphraseFile } = files;
  const { readSigningMaterial } = await import('./certificates/material.ts');
  const asked = {
    file: { name: file },
    ...(key === undefined ? {} : { key: { name: key } }),
    passphraseFile,
  };
  const { certificate, privateKey } = await readSigningMaterial(asked, program);
  warnOfEnd(certificate, { what: file, remedy: 'Get a new one issued.' }, program.notice);
  return createSigner(privateKey, certificate, keyIdOptionsOf(settings));
}
