import { createHash } from 'node:crypto';
import { type Header, headerValues } from '../../message.ts';

export interface Hash {
  readonly algorithm: 'sha256' | 'sha512';
  readonly base64: string;
}

/** The hashes that Digest declares. */
export function hashesIn(headers: readonly Header[]): Hash[] {
  const text = headerValues(headers, 'digest').join(',').slice(0, 2000);
  return [...text.matchAll(/sha-?(256|512)=([A-Za-z0-9+/]{43,86})/gi)].map(([, bits, base64 = '']) => ({
    algorithm: bits === '512' ? 'sha512' : 'sha256',
    base64,
  }));
}

export function hasHash(bytes: Uint8Array, hashes: readonly Hash[]): boolean {
  return hashes.some(({ algorithm, base64 }) => {
    return createHash(algorithm).update(bytes).digest('base64').replace(/=+$/, '') === base64;
  });
}
