import { constants, hash, type KeyObject, publicDecrypt } from 'node:crypto';

/** A hash in a signature; PSS hashes it once more, with a salt. */
export interface SignedDigest {
  readonly hash: HashName;
  readonly digest: Buffer;
  readonly salt?: Buffer;
}

/** What a signature holds, seen with the public key of the certificate. @see G3-search-limit */
export type RsaBlock =
  /** PKCS #1 v1.5 with a DigestInfo. */
  | ({ readonly kind: 'digest' } & SignedDigest)
  /** PKCS #1 v1.5 around something that names no hash, though it may be as long as one. */
  | ({ readonly kind: 'bare' } & Partial<SignedDigest>)
  /** `isCertain`: no noise looks like it. */
  | ({ readonly kind: 'pss'; readonly isCertain: boolean } & SignedDigest)
  /** Noise: another key. */
  | { readonly kind: 'unreadable' };

/** The digest, in hexadecimal, that such a signature of these bytes holds. */
export function digestIn(
  { hash: name, salt }: Pick<SignedDigest, 'hash' | 'salt'>,
  bytes: Uint8Array,
): string {
  if (salt === undefined) return hash(name, bytes, 'hex');
  return hash(name, Buffer.concat([PSS_ZEROS, hash(name, bytes, 'buffer'), salt]), 'hex');
}

/** RFC 8017 9.1.1, step 5. */
const PSS_ZEROS = Buffer.alloc(8);

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
  if (content !== undefined) return readDigestInfo(content) ?? readBare(content);
  return readPss(block, publicKey.asymmetricKeyDetails?.modulusLength) ?? { kind: 'unreadable' };
}

function readBare(digest: Buffer): RsaBlock {
  const name = HASHES.find(([, , bytes]) => bytes === digest.length)?.[1];
  return name === undefined ? { kind: 'bare' } : { kind: 'bare', hash: name, digest };
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

/**
 * EMSA-PSS ends in BC, and its unmasked block is zeros, 01 and a salt, whatever was signed (RFC 8017 9.1.2). With
 * the longest salt there are no zeros, and one in 128 blocks of noise looks like it.
 */
function readPss(block: Buffer, modulusBits = block.length * 8): RsaBlock | undefined {
  if (block.at(-1) !== 0xbc) return undefined;
  const encoded = (modulusBits - 1) % 8 === 0 ? block.subarray(1) : block;
  const unusedBits = 8 * encoded.length - (modulusBits - 1);
  const readings = PSS_HASHES.flatMap((content) =>
    PSS_HASHES.flatMap((mask) => {
      const { zeros, ...read } = unmask(encoded, unusedBits, content, mask) ?? { zeros: -1 };
      const isCertain = zeros >= CERTAIN_ZEROS;
      if (!('salt' in read) || (!isCertain && (zeros > 0 || mask !== content))) return [];
      return [{ kind: 'pss', hash: content, isCertain, ...read } as const];
    }),
  );
  return readings.find(({ isCertain }) => isCertain) ?? readings[0];
}

const CERTAIN_ZEROS = 4;

interface Unmasked {
  readonly zeros: number;
  readonly digest: Buffer;
  readonly salt: Buffer;
}

function unmask(
  encoded: Buffer,
  unusedBits: number,
  contentHash: HashName,
  maskHash: HashName,
): Unmasked | undefined {
  const hashBytes = hash(contentHash, '', 'buffer').length;
  const size = encoded.length - hashBytes - 1;
  if (size < 1) return undefined;
  const digest = encoded.subarray(size, size + hashBytes);
  const mask = mgf1(digest, size, maskHash);
  const data = Buffer.from(encoded.subarray(0, size).map((octet, place) => octet ^ (mask[place] ?? 0)));
  data[0] = (data[0] ?? 0) & (0xff >> unusedBits);
  const zeros = data.findIndex((octet) => octet !== 0);
  return data[zeros] === 1 ? { zeros, digest, salt: data.subarray(zeros + 1) } : undefined;
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
