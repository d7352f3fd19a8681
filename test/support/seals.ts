import { generateKeyPairSync } from 'node:crypto';
import { issueCa, issueSeal } from '../../src/certificates/issue.ts';
import { createSigner, type Signer } from '../../src/signing/sign.ts';
import { certificateOf } from './read-certificate.ts';

const YEAR = 365 * 86_400_000;

/** Signers of several TPPs, on one key that is made here: making keys is what costs. */
export function signersOf(organizationIdentifiers: readonly string[], around: number): Signer[] {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const term = { notBefore: around - 5 * YEAR, notAfter: around + 20 * YEAR };
  const caCertificate = issueCa({ privateKey, commonName: 'Test CA', serial: 1n, ...term });
  return organizationIdentifiers.map((organizationIdentifier, index) => {
    const pem = issueSeal({
      caCertificate,
      caKey: privateKey,
      publicKey,
      organizationIdentifier,
      organizationName: 'Test TPP AS',
      commonName: 'Test TPP AS',
      country: 'NO',
      roles: ['PSP_PI', 'PSP_AI'],
      ncaName: 'The Financial Supervisory Authority of Norway',
      ncaId: 'NO-FSA',
      serial: BigInt(0x1a2b + index),
      ...term,
    });
    return createSigner(privateKey, certificateOf(pem));
  });
}
