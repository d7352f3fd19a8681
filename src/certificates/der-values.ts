/**
 * The primitive values of DER that certificates use, each checked to be in its one allowed form.
 * @see S12-der-values
 */
import { DerError, type DerNode, TAG } from './der.ts';

/** The value's children, when it has the tag asked for. @throws DerError naming `what`. */
export function childrenOf(node: DerNode | undefined, tag: number, what: string): readonly DerNode[] {
  return expectTag(node, tag, what).children;
}

/** The value itself, when it is there and has the tag asked for. @throws DerError naming `what`. */
export function expectTag(node: DerNode | undefined, tag: number, what: string): DerNode {
  if (node === undefined) throw new DerError(`${what} is missing`);
  if (node.tag !== tag) throw new DerError(`${what} has tag ${hexTag(node.tag)}, not ${hexTag(tag)}`);
  return node;
}

/** An INTEGER, signed, of any size. @throws DerError when it is empty or longer than needed. */
export function readInteger(node: DerNode | undefined, what: string): bigint {
  const bytes = expectTag(node, TAG.integer, what).bytes;
  const [first, second] = bytes;
  if (first === undefined) throw new DerError(`${what} is an empty INTEGER`);
  const isPadded =
    second !== undefined && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80));
  if (isPadded) throw new DerError(`${what} is an INTEGER written longer than needed`);
  const magnitude = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  return first < 0x80 ? magnitude : magnitude - (1n << BigInt(8 * bytes.length));
}

/** A BOOLEAN. @throws DerError for any content but 00 and FF. */
export function readBoolean(node: DerNode | undefined, what: string): boolean {
  const bytes = expectTag(node, TAG.boolean, what).bytes;
  const value = bytes[0];
  if (bytes.length !== 1 || (value !== 0 && value !== 0xff))
    throw new DerError(`${what} isn't a BOOLEAN of DER`);
  return value === 0xff;
}

/** An OBJECT IDENTIFIER as dotted numbers. @throws DerError when it is empty, padded or cut off. */
export function readOid(node: DerNode | undefined, what: string): string {
  const bytes = expectTag(node, TAG.oid, what).bytes;
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
  return dotted(arcs);
}

/** Identifiers in certificates are a dozen octets long; the bound keeps the arithmetic on big numbers short. */
const MAX_OID_OCTETS = 128;

/** The first number holds two arcs: 40 times the first plus the second. */
function dotted([first = 0n, ...rest]: readonly bigint[]): string {
  const root = first < 80n ? first / 40n : 2n;
  return [root, first - root * 40n, ...rest].join('.');
}

function hexTag(tag: number): string {
  return `0x${tag.toString(16).padStart(2, '0')}`;
}

/** Octets, the first bit first, and how many bits of the last one are unused. */
export interface BitString {
  readonly bytes: Uint8Array;
  readonly unusedBits: number;
}

/** A BIT STRING. @throws DerError when its count of unused bits can't be. */
export function readBitString(node: DerNode | undefined, what: string): BitString {
  const bytes = expectTag(node, TAG.bitString, what).bytes;
  const unusedBits = bytes[0];
  if (unusedBits === undefined || unusedBits > 7 || (bytes.length === 1 && unusedBits > 0)) {
    throw new DerError(`${what} isn't a BIT STRING of DER`);
  }
  return { bytes: bytes.subarray(1), unusedBits };
}
