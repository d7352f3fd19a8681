import { isUtf8 } from 'node:buffer';
import { toBuffer } from '../core/base64.ts';

/** The longest accepted encoding in bytes. @see S12-der-strict */
export const MAX_DER_BYTES = 64 * 1024;
/** The deepest accepted nesting; the outermost value is level 1. @see S12-der-strict */
const MAX_DER_DEPTH = 16;

/** The identifier octets of the values in certificates. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  generalString: 0x1b,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The deepest accepted nesting of BER, the encoding of PKCS #12. */
const MAX_BER_DEPTH = 32;

/** An error for bytes that violate DER or the requested structure. The entry points of this folder catch it. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

/** One value: its identifier octet, its content and the values in it if it is constructed. */
export interface DerNode {
  /** The identifier octet: class, constructed bit and number. */
  readonly tag: number;
  readonly children: readonly DerNode[];
  /** The content octets. */
  readonly bytes: Uint8Array;
  /** The whole encoding: tag, length and content. */
  readonly der: Uint8Array;
}

/**
 * Parses bytes that are exactly one DER value: only definite minimal lengths, no trailing bytes, limits for size and
 * depth. Untrusted input can't slow it down.
 * @throws DerError and nothing else, for any bytes
 * @see S12-der-strict
 */
export function decodeDer(bytes: Uint8Array, maxBytes = MAX_DER_BYTES): DerNode {
  if (bytes.length > maxBytes) {
    throw new DerError(`it has ${bytes.length} bytes, more than the limit of ${maxBytes}`);
  }
  return readWhole({ bytes, isBer: false });
}

/**
 * Parses BER, which many PKCS #12 files use: lengths may be indefinite or not minimal, and octet strings may be in
 * pieces, which are joined. The caller limits the size.
 * @throws DerError and nothing else, for any bytes.
 * @see S12-der-strict
 */
export function decodeBer(bytes: Uint8Array): DerNode {
  return readWhole({ bytes, isBer: true });
}

/** Returns the result of `read`, or of `refuse` with the reason if `read` throws a DerError. */
export function decodeOr<Value, Refusal>(
  read: () => Value,
  refuse: (reason: string) => Refusal,
): Value | Refusal {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerError) return refuse(error.message);
    throw error;
  }
}

/** Returns the result of `read`; undefined if it throws a DerError. */
export function tryDecode<Value>(read: () => Value): Value | undefined {
  return decodeOr(read, () => undefined);
}

interface Source {
  readonly bytes: Uint8Array;
  readonly isBer: boolean;
}

const CONSTRUCTED = 0x20;
const INDEFINITE = 0x80;

function readWhole(source: Source): DerNode {
  const node = readNode(source, 0, source.bytes.length, 1);
  const rest = source.bytes.length - node.der.length;
  if (rest > 0 && !source.isBer) throw new DerError(`${rest} bytes follow the end of the value`);
  return node;
}

function readNode(source: Source, start: number, limit: number, depth: number): DerNode {
  const { bytes, isBer } = source;
  const tag = readOctet(bytes, start, limit);
  checkTag(tag, start, isBer);
  const { content, length } = readLength(source, start + 1, limit);
  const end = length === undefined ? undefined : content + length;
  if (end !== undefined && end > limit) {
    throw new DerError(
      `truncated: the value at byte ${start} says ${length} bytes, but only ${limit - content} follow`,
    );
  }
  if ((tag & CONSTRUCTED) === 0) {
    if (end === undefined) throw new DerError(`an indefinite length of a primitive value at byte ${start}`);
    return { tag, children: [], bytes: bytes.subarray(content, end), der: bytes.subarray(start, end) };
  }
  const most = isBer ? MAX_BER_DEPTH : MAX_DER_DEPTH;
  if (depth >= most) throw new DerError(`nested deeper than ${most} at byte ${start}`);
  const children: DerNode[] = [];
  let position = content;
  while (end === undefined ? !isEndMark(bytes, position, limit) : position < end) {
    const child = readNode(source, position, end ?? limit, depth + 1);
    children.push(child);
    position += child.der.length;
  }
  const der = bytes.subarray(start, end ?? position + 2);
  if (!isBer || tag !== (TAG.octetString | CONSTRUCTED))
    return { tag, children, bytes: bytes.subarray(content, position), der };
  if (children.some((piece) => piece.tag !== TAG.octetString))
    throw new DerError('an OCTET STRING with a part of another type');
  const whole = Buffer.concat(children.map((piece) => piece.bytes));
  return { tag: TAG.octetString, children: [], bytes: whole, der };
}

function isEndMark(bytes: Uint8Array, position: number, limit: number): boolean {
  return readOctet(bytes, position, limit) === 0 && readOctet(bytes, position + 1, limit) === 0;
}

