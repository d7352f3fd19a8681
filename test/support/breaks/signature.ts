import { hash } from 'node:crypto';
import { AUTHORITY } from './certificates.ts';
import type { MoreWays } from './every-way.ts';

/** The signature: key, padding, hash, length, encoding. @see G4-breaks */
export const MORE_SIGNATURE_WAYS: MoreWays = {
  'signature-encoding': { plan: { signatureText: (signature) => `*${signature.toString('base64')}` } },
  'signature-encoding/hex': { plan: { signatureText: (signature) => signature.toString('hex') } },
  'signature-encoding/line-wrapped': {
    plan: { signatureText: (signature) => signature.toString('base64').replaceAll(/.{64}(?=.)/g, '$& ') },
  },
  'signature-encoding/double-base64': {
    plan: { signatureText: (signature) => Buffer.from(signature.toString('base64')).toString('base64') },
  },
  'signature-length': { plan: { cut: (signature) => Buffer.concat([signature, Buffer.alloc(1)]) } },
  'signature-length/empty': { plan: { cut: () => Buffer.alloc(0) }, takes: ['signatureText'] },
  'signature-length/hash': { plan: { cut: (signature) => hash('sha512', signature, 'buffer') } },
  'signature-length/ecdsa': { plan: { cut: ecdsaLike } },
  'signature-length/mangled': {
    plan: { cut: (signature) => Buffer.from(signature.toString('utf8'), 'utf8') },
  },
  'key-mismatch/ca-certificate': { plan: { key: 'another', usage: AUTHORITY } },
  'signature-hash': { plan: { hash: 'sha384' } },
  'signature-hash/sha512': { plan: { hash: 'sha512' } },
};

/** Two numbers of P-256 in DER. */
function ecdsaLike(signature: Buffer): Buffer {
  const number = (start: number) =>
    Buffer.concat([Buffer.from([0x02, 33, 0]), signature.subarray(start, start + 32)]);
  const numbers = Buffer.concat([number(0), number(32)]);
  return Buffer.concat([Buffer.from([0x30, numbers.length]), numbers]);
}
