import { execFileSync } from 'node:child_process';
import { der, derInteger, derOid } from './der-writer.ts';

/**
 * The issuers of certificates as the openssl command prints them, in their order. One process prints all: it is given
 * them as the certificates of one CMS structure.
 */
export function printedIssuers(certificates: readonly Uint8Array[], nameopt: string): string[] {
  const args = ['cms', '-cmsout', '-print', '-noout', '-inform', 'DER', '-nameopt', nameopt];
  const input = cmsOf(certificates);
  const printed = execFileSync('openssl', args, { input, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  const issuers = [...printed.matchAll(/^ {10}issuer: {11}(.*?)\n {10}validity: $/gms)];
  if (issuers.length !== certificates.length) throw new Error(`openssl printed ${issuers.length} issuers`);
  return issuers.map(([, issuer = '']) => issuer.replaceAll('\n          ', '\n'));
}

/** SignedData of nothing and nobody, with certificates (RFC 5652 5.1). */
function cmsOf(certificates: readonly Uint8Array[]): Buffer {
  const content = der(0x30, derOid('1.2.840.113549.1.7.1'));
  const signedData = [derInteger(1n), der(0x31), content, der(0xa0, ...certificates), der(0x31)];
  return der(0x30, derOid('1.2.840.113549.1.7.2'), der(0xa0, der(0x30, ...signedData)));
}
