import { randomBytes } from 'node:crypto';
import type { Certificate } from '../certificates/certificate.ts';
import { readCertificate } from '../certificates/read.ts';
import { clock } from '../clock.ts';
import { Fault } from '../errors.ts';
import { makeProfileFolder } from '../settings/home.ts';
import type { Identity } from '../settings/identity.ts';
import { openIdentity } from '../settings/make-identity.ts';
import type { OpenedSettings } from '../settings/open-settings.ts';
import type { Surroundings } from '../settings/surroundings.ts';

export interface ProfileIdentity extends Pick<Identity, 'privateKey' | 'certificateFile'> {
  /** The folder that it lies in. */
  readonly keys: string;
  readonly certificate: Certificate;
}

/**
 * The profile's own key and certificate; its folder and they are made at first use.
 * @throws Fault FILE_UNREADABLE, PERMISSIONS
 * @see safety.md §7, §8
 */
export async function openProfileIdentity(
  { home, profile }: OpenedSettings,
  { uid, platform }: Surroundings,
): Promise<ProfileIdentity> {
  const { keys } = makeProfileFolder(home, profile.name, uid);
  const means = { uid, platform, now: clock, random: randomBytes };
  const { privateKey, certificateDer, certificateFile } = await openIdentity(keys, means);
  const reading = readCertificate(certificateDer);
  if (reading.ok) return { keys, privateKey, certificateFile, certificate: reading.certificate };
  throw new Fault('FILE_UNREADABLE', `${certificateFile} is no certificate: ${reading.reason}.`);
}
