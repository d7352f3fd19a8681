import { constants, hash, type KeyObject, publicDecrypt } from 'node:crypto';
import { decodeBase64, decodeHex } from '../core/base64.ts';

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
  /** Something that names no hash, though it may be as long as one, and how it is padded. */
  | ({ readonly kind: 'bare'; readonly padding: BarePadding } & Partial<SignedDigest>)
  | ({ readonly kind: 'pss'; readonly certainty: PssCertainty } & SignedDigest)
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

/** How sure it is that a block is PSS whatever was signed; `possible`: only what was signed can tell. */
export type PssCertainty = 'certain' | 'likely' | 'possible';

/** PKCS #1 v1.5 as for signatures, as for encryption, or nothing but zeros. */
export type BarePadding = 'signature' | 'encryption' | 'none';

export type HashName =
  | 'md5'
  | 'sha1'
  | 'sha224'
  | 'sha256'
  | 'sha384'
  | 'sha512'
  | 'ripemd160'
  | 'sha512-256'
  | 'sha3-256'
  | 'sha3-512';

/** The object identifiers of RFC 8017 A.2.4, as DER, with the length of the hash. */
const HASHES: readonly (readonly [oid: string, name: HashName, bytes: number])[] = [
  ['06082a864886f70d0205', 'md5', 16],
  ['06052b0e03021a', 'sha1', 20],
  ['0609608648016503040204', 'sha224', 28],
  ['0609608648016503040201', 'sha256', 32],
  ['0609608648016503040202', 'sha384', 48],
  ['0609608648016503040203', 'sha512', 64],
  ['06052b24030201', 'ripemd160', 20],
  ['0609608648016503040206', 'sha512-256', 32],
  ['0609608648016503040208', 'sha3-256', 32],
  ['060960864801650304020a', 'sha3-512', 64],
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
  if (content !== undefined) return readDigestInfo(content) ?? readBare(content, 'signature');
  const pss = readPss(block, publicKey.asymmetricKeyDetails?.modulusLength);
  return pss ?? readOtherPadding(block) ?? { kind: 'unreadable' };
}

/** A hash as it is, or written in hexadecimal or Base64. */
function readBare(content: Buffer, padding: BarePadding): RsaBlock {
  const text = content.toString('latin1');
  const named = readDigestInfo(content);
  if (named?.kind === 'digest') return { ...named, kind: 'bare', padding };
  for (const digest of [decodeHex(text), decodeBase64(text), content]) {
    const name = digest && HASHES.find(([, , bytes]) => bytes === digest.length)?.[1];
    if (digest !== undefined && name !== undefined) return { kind: 'bare', padding, hash: name, digest };
  }
  return { kind: 'bare', padding };
}

/** So many zeros, or padding for encryption around a hash: no noise looks like it. */
function readOtherPadding(block: Buffer): RsaBlock | undefined {
  if (block[0] !== 0) return undefined;
  const start = block.findIndex((octet) => octet !== 0);
  const size = block.length - start;
  if (start >= MANY_ZEROS && size >= MIN_CONTENT) {
    const bytes = HASH_SIZES.find((length) => length >= size && size > length - MIN_CONTENT / 2) ?? size;
    return readBare(block.subarray(block.length - bytes), 'none');
  }
  if (block[1] !== 2) return undefined;
  const content = block.subarray(block.indexOf(0, 2) + 1);
  const bare = readBare(content, 'encryption');
  return HASH_SIZES.includes(content.length) || ('digest' in bare && content.length < 100) ? bare : undefined;
}

const MANY_ZEROS = 16;
const MIN_CONTENT = 16;
const HASH_SIZES = [20, 32, 48, 64];

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

/** So many more bits of noise are not zero by chance, however the block is read. */
const CERTAIN_ZEROS = 4;

/**
 * EMSA-PSS ends in BC, and its unmasked block is zeros, 01 and a salt, whatever was signed (RFC 8017 9.1.2). With
 * the longest salt, which is the default of OpenSSL, there are no zeros: one in 32,768 blocks of another key looks like
 * one with SHA-256, which is only likely then, and other hashes have to be found by what was signed. A mask by another
 * hash than the content's is believed only where it's certain.
 */
function readPss(block: Buffer, modulusBits = block.length * 8): RsaBlock | undefined {
  if (block.at(-1) !== 0xbc) return undefined;
  const encoded = (modulusBits - 1) % 8 === 0 ? block.subarray(1) : block;
  const unusedBits = 8 * encoded.length - (modulusBits - 1);
  const readings = PSS_HASHES.flatMap((content) =>
    PSS_HASHES.flatMap((mask) => {
      const read = unmask(encoded, unusedBits, content, mask);
      return read === undefined ? [] : [{ content, mask, ...read }];
    }),
  );
  const certain = readings.find(({ zeros }) => zeros >= CERTAIN_ZEROS);
  const likeliest = certain ?? readings.find(({ content, mask }) => mask === content);
  if (likeliest === undefined) return undefined;
  const { content, digest, salt } = likeliest;
  const certainty = certain !== undefined ? 'certain' : content === 'sha256' ? 'likely' : 'possible';
  return { kind: 'pss', hash: content, certainty, digest, salt };
}

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
