import { lengthAt, matchAt } from '../../core/scan.ts';
export interface Chunks {
  readonly octets: string;
  readonly end: number;
  /** The chunk of size zero was there. */
  readonly isWhole: boolean;
}

/** The size in hexadecimal, and extensions, which mean nothing here. */
const SIZE_LINE = /([0-9A-Fa-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r?\n/y;
const LINE_END = /\r?\n/y;
const TRAILER = /[^\r\n]+\r?\n/y;

/**
 * The content of the chunks that begin here; undefined where they are none.
 * @see RFC 9112 §7.1
 * @see C-verify-http-body
 */
export function decodeChunks(octets: string, start: number): Chunks | undefined {
  const pieces: string[] = [];
  let position = start;
  for (;;) {
    const [line, digits = ''] = matchAt(SIZE_LINE, octets, position) ?? [];
    if (line === undefined) {
      const isCutOff = pieces.length > 0 && position >= octets.length;
      return isCutOff ? { octets: pieces.join(''), end: position, isWhole: false } : undefined;
    }
    position += line.length;
    const size = Number.parseInt(digits, 16);
    if (size === 0) return { octets: pieces.join(''), end: endOfTrailers(octets, position), isWhole: true };
    pieces.push(octets.slice(position, position + size));
    position += size;
    if (position > octets.length) return { octets: pieces.join(''), end: octets.length, isWhole: false };
    const lineEnd = lengthAt(LINE_END, octets, position);
    if (lineEnd === 0 && position < octets.length) return undefined;
    position += lineEnd;
  }
}

function endOfTrailers(octets: string, start: number): number {
  let position = start;
  for (let length = lengthAt(TRAILER, octets, position); length > 0; ) {
    position += length;
    length = lengthAt(TRAILER, octets, position);
  }
  return position + lengthAt(LINE_END, octets, position);
}
