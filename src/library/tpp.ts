import { type KeyObject, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freshId } from '../app/fresh-id.ts';
import { writePem } from '../certificates/pem.ts';
import { readCertificate } from '../certificates/read.ts';
import { tppIdentityOf } from '../certificates/tpp-identity.ts';
import { clock } from '../clock.ts';
import { headerValue } from '../message.ts';
import { openIdentity } from '../settings/make-identity.ts';
import { createSigner, type Signer } from '../signing/sign.ts';
import { signed } from '../transport/signed.ts';
import type { Transport } from '../transport/transport.ts';
import type { Tpp } from './bank-types.ts';
import { webFetch } from './fetch.ts';
import { takePlace } from './places.ts';

let made: Promise<Signer> | undefined;

/** The TPP of this process: its keys are made once, and are in no file afterwards. */
export function processSigner(): Promise<Signer> {
  made ??= makeSigner().catch((fault) => {
    made = undefined;
    throw fault;
  });
  return made;
}

async function makeSigner(): Promise<Signer> {
  const place = takePlace();
  try {
    const means = { uid: process.getuid?.(), platform: process.platform, now: clock, random: randomBytes };
    const { privateKey, certificateDer } = await openIdentity(join(place.folder, 'keys'), means);
    const reading = readCertificate(certificateDer);
    if (!reading.ok) throw new Error(`the certificate that was just made isn't one: ${reading.reason}`);
    return createSigner(privateKey, reading.certificate);
  } finally {
    place.remove();
  }
}

/** That TPP at a bank. */
export async function tppAt(transport: Transport, base: string): Promise<Tpp> {
  const signer = await processSigner();
  const { certificate, privateKey } = signer;
  const way = signed(transport, signer, { clock });
  return {
    organizationIdentifier: tppIdentityOf(certificate),
    certificate: writePem({ label: 'CERTIFICATE', der: certificate.der }),
    key: pemOf(privateKey),
    fetch: webFetch((request) => way(withRequestId(request)), base),
  };
}

const withRequestId = (request: Parameters<Transport>[0]) =>
  headerValue(request.headers, 'X-Request-ID') === undefined
    ? { ...request, headers: [...request.headers, ['X-Request-ID', freshId()] as const] }
    : request;

function pemOf(key: KeyObject): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}
