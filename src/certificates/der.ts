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

/** Bytes that are not what DER, or the structure asked for, allows. Caught at the door of this folder. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

/** One value: its identifier octet, its content and, when it is constructed, the values in it. */
export class DerNode {
  /** The identifier octet as it stands: class, constructed bit and number. */
  readonly tag: number;
  readonly children: readonly DerNode[];
  readonly #source: Uint8Array;
  readonly #start: number;
  readonly #contentStart: number;
  readonly #end: number;

  constructor(source: Uint8Array, header: DerHeader, children: readonly DerNode[]) {
    this.tag = header.tag;
    this.children = children;
    this.#source = source;
    this.#start = header.start;
    this.#contentStart = header.contentStart;
    this.#end = header.end;
  }

  /** The content octets. */
  get bytes(): Uint8Array {
    return this.#source.subarray(this.#contentStart, this.#end);
  }

  /** The whole encoding: tag, length and content. */
  get der(): Uint8Array {
    return this.#source.subarray(this.#start, this.#end);
  }
}

interface DerHeader {
  readonly tag: number;
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
}

const CONSTRUCTED = 0x20;

/**
 * Reads bytes that are exactly one DER value.
 * @param maxBytes where a file of another kind may be longer than a certificate
 * @throws DerError, and nothing else, whatever the bytes.
 */
export function decodeDer(bytes: Uint8Array, maxBytes = MAX_DER_BYTES): DerNode {
  if (bytes.length > maxBytes) {
    throw new DerError(`it has ${bytes.length} bytes, more than the limit of ${maxBytes}`);
  }
  const node = readNode(bytes, 0, bytes.length, 1);
  const rest = bytes.length - node.der.length;
  if (rest > 0) throw new DerError(`${rest} bytes follow the end of the value`);
  return node;
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

function readNode(source: Uint8Array, start: number, limit: number, depth: number): DerNode {
  const header = readHeader(source, start, limit);
  if ((header.tag & CONSTRUCTED) === 0) return new DerNode(source, header, []);
  if (depth >= MAX_DER_DEPTH) throw new DerError(`nested deeper than ${MAX_DER_DEPTH} at byte ${start}`);
  const children: DerNode[] = [];
  let position = header.contentStart;
  while (position < header.end) {
    const child = readNode(source, position, header.end, depth + 1);
    children.push(child);
    position += child.der.length;
  }
  return new DerNode(source, header, children);
}

function readHeader(source: Uint8Array, start: number, limit: number): DerHeader {
  const tag = octetAt(source, start, limit);
  checkTag(tag, start);
  const first = octetAt(source, start + 1, limit);
  const lengthOctets = first < 0x80 ? 0 : first & 0x7f;
  const contentStart = start + 2 + lengthOctets;
  const length =
    lengthOctets === 0 && first < 0x80 ? first : longLength(source, start + 2, lengthOctets, limit);
  const end = contentStart + length;
  if (end > limit) {
    throw new DerError(
      `truncated: the value at byte ${start} says ${length} bytes, but only ${limit - contentStart} follow`,
    );
  }
  return { tag, start, contentStart, end };
}

function checkTag(tag: number, at: number): void {
  if ((tag & 0x1f) === 0x1f) throw new DerError(`a tag number above 30 at byte ${at}`);
  if (tag === 0) throw new DerError(`an end-of-contents mark at byte ${at}`);
  if (tag >= 0x40) return;
  const isCollection = (tag & 0x1f) === 0x10 || (tag & 0x1f) === 0x11;
  if (isCollection !== ((tag & CONSTRUCTED) !== 0)) {
    throw new DerError(`tag 0x${tag.toString(16).padStart(2, '0')} at byte ${at} is not DER`);
  }
}

function longLength(source: Uint8Array, start: number, octets: number, limit: number): number {
  if (octets === 0) throw new DerError(`an indefinite length at byte ${start - 1}`);
  // Two octets say up to 65,535 and three up to 16 MiB, far beyond MAX_DER_BYTES.
  if (octets > 3) throw new DerError(`a length of ${octets} octets at byte ${start - 1}`);
  let length = 0;
  for (let index = 0; index < octets; index++) length = length * 256 + octetAt(source, start + index, limit);
  if (length < 0x80 || length < 2 ** (8 * (octets - 1))) {
    throw new DerError(`a length written longer than needed at byte ${start - 1}`);
  }
  return length;
}

function octetAt(source: Uint8Array, position: number, limit: number): number {
  const octet = position < limit ? source[position] : undefined;
  if (octet === undefined) throw new DerError(`truncated at byte ${position}`);
  return octet;
}
