import { hash as hashOnce } from 'node:crypto';

/** What a derived key is for: the number that PKCS #12 mixes in. */
export const PURPOSE = { key: 1, iv: 2, mac: 3 } as const;

export interface Pkcs12Derivation {
  /** A name of node:crypto. */
  readonly hash: string;
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly purpose: (typeof PURPOSE)[keyof typeof PURPOSE];
  /** Octets wanted. */
  readonly length: number;
}

/** The key derivation of PKCS #12, which node:crypto has not. @see RFC 7292 B.2 */
export function derivePkcs12(passphrase: Uint8Array, derivation: Pkcs12Derivation): Buffer {
  const { hash, salt, iterations, purpose, length } = derivation;
  const block = blockBytes(hash);
  const diversifier = Buffer.alloc(block, purpose);
  const input = Buffer.concat([filled(salt, block), filled(passphrase, block)]);
  const derived: Buffer[] = [];
  for (let octets = 0; octets < length; octets += derived.at(-1)?.length ?? length) {
    let digest = hashOnce(hash, Buffer.concat([diversifier, input]), 'buffer');
    for (let round = 1; round < iterations; round++) digest = hashOnce(hash, digest, 'buffer');
    derived.push(digest);
    addToEach(input, filled(digest, block).subarray(0, block));
  }
  return Buffer.concat(derived).subarray(0, length);
}

/** A passphrase as PKCS #12 hashes it: UTF-16, big end first, and a final NUL (RFC 7292 B.1). */
export function bmpPassphrase(passphrase: string): Buffer {
  return Buffer.from(`${passphrase}\0`, 'utf16le').swap16();
}

function blockBytes(hash: string): number {
  return hash === 'sha384' || hash === 'sha512' ? 128 : 64;
}

/** Repeated to a whole number of blocks; nothing stays nothing. */
function filled(bytes: Uint8Array, block: number): Buffer {
  return Buffer.alloc(block * Math.ceil(bytes.length / block), bytes.length === 0 ? 0 : bytes);
}

/** Adds the number and one to every block of the input, modulo the block's size. */
function addToEach(input: Buffer, addend: Uint8Array): void {
  for (let start = 0; start < input.length; start += addend.length) {
    let carry = 1;
    for (let place = addend.length - 1; place >= 0; place--) {
      carry += (input[start + place] ?? 0) + (addend[place] ?? 0);
      input[start + place] = carry & 0xff;
      carry >>= 8;
    }
  }
}