function checkTag(tag: number, at: number, isBer: boolean): void {
  if ((tag & 0x1f) === 0x1f) throw new DerError(`a tag number above 30 at byte ${at}`);
  if (isBer) return;
  if (tag === 0) throw new DerError(`an end-of-contents mark at byte ${at}`);
  if (tag >= 0x40) return;
  const isCollection = (tag & 0x1f) === 0x10 || (tag & 0x1f) === 0x11;
  if (isCollection !== ((tag & CONSTRUCTED) !== 0)) {
    throw new DerError(`tag 0x${tag.toString(16).padStart(2, '0')} at byte ${at} is not DER`);
  }
}

/** Reads a length. @returns the start and the length of the content; undefined length if an end mark follows it */
function readLength({ bytes, isBer }: Source, start: number, limit: number) {
  const first = readOctet(bytes, start, limit);
  if (first < INDEFINITE) return { content: start + 1, length: first };
  if (first === INDEFINITE) {
    if (!isBer) throw new DerError(`an indefinite length at byte ${start}`);
    return { content: start + 1, length: undefined };
  }
  const octets = first - INDEFINITE;
  // Two octets represent up to 65,535 and three up to 16 MiB, far beyond MAX_DER_BYTES.
  if (octets > (isBer ? 4 : 3)) throw new DerError(`a length of ${octets} octets at byte ${start}`);
  let length = 0;
  for (let at = 1; at <= octets; at++) length = length * 256 + readOctet(bytes, start + at, limit);
  if (!isBer && (length < INDEFINITE || length < 2 ** (8 * (octets - 1)))) {
    throw new DerError(`a length written longer than needed at byte ${start}`);
  }
  return { content: start + 1 + octets, length };
}

function readOctet(source: Uint8Array, position: number, limit: number): number {
  const octet = position < limit ? source[position] : undefined;
  if (octet === undefined) throw new DerError(`truncated at byte ${position}`);
  return octet;
}

// The primitive values of DER in certificates; each must have its only permitted encoding. See S12-der-values.

/** Returns the value's children if it has the given tag. @throws DerError naming `what`. */
export function getChildren(node: DerNode | undefined, tag: number, what: string): readonly DerNode[] {
  return assertTag(node, tag, what).children;
}

/** Returns the value if it exists and has the given tag. @throws DerError naming `what`. */
export function assertTag(node: DerNode | undefined, tag: number, what: string): DerNode {
  if (node === undefined) throw new DerError(`${what} is missing`);
  if (node.tag !== tag) throw new DerError(`${what} has tag ${formatTag(node.tag)}, not ${formatTag(tag)}`);
  return node;
}

/** Reads a signed INTEGER of any size. @throws DerError if it is empty or not minimal. */
export function readInteger(node: DerNode | undefined, what: string): bigint {
  const bytes = assertTag(node, TAG.integer, what).bytes;
  const [first, second] = bytes;
  if (first === undefined) throw new DerError(`${what} is an empty INTEGER`);
  const isPadded =
    second !== undefined && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80));
  if (isPadded) throw new DerError(`${what} is an INTEGER written longer than needed`);
  const magnitude = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  return first < 0x80 ? magnitude : magnitude - (1n << BigInt(8 * bytes.length));
}

/** Reads a BOOLEAN. @throws DerError for any content but 00 and FF. */
export function readBoolean(node: DerNode | undefined, what: string): boolean {
  const bytes = assertTag(node, TAG.boolean, what).bytes;
  const value = bytes[0];
  if (bytes.length !== 1 || (value !== 0 && value !== 0xff))
    throw new DerError(`${what} isn't a BOOLEAN of DER`);
  return value === 0xff;
}

/** Reads an OBJECT IDENTIFIER as dotted numbers. @throws DerError if it is empty, padded or cut off. */
export function readOid(node: DerNode | undefined, what: string): string {
  const bytes = assertTag(node, TAG.oid, what).bytes;
  if (bytes.length === 0 || bytes.length > MAX_OID_OCTETS) {
    throw new DerError(`${what} is an OBJECT IDENTIFIER of ${bytes.length} octets`);
  }
  const arcs: bigint[] = [];
  let arc = 0n;
  let isInside = false;
  for (const octet of bytes) {
    if (!isInside && octet === 0x80)
      throw new DerError(`${what} is an OBJECT IDENTIFIER with a padded number`);
    arc = (arc << 7n) | BigInt(octet & 0x7f);
    isInside = octet >= 0x80;
    if (isInside) continue;
    arcs.push(arc);
    arc = 0n;
  }
  if (isInside) throw new DerError(`${what} is an OBJECT IDENTIFIER cut off`);
  return formatOid(arcs);
}

/** The longest accepted identifier: real ones have about a dozen octets, and arithmetic on big numbers is slow. */
const MAX_OID_OCTETS = 128;

/** Formats an identifier. The first number contains two arcs: 40 times the first plus the second. */
function formatOid([first = 0n, ...rest]: readonly bigint[]): string {
  const root = first < 80n ? first / 40n : 2n;
  return [root, first - root * 40n, ...rest].join('.');
}

