import { hash } from 'node:crypto';
import type { Ways } from './plan.ts';

/** The signature: key, padding, hash, length, encoding. @see G4-breaks */
export const SIGNATURE_WAYS: Ways = {
  'signature-encoding/base64url': {
    summary: 'Writes the signature in base64url without padding.',
    plan: { signatureText: (signature) => signature.toString('base64url') },
  },
  'signature-length/cut-short': {
    summary: 'Sends the signature without its last byte.',
    plan: { cut: (signature) => signature.subarray(0, -1) },
  },
  'key-mismatch': {
    summary: "Signs with a key that isn't the certificate's.",
    plan: { key: 'another' },
  },
  'signature-padding': {
    summary: 'Pads the signature with PSS.',
    plan: { padding: 'pss' },
  },
  'signature-double-hash': {
    summary: "Hashes the signing string before signing, so that it's hashed twice.",
    plan: { hashedFirst: (bytes) => hash('sha256', bytes, 'buffer') },
  },
  'signature-hash/sha1': {
    summary: 'Signs with SHA-1.',
    plan: { hash: 'sha1' },
  },
};
