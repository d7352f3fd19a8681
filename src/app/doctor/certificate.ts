import { randomBytes, sign, verify } from 'node:crypto';
import type { Certificate } from '../../certificates/certificate.ts';
import { describeCertificate } from '../../certificates/describe.ts';
import { readCertificate } from '../../certificates/read.ts';
import { clock } from '../../clock.ts';
import { DAY_MS } from '../../core/units.ts';
import { damaged, readIdentityCertificate, readIdentityKey } from '../../settings/identity.ts';
import { wasMade } from '../../settings/made-folder.ts';
import type { OpenedSettings } from '../../settings/open-settings.ts';
import type { DistantSigner } from '../../signing/distant-signer.ts';
import { createSigner, type Signer } from '../../signing/sign.ts';
import { osloMinute } from '../../values/oslo.ts';
import { type MaterialMeans, openRemoteSigner, readRemoteCertificate } from '../remote/material.ts';
import { keyIdOptionsOf } from '../sign-options.ts';
import { bad, checked, type Found, good } from './found.ts';
import type { Check } from './shapes.ts';

const NEW_ONE = 'Get a new certificate.';
const AT_FIRST_USE = 'Created on first use.';

/** The profile's signing certificate; without value where none is made yet. */
export function checkCertificate(
  { profile, places }: OpenedSettings,
  means: MaterialMeans,
): Promise<Found<Certificate>> {
  return checked('certificate', NEW_ONE, async () => {
    if (profile.bank !== 'embedded') return judged((await readRemoteCertificate(profile.remote, means)).leaf);
    if (!wasMade(places.keys)) return { check: good('certificate', AT_FIRST_USE) };
    const reading = readCertificate(readIdentityCertificate(places.keys, means.surroundings.uid));
    if (reading.ok) return judged(reading.certificate);
    throw damaged(places.keys, `The certificate in ${places.keys} can't be read: ${reading.reason}.`);
  });
}

function judged(certificate: Certificate): Found<Certificate> {
  const { notBefore, notAfter } = certificate;
  const now = clock();
  const { roles } = describeCertificate(certificate);
  if (now > notAfter) {
    return { check: bad('certificate', `It expired on ${osloMinute(notAfter)}.`, NEW_ONE) };
  }
  if (now < notBefore) {
    const text = `It isn't valid until ${osloMinute(notBefore)}.`;
    return { check: bad('certificate', text, "Check this machine's clock.") };
  }
  if (!roles.some((role) => role === 'PSP_PI' || role === 'PSP_AI')) {
    const text = 'It has no PSD2 role for payments or account information (PSP_PI, PSP_AI).';
    return { check: bad('certificate', text, 'Get a certificate with one of these roles.') };
  }
  const days = Math.floor((notAfter - now) / DAY_MS);
  const left = days === 1 ? '1 day left' : `${days} days left`;
  const text = `Valid until ${osloMinute(notAfter)}, ${left}, roles ${roles.join(', ')}.`;
  return { check: good('certificate', text), value: certificate };
}

/** Signs some bytes and verifies them with the certificate. */
export function checkKey(
  settings: OpenedSettings,
  certificate: Certificate,
  means: MaterialMeans,
): Promise<Found<Signer | DistantSigner>> {
  return checked('key', "Set keyFile in the profile to the certificate's private key.", async () => {
    const signer = await openSigner(settings, certificate, means);
    const bytes = randomBytes(64);
    const signature =
      'privateKey' in signer ? sign('sha256', bytes, signer.privateKey) : await signer.makeSignature(bytes);
    if (verify('sha256', bytes, certificate.publicKey, signature)) {
      return { check: good('key', 'Its signature matches the certificate.'), value: signer };
    }
    const text = "Its signature doesn't match the certificate.";
    return { check: bad('key', text, 'Use the key the certificate was issued for.') };
  });
}

/** Where no certificate is made yet, no key is. */
export const keyAtFirstUse: Check = good('key', AT_FIRST_USE);

function openSigner(
  settings: OpenedSettings,
  certificate: Certificate,
  means: MaterialMeans,
): Signer | Promise<Signer | DistantSigner> {
  const { profile, places } = settings;
  const options = keyIdOptionsOf(settings);
  if (profile.bank !== 'embedded') return openRemoteSigner(profile.remote, means, options);
  return createSigner(readIdentityKey(places.keys, means.surroundings.uid), certificate, options);
}
