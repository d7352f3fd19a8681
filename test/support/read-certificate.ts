import { readFileSync } from 'node:fs';
import { type Certificate, readCertificate, readExtensions } from '../../src/certificates/certificate.ts';
import { decodeDer } from '../../src/certificates/der.ts';
import { readPem } from '../../src/certificates/pem.ts';

/** The certificate in DER, or the first one of a text in PEM. */
export function certificateOf(given: Uint8Array | string): Certificate {
  const reading = readCertificate(typeof given === 'string' ? firstOf(given) : given);
  if (!reading.ok) throw new Error(reading.reason);
  return reading.certificate;
}

function firstOf(pem: string): Uint8Array {
  const reading = readPem(pem);
  return (reading.ok && reading.blocks[0]?.der) || new Uint8Array();
}

/** A certificate of test/vectors/eidas, which openssl made. */
export function eidas(name: string): Certificate {
  return certificateOf(readFileSync(new URL(`../vectors/eidas/${name}.pem`, import.meta.url), 'utf8'));
}

export function extensionsOf(pem: string) {
  const fields = decodeDer(certificateOf(pem).der).children[0]!.children;
  return readExtensions(fields.find(({ tag }) => tag === 0xa3));
}
