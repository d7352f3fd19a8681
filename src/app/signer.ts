import { randomBytes } from 'node:crypto';
import { readCertificate } from '../certificates/read.ts';
import { clock } from '../clock.ts';
import { Fault } from '../errors.ts';
import { makeProfileFolder } from '../settings/home.ts';
import { openIdentity } from '../settings/make-identity.ts';
import type { OpenedSettings } from '../settings/open-settings.ts';
import type { Surroundings } from '../settings/surroundings.ts';
import type { KeyIdOptions } from '../signing/key-id.ts';
import { createSigner, type Signer, type SignOptions } from '../signing/sign.ts';

/** The signer of a profile; its key and certificate are made at first use. @see safety.md §7, §8 */
export async function openSigner(settings: OpenedSettings, surroundings: Surroundings): Promise<Signer> {
  const { uid, platform } = surroundings;
  const { keys } = makeProfileFolder(settings.home, settings.profile.name, uid);
  const identity = await openIdentity(keys, { uid, platform, now: clock, random: randomBytes });
  const reading = readCertificate(identity.certificateDer);
  if (!reading.ok) {
    throw new Fault('FILE_UNREADABLE', `${identity.certificateFile} is no certificate: ${reading.reason}.`);
  }
  return createSigner(identity.privateKey, reading.certificate, keyIdOptionsOf(settings));
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
