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

/** The same text in the other encodings that programs use without being asked. @see G4-digest-mismatch */
export function* bodyCharsets(bytes: Buffer, { text, charset }: ReadableText): Generator<BodyCandidate> {
  const bare = text.replace(/^\ufeff/, '');
  if (charset !== 'utf-8') yield candidate('the body in UTF-8', Buffer.from(bare, 'utf8'));
  if (charset === 'one-octet') {
    yield candidate('the body in UTF-8', Buffer.from(bytes.toString('latin1'), 'utf8'));
    yield candidate(REPLACED, Buffer.from(bytes.toString('utf8'), 'utf8'));
  }
  if (/[^\0-\x7f]/.test(text)) yield* oneOctetForms(text);
  for (const written of [bare, `\ufeff${bare}`]) {
    const mark = written === bare ? '' : ' with a byte order mark';
    const utf16 = Buffer.from(written, 'utf16le');
    yield candidate(`the body in UTF-16LE${mark}`, utf16);
    yield candidate(`the body in UTF-16BE${mark}`, Buffer.from(utf16).swap16());
  }
}

const REPLACED = "the body with replacement characters for what couldn't be decoded";

/** The octets that the text has in ISO 8859-1, windows-1252 and what goes wrong between them and UTF-8. */
export function* oneOctetForms(text: string): Generator<BodyCandidate> {
  yield candidate('the body in ISO 8859-1', Buffer.from(text, 'latin1'));
  yield candidate('the body in windows-1252', toWindows1252(text));
  const octets = Buffer.from(text, 'utf8');
  const twice = 'the body encoded as UTF-8 twice';
  yield candidate(twice, Buffer.from(octets.toString('latin1'), 'utf8'));
  yield candidate(twice, Buffer.from(fromWindows1252(octets), 'utf8'));
  const asked = 'the body with question marks for characters that its encoding lacks';
  yield candidate(asked, Buffer.from(text.replaceAll(/[\u{100}-\u{10ffff}]/gu, '?'), 'latin1'));
  yield candidate(asked, Buffer.from(text.replaceAll(/[^\0-\x7f]/gu, '?'), 'latin1'));
  yield candidate(REPLACED, Buffer.from(text.replaceAll(/[^\0-\x7f]/gu, '\ufffd'), 'utf8'));
  const left = 'the body without its characters beyond ASCII';
  yield candidate(left, Buffer.from(text.replaceAll(/[^\0-\x7f]/gu, ''), 'latin1'));
}

function candidate(what: string, bytes: Uint8Array): BodyCandidate {
  return { cause: 'latin1', what, bytes };
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
