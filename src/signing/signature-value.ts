import { isUtf8 } from 'node:buffer';
import { constants, hash, type KeyObject, publicDecrypt } from 'node:crypto';
import { decodeDer, TAG, tryDecode } from '../certificates/der.ts';
import { decodeBase64, decodeBase64Url, decodeHex } from '../core/base64.ts';
import { decodePercent } from '../core/octets.ts';
import type { Budget } from './budget.ts';
import { createFinding, type Finding, type FindingCause, type FindingDetails } from './findings.ts';

interface SignatureValue extends Pick<FindingDetails<'signature-encoding'>, 'cause' | 'says' | 'remedy'> {
  /** Undefined if no decoding gives bytes. */
  readonly bytes?: Buffer;
  readonly wellEncoded: boolean;
}

/**
 * Decodes the signature parameter. `length` is the length of the key in bytes; undefined for a key whose signatures
 * have no fixed length.
 * @see G4-signature-encoding
 */
export function readSignatureValue(text: string, length: number | undefined): SignatureValue {
  const strict = decodeBase64(text);
  if (strict !== undefined && strict.length === length)
    return isAsciiOnly(strict) ? THROUGH_ASCII : createWhole(strict);
  const hex = decodeHex(text.replaceAll(/[:\s-]/g, ''));
  if (hex !== undefined && isLong(hex)) return { bytes: hex, wellEncoded: false, cause: 'hex' };
  if (strict !== undefined) return unwrap(strict);
  return readSpoiled(text, length) ?? readLoose(text, length);
}

function createWhole(bytes: Buffer): SignatureValue {
  return { bytes, wellEncoded: true };
}

function readLoose(text: string, length: number | undefined): SignatureValue {
  const joined = text.replaceAll(/\s+|(?:\\r)?\\n/g, '');
  const bytes = joined === text ? undefined : decodeBase64(joined);
  if (bytes !== undefined) return { bytes, wellEncoded: false, cause: 'line-wrapped' };
  if (joined !== text) return { wellEncoded: false };
  const loose = decodeBase64Url(text);
  if (loose === undefined)
    return isBegun(text, length) ? createWhole(Buffer.from(text, 'base64')) : { wellEncoded: false };
  const isCutShort = length !== undefined && !isWhole(loose, length) && !/[-_]/.test(text);
  return isCutShort ? createWhole(loose) : { bytes: loose, wellEncoded: false, cause: 'base64url' };
}

/** Returns true for Base64 that ends in the middle. */
function isBegun(text: string, length: number | undefined): boolean {
  return /^[A-Za-z0-9+/]+$/.test(text) && length !== undefined && text.length < (4 * length) / 3;
}

/** Returns true for bytes as long as the key or as a hash. */
function isWhole({ length: size }: Buffer, length: number): boolean {
  return [length, 32, 64].includes(size);
}

/** Returns true if all bytes are ASCII and more than a quarter of them are question marks, which no signature has. */
function isAsciiOnly(bytes: Buffer): boolean {
  return (
    bytes.every((octet) => octet < 0x80) && bytes.filter((octet) => octet === 0x3f).length > bytes.length / 4
  );
}

const THROUGH_ASCII: SignatureValue = {
  wellEncoded: false,
  says: 'Its bytes were read as text, and question marks stand for those beyond ASCII.',
  remedy: 'Encode the bytes that the signing function returns. Never make a string of them first.',
};

/** Damages of Base64 by programs, and texts that they print instead. */
const SPOILINGS: readonly { looks: RegExp; undo: (text: string) => string; says: string; remedy: string }[] =
  [
    {
      looks: /^(?=.* )[A-Za-z0-9/ ]+=*$/,
      undo: (text) => text.replaceAll(' ', '+'),
      says: 'Its plus signs became spaces.',
      remedy: "Send it as it is. A header isn't decoded like a form or a query.",
    },
    {
      looks: /%(?:2[BbFf]|3[Dd])/,
      undo: decodePercent,
      says: "It's percent-encoded.",
      remedy: 'Write the Base64 without percent-encoding.',
    },
    {
      looks: /\\\/|\\u00/,
      undo: (text) =>
        text
          .replaceAll('\\/', '/')
          .replaceAll(/\\u002b/gi, '+')
          .replaceAll('\\u003d', '='),
      says: "It's escaped as in JSON.",
      remedy: 'Write the Base64 itself, without backslashes.',
    },
    {
      looks: /^b?'.*'$/s,
      undo: (text) => text.replaceAll(/^b?'|'$/g, ''),
      says: 'It has the quotes of a Python string around it.',
      remedy: "Decode Python's bytes: base64.b64encode(signature).decode().",
    },
    {
      looks: /^\[?\s*-?\d{1,3}(?:\s*,\s*-?\d{1,3}){19,}\s*\]?$/,
      undo: (text) => Buffer.from(text.match(/-?\d+/g)?.map(Number) ?? []).toString('base64'),
      says: "It's a list of its bytes in decimal.",
      remedy: 'Write the Base64 of the bytes.',
    },
  ];

