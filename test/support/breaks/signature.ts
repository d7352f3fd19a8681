import { hash } from 'node:crypto';
import type { Transports } from '../../../src/breaks/sign-broken.ts';
import { AUTHORITY } from './certificates.ts';

/** The signature: key, padding, hash, length, encoding. @see G4-breaks */
export const MORE_SIGNATURE_WAYS: Transports = {
  'signature-encoding': {
    summary: 'Writes an asterisk before the Base64 of the signature.',
    plan: { signatureText: (signature) => `*${signature.toString('base64')}` },
  },
  'signature-encoding/hex': {
    summary: 'Writes the signature in hexadecimal.',
    plan: { signatureText: (signature) => signature.toString('hex') },
  },
  'signature-encoding/line-wrapped': {
    summary: 'Writes a space after every 64 characters of the signature.',
    plan: { signatureText: (signature) => signature.toString('base64').replaceAll(/.{64}(?=.)/g, '$& ') },
  },
  'signature-encoding/double-base64': {
    summary: 'Base64-encodes the signature twice.',
    plan: { signatureText: (signature) => Buffer.from(signature.toString('base64')).toString('base64') },
  },
  'signature-length': {
    summary: 'Sends the signature with one byte more.',
    plan: { cut: (signature) => Buffer.concat([signature, Buffer.alloc(1)]) },
  },
  'signature-length/empty': {
    summary: 'Leaves the signature parameter empty.',
    plan: { cut: () => Buffer.alloc(0) },
    takes: ['signatureText'],
  },
  'signature-length/hash': {
    summary: 'Sends a hash in place of the signature.',
    plan: { cut: (signature) => hash('sha512', signature, 'buffer') },
  },
  'signature-length/ecdsa': {
    summary: 'Sends what looks like an ECDSA signature.',
    plan: { cut: ecdsaLike },
  },
  'signature-length/mangled': {
    summary: 'Makes a text of the bytes of the signature before encoding them.',
    plan: { cut: (signature) => Buffer.from(signature.toString('utf8'), 'utf8') },
  },
  'key-mismatch/ca-certificate': {
    summary: "Sends a certification authority's certificate with the signature of another key.",
    plan: { key: 'another', usage: AUTHORITY },
  },
  'signature-hash': { summary: 'Signs with SHA-384.', plan: { hash: 'sha384' } },
  'signature-hash/sha512': { summary: 'Signs with SHA-512.', plan: { hash: 'sha512' } },
};

/** Two numbers of P-256 in DER. */
function ecdsaLike(signature: Buffer): Buffer {
  const number = (start: number) =>
    Buffer.concat([Buffer.from([0x02, 33, 0]), signature.subarray(start, start + 32)]);
  const numbers = Buffer.concat([number(0), number(32)]);
  return Buffer.concat([Buffer.from([0x30, numbers.length]), numbers]);
}
