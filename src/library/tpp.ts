import { join } from 'node:path';
import { getTppIdentity, readCertificate } from '../certificates/certificate.ts';
import { exportPem, writeCertificates } from '../certificates/pem.ts';
import { getTime } from '../clock.ts';
import { freshId } from '../core/uuid.ts';
import { getHeader } from '../message.ts';
import { type IssuingCa, openIdentity, readIssuingCa } from '../settings/identity.ts';
import { createSigner, type Signer } from '../signing/sign.ts';
import { signRequests } from '../transport/sign-requests.ts';
import type { Transport } from '../transport/transport.ts';
import type { Tpp } from './bank-types.ts';
import { createFetch } from './fetch.ts';
import { createOnce, withTempDir } from './places.ts';

/** The TPP of this process, with the CA that issued its seal and can issue more. */
interface ProcessIdentity {
  readonly signer: Signer;
  readonly ca: IssuingCa;
}

/** Returns the TPP of this process: its keys are created once, and are in no file afterwards. */
export const getProcessIdentity = createOnce(() =>
  withTempDir(async (parent): Promise<ProcessIdentity> => {
    const uid = process.getuid?.();
    const folder = join(parent, 'keys');
    const { privateKey, certificateDer } = await openIdentity(folder, uid);
    const reading = readCertificate(certificateDer);
    if (!reading.ok) throw new Error(`the certificate that was just made isn't one: ${reading.reason}`);
    return { signer: createSigner(privateKey, reading.certificate), ca: readIssuingCa(folder, uid) };
  }),
);

/** Returns the QWAC of that TPP, created on first use. @see A-library-policy */
export const getProcessQwac = createOnce(async () => {
  const [{ signer, ca }, { issueOwnQwac }] = await Promise.all([
    getProcessIdentity(),
    import('../serve/tls.ts'),
  ]);
  // Tests may move the clock as far as the seal is valid.
  return issueOwnQwac(ca, signer.certificate, ['tpp.test'], Number.POSITIVE_INFINITY);
});

/** Creates that TPP at a bank. */
export async function createTpp(transport: Transport, base: string): Promise<Tpp> {
  const { signer } = await getProcessIdentity();
  const { certificate, privateKey } = signer;
  const way = signRequests(transport, signer, { clock: getTime });
  return {
    organizationIdentifier: getTppIdentity(certificate),
    certificate: writeCertificates([certificate]),
    key: exportPem(privateKey),
    fetch: createFetch((request) => way(withRequestId(request)), base),
  };
}

const withRequestId = (request: Parameters<Transport>[0]) =>
  getHeader(request.headers, 'X-Request-ID') === undefined
    ? { ...request, headers: [...request.headers, ['X-Request-ID', freshId()] as const] }
    : request;
