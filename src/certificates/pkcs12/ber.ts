import { DerError, TAG } from '../der.ts';

/**
 * BER as DER: indefinite lengths become definite, strings in pieces become whole, lengths become as short as can be.
 * Half of the world's PKCS #12 files are written so, and the strict reader takes DER alone.
 * @see S12-der-strict
 */

/** Deepest nesting read. */
const MAX_DEPTH = 32;

const CONSTRUCTED = 0x20;
const CONSTRUCTED_OCTETS = TAG.octetString | CONSTRUCTED;
const INDEFINITE = 0x80;

interface Value {
  readonly der: Buffer;
  /** Where the next value begins. */
  readonly end: number;
}

/** @throws DerError, and nothing else, whatever the bytes */
export function toDer(bytes: Uint8Array): Buffer {
  return readValue(bytes, 0, bytes.length, 1).der;
}

function readValue(source: Uint8Array, start: number, limit: number, depth: number): Value {
  if (depth > MAX_DEPTH) throw new DerError(`nested deeper than ${MAX_DEPTH} at byte ${start}`);
  const tag = octetAt(source, start, limit);
  if ((tag & 0x1f) === 0x1f) throw new DerError(`a tag number above 30 at byte ${start}`);
  const { content, length } = readLength(source, start + 1, limit);
  if ((tag & CONSTRUCTED) === 0) {
    if (length === undefined)
      throw new DerError(`an indefinite length of a primitive value at byte ${start}`);
    return { der: encode(tag, [source.subarray(content, content + length)]), end: content + length };
  }
  const { parts, end } = readParts(source, content, length === undefined ? limit : content + length, {
    isOpen: length === undefined,
    depth: depth + 1,
  });
  if (tag !== CONSTRUCTED_OCTETS) return { der: encode(tag, parts), end };
  return { der: encode(TAG.octetString, parts.map(contentOf)), end };
}

function readParts(
  source: Uint8Array,
  start: number,
  limit: number,
  { isOpen, depth }: { isOpen: boolean; depth: number },
): { parts: Buffer[]; end: number } {
  const parts: Buffer[] = [];
  let position = start;
  for (;;) {
    if (!isOpen && position === limit) return { parts, end: position };
    const isEnd =
      isOpen && octetAt(source, position, limit) === 0 && octetAt(source, position + 1, limit) === 0;
    if (isEnd) return { parts, end: position + 2 };
    const { der, end } = readValue(source, position, limit, depth);
    parts.push(der);
    position = end;
  }
}

/** The pieces of a string must be of its own kind. */
function contentOf(piece: Buffer): Buffer {
  if (piece[0] !== TAG.octetString) throw new DerError('an OCTET STRING with a part of another type');
  return piece.subarray(2 + ((piece[1] ?? 0) > INDEFINITE ? (piece[1] ?? 0) - INDEFINITE : 0));
}

function readLength(
  source: Uint8Array,
  start: number,
  limit: number,
): { content: number; length: number | undefined } {
  const first = octetAt(source, start, limit);
  if (first === INDEFINITE) return { content: start + 1, length: undefined };
  const octets = first < INDEFINITE ? 0 : first - INDEFINITE;
  if (octets > 4) throw new DerError(`a length of ${octets} octets at byte ${start}`);
  let length = octets === 0 ? first : 0;
  for (let at = 1; at <= octets; at++) length = length * 256 + octetAt(source, start + at, limit);
  const content = start + 1 + octets;
  if (content + length > limit) {
    throw new DerError(
      `truncated: the value at byte ${start - 1} says ${length} bytes, but only ${limit - content} follow`,
    );
  }
  return { content, length };
}

function octetAt(source: Uint8Array, position: number, limit: number): number {
  const octet = position < limit ? source[position] : undefined;
  if (octet === undefined) throw new DerError(`truncated at byte ${position}`);
  return octet;
}

function encode(tag: number, parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < INDEFINITE) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const digits = content.length.toString(16);
  const length = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return Buffer.concat([Buffer.from([tag, INDEFINITE | length.length]), length, content]);
}
