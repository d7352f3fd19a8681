import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readCertificate } from '../certificates/certificate.ts';
import { clock } from '../clock.ts';
import type { Surroundings } from '../settings/home.ts';
import { damaged } from '../settings/identity.ts';
import { openBankSeal } from '../settings/make-identity.ts';
import { createSigner, type Signer } from '../signing/sign.ts';

/** Below the folder of the bank's own files. */
const SEAL_FOLDER = 'bank-seal';

/**
 * What a bank signs its answers with: a seal of its own, made at the first use, and the same from then on.
 * @param folder of the profile, or of a bank that is gone with its process
 * @throws Fault FILE_UNREADABLE, PERMISSIONS, INPUT_INVALID, STORE_BUSY, STORE_UNUSABLE
 * @see D10-response-signing
 */
export async function openBankSigner(
  folder: string,
  { uid, platform }: Pick<Surroundings, 'uid' | 'platform'>,
): Promise<Signer> {
  const keys = join(folder, SEAL_FOLDER);
  const means = { uid, platform, now: clock, random: randomBytes };
  const { privateKey, certificateDer, certificateFile } = await openBankSeal(keys, means);
  const reading = readCertificate(certificateDer);
  if (!reading.ok) throw damaged(keys, `${certificateFile} isn't a certificate: ${reading.reason}.`);
  return createSigner(privateKey, reading.certificate);
}