function readSpoiled(text: string, length: number | undefined): SignatureValue | undefined {
  for (const { looks, undo, says, remedy } of SPOILINGS) {
    if (!looks.test(text)) continue;
    const bytes = decodeBase64(undo(text));
    if (bytes !== undefined && bytes.length === length) return { bytes, wellEncoded: false, says, remedy };
  }
  const printed = describePrintedBytes(text);
  return printed === undefined
    ? undefined
    : { wellEncoded: false, says: printed, remedy: 'Write the Base64 of the bytes.' };
}

/** Decodes Base64 inside Base64, or hexadecimal inside Base64. */
function unwrap(bytes: Buffer): SignatureValue {
  const text = bytes.toString('latin1').replaceAll(/\s/g, '');
  const hex = decodeHex(text);
  if (hex !== undefined && isLong(hex)) return { bytes: hex, wellEncoded: false, cause: 'hex' };
  const inner = decodeBase64(text) ?? decodeBase64Url(text);
  if (inner !== undefined && isLong(inner))
    return { bytes: inner, wellEncoded: false, cause: 'double-base64' };
  return { bytes, wellEncoded: true };
}

/** Returns true for lengths that exclude a match by chance; every signature is longer. */
function isLong(bytes: Buffer): boolean {
  return bytes.length >= 32;
}

