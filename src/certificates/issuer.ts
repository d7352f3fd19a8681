import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { decodeDer } from './der.ts';
import { refusal } from './issue-request.ts';
import { readPem } from './pem.ts';
import { readCertificate } from './read.ts';

/** What a certificate takes over from the CA that issues it. */
export interface Issuer {
  /** The CA's subject as it is encoded. */
  readonly subjectDer: Uint8Array;
  readonly keyIdentifier: Uint8Array;
}

/**
 * Reads a CA certificate that is to issue with a key.
 * @throws Fault INPUT_INVALID when it is no CA certificate, or the key is another's.
 */
export function readIssuer(pem: string, key: KeyObject): Issuer {
  const reading = readPem(pem);
  if (!reading.ok) throw refusal(`caCertificate can't be read: ${reading.reason}`);
  const certificate = reading.blocks.find(({ label }) => label === 'CERTIFICATE');
  const read = readCertificate(certificate?.der ?? new Uint8Array());
  if (!read.ok) throw refusal(`caCertificate can't be read: ${read.reason}`);
  if (!read.certificate.isCa) throw refusal("caCertificate isn't a CA's certificate");
  if (!createPublicKey(key).equals(read.certificate.publicKey)) {
    throw refusal("caKey isn't caCertificate's key");
  }
  const { subjectDer, subjectKeyIdentifier, publicKey } = read.certificate;
  return { subjectDer, keyIdentifier: subjectKeyIdentifier ?? keyIdentifier(publicKey) };
}

/** SHA-1 of the key's bits (RFC 5280 4.2.1.2): a name for it, no protection. */
export function keyIdentifier(publicKey: KeyObject): Uint8Array {
  const bits = decodeDer(publicKey.export({ type: 'spki', format: 'der' })).children[1]?.bytes;
  return createHash('sha1')
    .update(bits?.subarray(1) ?? '')
    .digest();
}