function formatTag(tag: number): string {
  return `0x${tag.toString(16).padStart(2, '0')}`;
}

/** The octets, the first bit first, and the number of unused bits in the last one. */
interface BitString {
  readonly bytes: Uint8Array;
  readonly unusedBits: number;
}

/** Reads a BIT STRING. @throws DerError for an impossible number of unused bits. */
export function readBitString(node: DerNode | undefined, what: string): BitString {
  const bytes = assertTag(node, TAG.bitString, what).bytes;
  const unusedBits = bytes[0];
  if (unusedBits === undefined || unusedBits > 7 || (bytes.length === 1 && unusedBits > 0)) {
    throw new DerError(`${what} isn't a BIT STRING of DER`);
  }
  return { bytes: bytes.subarray(1), unusedBits };
}

/**
 * Decodes a DER string by its tag: UTF-8, UTF-16 (BMPString), UTF-32 (UniversalString) or one octet per character.
 * Returns undefined if the tag isn't a string's or the octets don't match it. Octets above 7F in a one-octet string are
 * ISO 8859-1, the usual content of T61String.
 */
export function decodeString(tag: number, bytes: Uint8Array): string | undefined {
  switch (tag) {
    case TAG.utf8String:
      return isUtf8(bytes) ? toBuffer(bytes).toString('utf8') : undefined;
    case TAG.numericString:
    case TAG.printableString:
    case TAG.teletexString:
    case TAG.ia5String:
    case TAG.visibleString:
      return toBuffer(bytes).toString('latin1');
    case TAG.bmpString:
      return decodeBmp(bytes);
    case TAG.universalString:
      return decodeUniversal(bytes);
    default:
      return undefined;
  }
}

function decodeBmp(bytes: Uint8Array): string | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  const text = Buffer.from(bytes).swap16().toString('utf16le');
  // With the flag u, half of a surrogate pair matches and a pair doesn't.
  return /[\ud800-\udfff]/u.test(text) ? undefined : text;
}

function decodeUniversal(bytes: Uint8Array): string | undefined {
  if (bytes.length % 4 !== 0) return undefined;
  const buffer = toBuffer(bytes);
  let text = '';
  for (let position = 0; position < buffer.length; position += 4) {
    const codePoint = buffer.readUInt32BE(position);
    const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
    if (codePoint > 0x10ffff || isSurrogate) return undefined;
    text += String.fromCodePoint(codePoint);
  }
  return text;
}

/** The kind of a DER value by its structure; its content isn't parsed. */
export type DerKind =
  | 'certificate'
  | 'pkcs12'
  | 'private-key'
  | 'encrypted-private-key'
  | 'public-key'
  | 'certificate-request'
  | 'revocation-list'
  | 'pkcs7';

/** Detects the kind of bytes by their outer structure; returns undefined if unknown. */
export function detectDerKind(bytes: Uint8Array): DerKind | undefined {
  if (isPkcs12(bytes)) return 'pkcs12';
  return tryDecode(() => detectKind(decodeDer(bytes, bytes.length).children));
}

/**
 * Returns true for a SEQUENCE, of definite length or not, that begins with the number 3 and a SEQUENCE (RFC 7292 4).
 */
function isPkcs12(bytes: Uint8Array): boolean {
  const [tag, length = 0] = bytes;
  const content = 2 + (length > 0x80 && length <= 0x84 ? length - 0x80 : 0);
  return tag === TAG.sequence && [0x02, 0x01, 0x03, 0x30].every((octet, at) => bytes[content + at] === octet);
}

const listTags = (nodes: readonly DerNode[]): number[] => nodes.map(({ tag }) => tag);

function detectKind(fields: readonly DerNode[]): DerKind | undefined {
  const [first, second, third] = listTags(fields);
  if (first === TAG.oid) return 'pkcs7';
  if (first === TAG.integer) {
    if (second === TAG.sequence || second === TAG.octetString) return 'private-key';
    if (second === TAG.integer) return fields.length === 2 ? 'public-key' : 'private-key';
  }
  if (first !== TAG.sequence) return undefined;
  if (second === TAG.octetString) return 'encrypted-private-key';
  if (second === TAG.bitString) return 'public-key';
  return second === TAG.sequence && third === TAG.bitString
    ? detectSignedKind(fields[0]?.children ?? [])
    : undefined;
}

/** Detects a certificate, a certificate request or a revocation list, which have the same outer structure. */
function detectSignedKind(fields: readonly DerNode[]): DerKind {
  const isTime = (tag: number) => tag === TAG.utcTime || tag === TAG.generalizedTime;
  if (listTags(fields).some(isTime)) return 'revocation-list';
  const holdsKey = fields[2]?.children[1]?.tag === TAG.bitString;
  return holdsKey ? 'certificate-request' : 'certificate';
}