/** Texts that programs print instead of bytes. */
const PRINTED: readonly (readonly [looks: RegExp, what: string])[] = [
  [/^\[{1,3}B@[0-9a-f]{1,16}$/i, 'what Java prints of an array, not its bytes'],
  [/^[a-z][\w.$]{0,80}@[0-9a-f]{1,16}$/i, 'what Java prints of an object, not its bytes'],
  [/^System\.Byte\[\]$/, 'what .NET prints of an array, not its bytes'],
  [/^\[object [A-Za-z0-9]{1,40}\]$/, 'what JavaScript prints of an object, not its bytes'],
  [/^<Buffer .{0,4096}>$/, 'what Node.js prints of a Buffer, not its bytes'],
  [/^#<[A-Z][\w:]{0,80}.{0,200}>$/, 'what Ruby prints of an object, not its bytes'],
  [/^<[\w.]{1,80} object at 0x[0-9a-f]{1,16}>$/i, 'what Python prints of an object, not its bytes'],
  [/^b'.{0,4096}'$|^b".{0,4096}"$/, 'what Python prints of bytes'],
  [/^(?:undefined|null|None|nil|NaN)$/, 'what a program prints where it has no value'],
];

/** Describes a text printed instead of bytes; returns undefined for other text. @see G4-printed-bytes */
export function describePrintedBytes(text: string): string | undefined {
  const what = PRINTED.find(([looks]) => looks.test(text))?.[1];
  return what === undefined ? undefined : `It's ${what}.`;
}

/** Creates the finding of a signature that isn't as long as the key. @see G4-signature-length, G4-key-mismatch */
export function createLengthFinding(
  bytes: Buffer,
  text: string,
  length: number,
  proof?: SignatureProof,
): Finding {
  const shown = { expected: `${length} bytes`, found: `${bytes.length} bytes` };
  const detail = `It has ${bytes.length} bytes, but the key has ${length}.`;
  const cause = findLengthCause(bytes, length, text);
  const isUnclear = KEY_SIZES.includes(bytes.length) || OF_OTHER_CURVES.includes(bytes.length);
  if (cause === undefined && bytes.length < length && !isUnclear)
    return createFinding('signature-length', { ...findLoss(bytes, text, length, proof), detail, ...shown });
  if (cause !== undefined || !KEY_SIZES.includes(bytes.length))
    return createFinding('signature-length', { cause, detail, ...shown });
  const bits = `${8 * bytes.length}-bit`;
  const either = `${detail} It's half of one, or made with a ${bits} key.`;
  if (2 * bytes.length === length && length === USUAL)
    return createFinding('signature-length', { detail: either, ...shown });
  const other = `It's as long as a ${bits} key makes it. ${detail}`;
  return createFinding('key-mismatch', { detail: other, ...shown });
}

type Loss = Pick<FindingDetails<'signature-length'>, 'cause' | 'says' | 'remedy'>;

/** A signature has one NUL byte on average, and more than this number once in a million. */
const MAX_NULS = 8;
const DROPPED =
  'Encode the bytes before a variable holds them: openssl dgst -sha256 -sign KEY FILE | base64 -w0. A shell variable drops NUL bytes.';
const AS_NUMBER = 'Write as many bytes as the key has: a number loses the zeros before it.';

/** Finds where bytes are missing; reports a cut end only if nothing else explains the length. @see G4-missing-bytes */
function findLoss(bytes: Buffer, text: string, length: number, proof: SignatureProof | undefined): Loss {
  const createMangled = (says: string, remedy: string): Loss => ({
    ...{ cause: 'mangled', says: `${says} it's a signature of this key.`, remedy },
  });
  if (proof !== undefined && isMissingLeadingZeros(bytes, length, proof)) {
    const says = `NUL bytes are missing at its beginning: with ${length - bytes.length}`;
    return createMangled(says, `${AS_NUMBER} ${DROPPED}`);
  }
  const byte = proof && findMissingByte(bytes, length, proof);
  if (byte?.value === 0)
    return createMangled(`A NUL byte is missing: with one as byte ${byte.place + 1}`, DROPPED);
  if (byte?.value === LINE_END) {
    const remedy = `${DROPPED} $(…) drops line ends at the end.`;
    return createMangled('Its last byte, a line end, is missing: with it', remedy);
  }
  if (byte !== undefined) return { cause: 'cut-short' };
  const isWhole = decodeBase64(text) !== undefined;
  if (!isWhole || length - bytes.length > MAX_NULS) return { cause: 'cut-short' };
  const isPadded = text.endsWith('=');
  if (bytes.includes(0)) return isPadded ? {} : { cause: 'cut-short' };
  return {
    says: isPadded
      ? 'NUL bytes are missing, probably: its Base64 is complete, but no byte of it is NUL, so something dropped them before they were encoded, as a shell variable does.'
      : 'NUL bytes may be missing, as no byte of it is NUL and a shell variable drops them; or its end is.',
    remedy: isPadded ? DROPPED : `${DROPPED} If its end is missing, look for what cuts long texts.`,
  };
}

const LINE_END = 0x0a;

/** The signature lengths of keys of 1024 to 8192 bits. */
const KEY_SIZES = [128, 256, 384, 512, 1024];
const USUAL = 256;

function findLengthCause(
  bytes: Buffer,
  length: number,
  text: string,
): FindingCause<'signature-length'> | undefined {
  if (bytes.length === 0) return 'empty';
  if (isHash(bytes, text)) return 'hash';
  if (isEcdsa(bytes)) return 'ecdsa';
  return isMangled(bytes, length) ? 'mangled' : undefined;
}

/** Returns true for the length of SHA-256 and SHA-512; for that of SHA-1 and SHA-224 only if the Base64 is complete. */
function isHash({ length }: Buffer, text: string): boolean {
  return length === 32 || length === 64 || ((length === 20 || length === 28) && text.endsWith('='));
}

/** The lengths of SHA-384 and of raw P-384 and P-521 signatures; cut values may have them too. */
const OF_OTHER_CURVES = [48, 96, 132];

/** Returns true for a SEQUENCE of exactly two INTEGERs. */
function isEcdsa(bytes: Buffer): boolean {
  const node = tryDecode(() => decodeDer(bytes));
  const tags = node?.children.map(({ tag }) => tag).join();
  return node?.tag === TAG.sequence && tags === `${TAG.integer},${TAG.integer}`;
}

/** Detects replacement characters, and single bytes encoded as UTF-8. */
function isMangled(bytes: Buffer, length: number): boolean {
  if (bytes.toString('hex').split('efbfbd').length > 2) return true;
  return bytes.length > length && isUtf8(bytes) && bytes.toString('utf8').length === length;
}

/** The byte that a signature lacks, and its index from 0. */
interface MissingByte {
  readonly value: number;
  readonly place: number;
}

/** The key that proves a signature, and the budget for its operations. */
interface SignatureProof {
  readonly publicKey: KeyObject;
  readonly budget: Budget;
}

/** One operation with the public key costs as much as hashing this number of bytes per byte of the key. */
const COST = 2;

/**
 * Finds the one byte that a short signature lacks: a NUL anywhere, or the last byte. With the right byte the signature
 * decrypts to a padded hash; no other byte does so by chance.
 * @see G4-missing-bytes
 */
function findMissingByte(
  bytes: Buffer,
  length: number,
  { publicKey, budget }: SignatureProof,
): MissingByte | undefined {
  if (bytes.length + 1 !== length || !budget.isAllowed(length)) return undefined;
  for (const missing of generateCandidates(length)) {
    if (budget.isSpentAfter(COST * length)) return undefined;
    const { value, place } = missing;
    const whole = Buffer.concat([bytes.subarray(0, place), Buffer.from([value]), bytes.subarray(place)]);
    if (decodeSignature(publicKey, whole).kind === 'digest') return missing;
  }
  return undefined;
}

function* generateCandidates(length: number): Generator<MissingByte> {
  for (let place = 0; place < length; place += 1) yield { value: 0, place };
  for (let value = 1; value < 256; value += 1) yield { value, place: length - 1 };
}

/** Returns true if a signature lacks only NUL bytes at its beginning, as an integer does. @see G4-missing-bytes */
function isMissingLeadingZeros(bytes: Buffer, length: number, { publicKey }: SignatureProof): boolean {
  const whole = Buffer.concat([Buffer.alloc(length - bytes.length), bytes]);
  return decodeSignature(publicKey, whole).kind === 'digest';
}

/** The hash in a signature; PSS hashes it again with a salt. */
export interface SignedDigest {
  readonly hash: HashName;
  readonly digest: Buffer;
  readonly salt?: Buffer;
}

/** The content of a signature, decrypted with the certificate's public key. @see G3-search-limit */
export type RsaBlock =
  /** PKCS #1 v1.5 with a DigestInfo. */
  | ({ readonly kind: 'digest' } & SignedDigest)
  /** Content without a hash name, possibly as long as a hash, and its padding. */
  | ({ readonly kind: 'bare'; readonly padding: BarePadding } & Partial<SignedDigest>)
  | ({ readonly kind: 'pss'; readonly certainty: PssCertainty } & SignedDigest)
  /** Noise: the signature is of another key. */
  | { readonly kind: 'unreadable' };

/** Computes the digest that such a signature of these bytes contains, in hexadecimal. */
export function computeDigest(
  { hash: name, salt }: Pick<SignedDigest, 'hash' | 'salt'>,
  bytes: Uint8Array,
): string {
  if (salt === undefined) return hash(name, bytes, 'hex');
  return hash(name, Buffer.concat([PSS_ZEROS, hash(name, bytes, 'buffer'), salt]), 'hex');
}

/** RFC 8017 9.1.1, step 5. */
const PSS_ZEROS = Buffer.alloc(8);

/** The certainty that a block is PSS, independent of the signed text; `possible`: only the signed text can prove it. */
type PssCertainty = 'certain' | 'likely' | 'possible';

/** The padding: PKCS #1 v1.5 for signatures, for encryption, or only zeros. */
export type BarePadding = 'signature' | 'encryption' | 'none';

/** The object identifiers of RFC 8017 A.2.4 as DER, with the length of the hash. */
const HASHES = [
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
] as const;

export type HashName = (typeof HASHES)[number][1];

export function decodeSignature(publicKey: KeyObject, signature: Uint8Array): RsaBlock {
  let block: Buffer;
  try {
    block = publicDecrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, signature);
  } catch {
    // A number at or above the modulus isn't a signature of this key.
    return { kind: 'unreadable' };
  }
  const content = stripPadding(block);
  const named = content && readDigestInfo(content);
  if (named !== undefined) return { kind: 'digest', ...named };
  if (content !== undefined) return readBare(content, 'signature');
  const pss = readPss(block, publicKey.asymmetricKeyDetails?.modulusLength);
  return pss ?? readOtherPadding(block) ?? { kind: 'unreadable' };
}

/** Parses a hash: as bytes, in hexadecimal or in Base64. */
function readBare(content: Buffer, padding: BarePadding): RsaBlock {
  const text = content.toString('latin1');
  const named = readDigestInfo(content);
  if (named !== undefined) return { ...named, kind: 'bare', padding };
  for (const digest of [decodeHex(text), decodeBase64(text), content]) {
    const name = digest && HASHES.find(([, , bytes]) => bytes === digest.length)?.[1];
    if (digest !== undefined && name !== undefined) return { kind: 'bare', padding, hash: name, digest };
  }
  return { kind: 'bare', padding };
}

/** Parses a block padded with zeros, or for encryption, around a hash; noise doesn't look like either. */
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

/** Removes the padding of EMSA-PKCS1-v1_5: 00 01, at least eight FF, 00, content (RFC 8017 9.2). */
function stripPadding(block: Buffer): Buffer | undefined {
  if (block[0] !== 0 || block[1] !== 1) return undefined;
  let end = 2;
  while (block[end] === 0xff) end += 1;
  return end >= 10 && block[end] === 0 ? block.subarray(end + 1) : undefined;
}

function readDigestInfo(content: Buffer): SignedDigest | undefined {
  for (const [oid, name, bytes] of HASHES) {
    for (const parameters of ['0500', '']) {
      const algorithm = encodeSequence('30', oid + parameters);
      const digest = content.subarray(content.length - bytes);
      const whole = encodeSequence('30', algorithm + encodeSequence('04', digest.toString('hex')));
      if (whole === content.toString('hex')) return { hash: name, digest };
    }
  }
  return undefined;
}

function encodeSequence(tag: string, hex: string): string {
  return tag + (hex.length / 2).toString(16).padStart(2, '0') + hex;
}

const PSS_HASHES: readonly HashName[] = ['sha256', 'sha512', 'sha1', 'sha384', 'sha224'];

/** The number of zero bits that noise doesn't contain by chance, whichever hash the block is parsed with. */
const CERTAIN_ZEROS = 4;

/**
 * Parses EMSA-PSS, which ends in BC; its unmasked block is zeros, 01 and a salt (RFC 8017 9.1.2). With the longest
 * salt, the default of OpenSSL, there are no zeros: one in 32,768 blocks of another key then looks like one with
 * SHA-256, so that is only likely, and other hashes need the signed text as proof. A mask by another hash than that of
 * the content is accepted only if it is certain.
 */
function readPss(block: Buffer, modulusBits = block.length * 8): RsaBlock | undefined {
  if (block.at(-1) !== 0xbc) return undefined;
  const encoded = (modulusBits - 1) % 8 === 0 ? block.subarray(1) : block;
  const unusedBits = 8 * encoded.length - (modulusBits - 1);
  const readings = PSS_HASHES.flatMap((content) =>
    PSS_HASHES.flatMap((mask) => {
      const read = decodePss(encoded, unusedBits, content, mask);
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

function decodePss(encoded: Buffer, unusedBits: number, contentHash: HashName, maskHash: HashName) {
  const hashBytes = hash(contentHash, '', 'buffer').length;
  const size = encoded.length - hashBytes - 1;
  if (size < 1) return undefined;
  const digest = encoded.subarray(size, size + hashBytes);
  const mask = generateMask(digest, size, maskHash);
  const data = Buffer.from(encoded.subarray(0, size).map((octet, place) => octet ^ (mask[place] ?? 0)));
  data[0] = (data[0] ?? 0) & (0xff >> unusedBits);
  const zeros = data.findIndex((octet) => octet !== 0);
  return data[zeros] === 1 ? { zeros, digest, salt: data.subarray(zeros + 1) } : undefined;
}

/** Generates the mask of RFC 8017 B.2.1. */
function generateMask(seed: Buffer, length: number, hashName: HashName): Buffer {
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
