/**
 * A strict reader of DER: definite minimal lengths only, no trailing bytes, bounded in size and depth, so that
 * nothing a stranger sends can make it slow or make it throw anything but a `DerError`.
 * @see S12-der-strict
 */

/** Longest encoding read, in bytes. @see S12-der-strict */
export const MAX_DER_BYTES = 64 * 1024;
/** Deepest nesting read; the outermost value is level 1. @see S12-der-strict */
export const MAX_DER_DEPTH = 16;

/** Identifier octets of the values that certificates are made of. */
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

/** Deepest nesting of BER, which PKCS #12 is written in. */
const MAX_BER_DEPTH = 32;

/** Bytes that are not what DER, or the structure asked for, allows. Caught where this folder is entered. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

/** One value: its identifier octet, its content and, when it is constructed, the values in it. */
export interface DerNode {
  /** The identifier octet as it stands: class, constructed bit and number. */
  readonly tag: number;
  readonly children: readonly DerNode[];
  /** The content octets. */
  readonly bytes: Uint8Array;
  /** The whole encoding: tag, length and content. */
  readonly der: Uint8Array;
}

/**
 * Reads bytes that are exactly one DER value.
 * @throws DerError, and nothing else, whatever the bytes.
 */
export function decodeDer(bytes: Uint8Array, maxBytes = MAX_DER_BYTES): DerNode {
  if (bytes.length > maxBytes) {
    throw new DerError(`it has ${bytes.length} bytes, more than the limit of ${maxBytes}`);
  }
  return readWhole({ bytes, isBer: false });
}

/**
 * Reads BER, which half of the world's PKCS #12 files are written in: lengths may be indefinite and longer than needed, and
 * strings of octets in pieces, which become whole. The caller limits the size.
 * @throws DerError, and nothing else, whatever the bytes.
 * @see S12-der-strict
 */
export function decodeBer(bytes: Uint8Array): DerNode {
  return readWhole({ bytes, isBer: true });
}

/** `decodeDer` for callers outside this folder: the refusal is a value. */
export function readDer(
  bytes: Uint8Array,
): { readonly ok: true; readonly node: DerNode } | { readonly ok: false; readonly reason: string } {
  try {
    return { ok: true, node: decodeDer(bytes) };
  } catch (error) {
    if (error instanceof DerError) return { ok: false, reason: error.message };
    throw error;
  }
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
  const tag = octetAt(bytes, start, limit);
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
    return nodeOf(bytes, tag, [], [start, content, end, end]);
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
  const node = nodeOf(bytes, tag, children, [start, content, position, end ?? position + 2]);
  if (!isBer || tag !== (TAG.octetString | CONSTRUCTED)) return node;
  if (children.some((piece) => piece.tag !== TAG.octetString))
    throw new DerError('an OCTET STRING with a part of another type');
  const whole = Buffer.concat(children.map((piece) => piece.bytes));
  return { tag: TAG.octetString, children: [], bytes: whole, der: node.der };
}

function nodeOf(
  source: Uint8Array,
  tag: number,
  children: readonly DerNode[],
  [start, content, contentEnd, end]: readonly [number, number, number, number],
): DerNode {
  return {
    tag,
    children,
    get bytes() {
      return source.subarray(content, contentEnd);
    },
    get der() {
      return source.subarray(start, end);
    },
  };
}

function isEndMark(bytes: Uint8Array, position: number, limit: number): boolean {
  return octetAt(bytes, position, limit) === 0 && octetAt(bytes, position + 1, limit) === 0;
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

/** @returns where the content begins, and how long it is; nothing where an end mark follows it */
function readLength(
  { bytes, isBer }: Source,
  start: number,
  limit: number,
): { readonly content: number; readonly length: number | undefined } {
  const first = octetAt(bytes, start, limit);
  if (first < INDEFINITE) return { content: start + 1, length: first };
  if (first === INDEFINITE) {
    if (!isBer) throw new DerError(`an indefinite length at byte ${start}`);
    return { content: start + 1, length: undefined };
  }
  const octets = first - INDEFINITE;
  // Two octets say up to 65,535 and three up to 16 MiB, far beyond MAX_DER_BYTES.
  if (octets > (isBer ? 4 : 3)) throw new DerError(`a length of ${octets} octets at byte ${start}`);
  let length = 0;
  for (let at = 1; at <= octets; at++) length = length * 256 + octetAt(bytes, start + at, limit);
  if (!isBer && (length < INDEFINITE || length < 2 ** (8 * (octets - 1)))) {
    throw new DerError(`a length written longer than needed at byte ${start}`);
  }
  return { content: start + 1 + octets, length };
}

function octetAt(source: Uint8Array, position: number, limit: number): number {
  const octet = position < limit ? source[position] : undefined;
  if (octet === undefined) throw new DerError(`truncated at byte ${position}`);
  return octet;
}
