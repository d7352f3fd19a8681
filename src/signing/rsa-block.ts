import { constants, hash, type KeyObject, publicDecrypt } from 'node:crypto';

/** What a signature holds, seen with the public key of the certificate. @see signing.md §3, last paragraph */
export type RsaBlock =
  /** PKCS #1 v1.5 with a DigestInfo. */
  | { readonly kind: 'digest'; readonly hash: HashName; readonly digest: Buffer }
  /** PKCS #1 v1.5 around something that names no hash. */
  | { readonly kind: 'bare' }
  | { readonly kind: 'pss' }
  /** Noise: another key. */
  | { readonly kind: 'unreadable' };

export type HashName = 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512';

/** The object identifiers of RFC 8017 A.2.4, as DER, with the length of the hash. */
const HASHES: readonly (readonly [oid: string, name: HashName, bytes: number])[] = [
  ['06082a864886f70d0205', 'md5', 16],
  ['06052b0e03021a', 'sha1', 20],
  ['0609608648016503040204', 'sha224', 28],
  ['0609608648016503040201', 'sha256', 32],
  ['0609608648016503040202', 'sha384', 48],
  ['0609608648016503040203', 'sha512', 64],
];

export function openSignature(publicKey: KeyObject, signature: Uint8Array): RsaBlock {
  let block: Buffer;
  try {
    block = publicDecrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, signature);
  } catch {
    // A number at or above the modulus is no signature of this key.
    return { kind: 'unreadable' };
  }
  const content = unpad(block);
  if (content !== undefined) return readDigestInfo(content) ?? { kind: 'bare' };
  return isPss(block, publicKey.asymmetricKeyDetails?.modulusLength)
    ? { kind: 'pss' }
    : { kind: 'unreadable' };
}

/** EMSA-PKCS1-v1_5: 00 01, at least eight FF, 00, content (RFC 8017 9.2). */
function unpad(block: Buffer): Buffer | undefined {
  if (block[0] !== 0 || block[1] !== 1) return undefined;
  let end = 2;
  while (block[end] === 0xff) end += 1;
  return end >= 10 && block[end] === 0 ? block.subarray(end + 1) : undefined;
}

function readDigestInfo(content: Buffer): RsaBlock | undefined {
  for (const [oid, name, bytes] of HASHES) {
    for (const parameters of ['0500', '']) {
      const algorithm = sequence('30', oid + parameters);
      const digest = content.subarray(content.length - bytes);
      const whole = sequence('30', algorithm + sequence('04', digest.toString('hex')));
      if (whole === content.toString('hex')) return { kind: 'digest', hash: name, digest };
    }
  }
  return undefined;
}

function sequence(tag: string, hex: string): string {
  return tag + (hex.length / 2).toString(16).padStart(2, '0') + hex;
}

const PSS_HASHES: readonly HashName[] = ['sha256', 'sha512', 'sha1', 'sha384', 'sha224'];

/** EMSA-PSS ends in BC, and its unmasked block is zeros, 01 and a salt, whatever was signed (RFC 8017 9.1.2). */
function isPss(block: Buffer, modulusBits = block.length * 8): boolean {
  if (block.at(-1) !== 0xbc) return false;
  const encoded = (modulusBits - 1) % 8 === 0 ? block.subarray(1) : block;
  const unusedBits = 8 * encoded.length - (modulusBits - 1);
  return PSS_HASHES.some((content) =>
    PSS_HASHES.some((mask) => isUnmaskable(encoded, unusedBits, content, mask)),
  );
}

function isUnmaskable(
  encoded: Buffer,
  unusedBits: number,
  contentHash: HashName,
  maskHash: HashName,
): boolean {
  const hashBytes = hash(contentHash, '', 'buffer').length;
  const size = encoded.length - hashBytes - 1;
  if (size < 1) return false;
  const seed = encoded.subarray(size, size + hashBytes);
  const mask = mgf1(seed, size, maskHash);
  const data = encoded.subarray(0, size).map((octet, place) => octet ^ (mask[place] ?? 0));
  data[0] = (data[0] ?? 0) & (0xff >> unusedBits);
  return data.find((octet) => octet !== 0) === 1;
}

/** RFC 8017 B.2.1. */
function mgf1(seed: Buffer, length: number, hashName: HashName): Buffer {
  const parts: Buffer[] = [];
  for (let counter = 0, have = 0; have < length; counter += 1) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const part = hash(hashName, Buffer.concat([seed, count]), 'buffer');
    parts.push(part);
    have += part.length;
  }
  return Buffer.concat(parts, length);
}
