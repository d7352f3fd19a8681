import type { TextDifference } from './findings.ts';

/** Characters of an excerpt before the place, and from it on. */
const BEFORE = 24;
const AFTER = 24;

/** Where two bodies first differ; undefined for equal ones. @see G4-digest-mismatch */
export function bodyDifference(hashed: Uint8Array, sent: Uint8Array): TextDifference | undefined {
  const [one, other] = [bufferOf(hashed), bufferOf(sent)];
  const shorter = Math.min(one.length, other.length);
  let offset = 0;
  while (offset < shorter && one[offset] === other[offset]) offset += 1;
  if (offset === one.length && offset === other.length) return undefined;
  while (offset > 0 && (isInside(one[offset]) || isInside(other[offset]))) offset -= 1;
  const before = other.subarray(0, offset).toString('utf8');
  const lineStart = before.lastIndexOf('\n') + 1;
  const lead = [...before.slice(-2 * BEFORE)].slice(-BEFORE).map(visible).join('');
  const tail = (bytes: Buffer) =>
    [...bytes.subarray(offset, offset + 4 * AFTER).toString('utf8')].slice(0, AFTER).map(visible).join('');
  return {
    offset,
    line: before.split('\n').length,
    column: [...before.slice(lineStart)].length + 1,
    expected: lead + tail(one),
    found: lead + tail(other),
    same: lead.length,
  };
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Within a character of UTF-8. */
function isInside(octet: number | undefined): boolean {
  return octet !== undefined && (octet & 0xc0) === 0x80;
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** What can't be seen, and what would change a terminal. */
function visible(character: string): string {
  if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(character)) return character;
  return ESCAPES[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
