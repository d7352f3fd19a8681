import type { BodyCandidate } from './body-candidate.ts';

/** A body as text: what its octets most likely are. */
export interface ReadableText {
  readonly text: string;
  readonly charset: 'utf-8' | 'utf-16' | 'one-octet';
}

/** UTF-8 where it can be, UTF-16 where every other octet is NUL or a mark says so, else windows-1252. */
export function readableText(bytes: Buffer): ReadableText {
  const utf16 = asUtf16(bytes);
  if (utf16 !== undefined) return { text: utf16, charset: 'utf-16' };
  const utf8 = bytes.toString('utf8');
  if (Buffer.from(utf8, 'utf8').equals(bytes)) return { text: utf8, charset: 'utf-8' };
  return { text: fromWindows1252(bytes), charset: 'one-octet' };
}

function asUtf16(bytes: Buffer): string | undefined {
  const [first = 0, second = 0] = bytes;
  if (bytes.length < 2 || bytes.length % 2 !== 0) return undefined;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return bytes.toString('utf16le');
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  return isBigEndian ? Buffer.from(bytes).swap16().toString('utf16le') : undefined;
}

const CAUSE = 'latin1';

/** The same text in the other encodings that programs use without being asked. @see G4-digest-mismatch */
export function* bodyCharsets(bytes: Buffer, { text, charset }: ReadableText): Generator<BodyCandidate> {
  if (charset !== 'utf-8') yield candidate(Buffer.from(text.replace(/^\ufeff/, ''), 'utf8'));
  if (charset === 'one-octet') {
    yield candidate(Buffer.from(bytes.toString('latin1'), 'utf8'));
    yield candidate(Buffer.from(bytes.toString('utf8'), 'utf8'));
  }
  if (/[^\0-\x7f]/.test(text)) yield* oneOctetForms(text);
  const bare = text.replace(/^\ufeff/, '');
  for (const written of [bare, `\ufeff${bare}`]) {
    const utf16 = Buffer.from(written, 'utf16le');
    yield candidate(utf16);
    yield candidate(Buffer.from(utf16).swap16());
  }
}

function* oneOctetForms(text: string): Generator<BodyCandidate> {
  yield candidate(Buffer.from(text, 'latin1'));
  yield candidate(toWindows1252(text));
  const octets = Buffer.from(text, 'utf8');
  yield candidate(Buffer.from(octets.toString('latin1'), 'utf8'));
  yield candidate(Buffer.from(fromWindows1252(octets), 'utf8'));
  yield candidate(Buffer.from(text.replaceAll(/[\u{100}-\u{10ffff}]/gu, '?'), 'latin1'));
  yield candidate(Buffer.from(text.replaceAll(/[^\0-\x7f]/gu, '?'), 'latin1'));
  yield candidate(Buffer.from(text.replaceAll(/[^\0-\x7f]/gu, '\ufffd'), 'utf8'));
  yield candidate(Buffer.from(text.replaceAll(/[^\0-\x7f]/gu, ''), 'latin1'));
}

function candidate(bytes: Uint8Array): BodyCandidate {
  return { cause: CAUSE, bytes };
}

/** The characters 80 to 9F of windows-1252; the five it lacks stand for themselves. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function fromWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (octet) => WINDOWS_1252[octet.charCodeAt(0) - 0x80] ?? octet);
}

function toWindows1252(text: string): Buffer {
  const octets = text.replaceAll(/[^\0-\xff]/gu, (character) => {
    const place = WINDOWS_1252.indexOf(character);
    return place < 0 ? '?' : String.fromCharCode(0x80 + place);
  });
  return Buffer.from(octets, 'latin1');
}
