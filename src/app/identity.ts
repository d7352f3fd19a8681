import { randomBytes } from 'node:crypto';
import type { Certificate } from '../certificates/certificate.ts';
import { readCertificate } from '../certificates/read.ts';
import { clock } from '../clock.ts';
import { Fault } from '../errors.ts';
import { makeProfileFolder } from '../settings/home.ts';
import { damaged, type Identity } from '../settings/identity.ts';
import { openIdentity } from '../settings/make-identity.ts';
import type { OpenedSettings } from '../settings/open-settings.ts';
import type { Surroundings } from '../settings/surroundings.ts';
import { isKeyOf } from '../signing/sign.ts';

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
      {
        hint: 'Use --profile offline.',
      },
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
