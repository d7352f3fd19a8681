import { toBuffer } from '../core/base64.ts';
import { isOctets } from '../core/octets.ts';
import { Fault } from '../errors.ts';

/**
 * Decodes all input as bytes, one character each: header values have this form, and a body isn't changed by a wrongly
 * detected charset.
 * @see C-verify-header-octets
 */
export function decodeOctets(bytes: Uint8Array): string {
  return toBuffer(bytes).toString('latin1');
}

export function encodeBytes(octets: string): Uint8Array {
  return new Uint8Array(Buffer.from(octets, 'latin1'));
}

/** Encodes text as the bytes of its UTF-8. */
export function encodeUtf8(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Decodes bytes as UTF-8, for messages and file names. */
export function decodeUtf8(octets: string): string {
  return /[^\0-\x7f]/.test(octets) ? Buffer.from(octets, 'latin1').toString('utf8') : octets;
}

/**
 * Encodes a value as it is sent: bytes stay unchanged; text with characters above FF was never bytes and becomes UTF-8.
 */
export function encodeSent(value: string): string {
  return isOctets(value) ? value : encodeUtf8(value);
}

const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|([\s\S]))/g;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

/** Decodes the escapes that string literals of most languages share: `\n`, `\xc3`, `\u00f8`. */
export function decodeEscapes(text: string, ofUnit = (unit: string) => unit): string {
  return text.replaceAll(ESCAPE, (_, unit?: string, hex?: string, one = '') => {
    const code = unit ?? hex;
    if (code === undefined) return CONTROLS[one] ?? one;
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return unit === undefined ? character : ofUnit(character);
  });
}

export function withoutLineEnds(octets: string): string {
  let end = octets.length;
  while (end > 0 && (octets[end - 1] === '\n' || octets[end - 1] === '\r')) end -= 1;
  return octets.slice(0, end);
}

/**
 * Creates a function that writes every byte that isn't `plain` as `%` and two digits. It uses tables, since text may be
 * long.
 */
export function createPercentEncoder(
  plain: RegExp,
  digits: 'upper' | 'lower' = 'upper',
): (octets: string) => string {
  const hex = Buffer.from(digits === 'upper' ? '0123456789ABCDEF' : '0123456789abcdef');
  const isPlain = Array.from({ length: 256 }, (_, code) => plain.test(String.fromCharCode(code)));
  return (octets) => {
    const written = Buffer.allocUnsafe(3 * octets.length);
    let end = 0;
    for (let position = 0; position < octets.length; position += 1) {
      const code = octets.charCodeAt(position);
      if (isPlain[code]) {
        written[end++] = code;
      } else {
        written[end++] = PERCENT;
        written[end++] = hex[code >> 4] ?? 0;
        written[end++] = hex[code & 15] ?? 0;
      }
    }
    return written.toString('latin1', 0, end);
  };
}

const PERCENT = 0x25;

/** Percent-encodes all but the unreserved characters of RFC 3986. */
export const percentEncoded = createPercentEncoder(/[A-Za-z0-9._~-]/);

const beyondAscii = createPercentEncoder(/[\0-\x7f]/);

/** Percent-encodes the UTF-8 of characters beyond ASCII; others stay unchanged. */
export function encodeAscii(text: string): string {
  return /[^\0-\x7f]/.test(text) ? beyondAscii(encodeUtf8(text)) : text;
}

/** Matches a no-break space, a zero-width character or a byte order mark, as bytes of UTF-8. */
export const INVISIBLE = /\xc2\xa0|\xe2\x80[\x8b-\x8d\xaf]|\xe2\x81\xa0|\xef\xbb\xbf/;

const INVISIBLE_NAMES: Readonly<Record<string, string>> = {
  '\xc2\xa0': 'a no-break space (U+00A0)',
  '\xe2\x80\x8b': 'a zero-width space (U+200B)',
  '\xe2\x80\x8c': 'a zero-width non-joiner (U+200C)',
  '\xe2\x80\x8d': 'a zero-width joiner (U+200D)',
  '\xe2\x80\xaf': 'a narrow no-break space (U+202F)',
  '\xe2\x81\xa0': 'a word joiner (U+2060), which has no width',
  '\xef\xbb\xbf': 'a zero-width no-break space (U+FEFF)',
};

/** Describes an invisible character: `a no-break space (U+00A0)`. @see C-verify-invisible */
export function describeInvisible(octets: string): string {
  return INVISIBLE_NAMES[octets] ?? 'an invisible character';
}

/** Replaces no-break spaces by spaces and removes zero-width characters. */
export function replaceInvisible(octets: string): string {
  return octets
    .replaceAll(/\xc2\xa0|\xe2\x80\xaf/g, ' ')
    .replaceAll(/\xe2\x80[\x8b-\x8d]|\xe2\x81\xa0|\xef\xbb\xbf/g, '');
}

/** Creates the fault for input that isn't a readable request. @see C-verify-hostile */
export function createUnreadable(message: string, hint: string): Fault {
  return new Fault('INPUT_INVALID', message, { hint });
}

const EXCERPT_CHARACTERS = 60;

/** Quotes the beginning of the bytes in double quotes on one line. */
export function quoteExcerpt(octets: string): string {
  return JSON.stringify(takeBeginning(octets));
}

/** Returns the beginning of the bytes without the quotes, for messages with their own. */
export function showExcerpt(octets: string): string {
  return quoteExcerpt(octets).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
}

function takeBeginning(octets: string): string {
  const characters = [...decodeUtf8(octets.slice(0, 4 * EXCERPT_CHARACTERS))];
  const isCut = characters.length > EXCERPT_CHARACTERS || octets.length > 4 * EXCERPT_CHARACTERS;
  return characters.slice(0, EXCERPT_CHARACTERS).join('') + (isCut ? '…' : '');
}

/** Formats a position as `line 3, column 7`, both from 1; the column counts characters. */
export function formatPlace(octets: string, offset: number): string {
  const before = octets.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return `line ${before.split('\n').length}, column ${[...decodeUtf8(before.slice(lineStart))].length + 1}`;
}

/** The limits of captures; no request exceeds them. @see S12-captures-hostile */
const LIMITS = {
  /** Words and operators of shell text. */
  words: [10_000, 'words'],
  /** Parts of one word that the shell would expand. */
  expansions: [1_000, 'variables in one word'],
  urlOctets: [65_536, 'characters in the URL'],
  headerLines: [10_000, 'header lines'],
  /** Requests in a file of an HTTP client. */
  requests: [1_000, 'requests'],
  jsonDepth: [1_000, 'levels of JSON'],
  /** Nested brackets of program code. */
  codeDepth: [64, 'levels of brackets'],
} as const;

/** Enforces a limit. @throws Fault INPUT_INVALID for more than the limit */
export function assertWithinLimit(limit: keyof typeof LIMITS, count: number): void {
  const [most, what] = LIMITS[limit];
  if (count <= most) return;
  throw createUnreadable(`There are more than ${most} ${what}.`, 'Pass only the request you want to check.');
}

const MIB = 1024 * 1024;

/**
 * Limits the growth of text: values that repeat other values many times could exceed the memory.
 * @throws Fault INPUT_INVALID if text made from a capture is much longer than the capture
 * @see S12-captures-hostile
 */
export function holdToGrowth(made: number, written: number): void {
  if (made <= MIB + 2 * written) return;
  throw createUnreadable(
    'The variables of the text make it too long.',
    'Pass only the request you want to check.',
  );
}

/** A part of quoted text, with the expansions in it that only its program could evaluate. */
interface Piece<Unknown> {
  readonly text: string;
  readonly unknown?: readonly Unknown[];
  readonly end: number;
}

/**
 * Joins the pieces of a text and enforces the limits while it grows.
 * @param written the whole text of the capture
 * @param next returns the piece at a position; undefined at the end of the text
 * @see S12-captures-hostile
 */
export function readPieces<Unknown = string>(
  written: string,
  start: number,
  next: (position: number) => Piece<Unknown> | undefined,
): Required<Piece<Unknown>> {
  const pieces: string[] = [];
  const unknown: Unknown[] = [];
  let length = 0;
  let end = start;
  for (let piece = next(end); piece !== undefined; piece = next(end)) {
    pieces.push(piece.text);
    unknown.push(...(piece.unknown ?? []));
    assertWithinLimit('expansions', unknown.length);
    length += piece.text.length;
    holdToGrowth(length, written.length);
    end = piece.end;
  }
  return { text: pieces.join(''), unknown, end };
}

const FRAGMENT = /^#[^\s"'`\\<>,)\]}|]{0,300}/;
/** The number of occurrences of the target that are searched; captures have a few at most. */
const MAX_PLACES = 20;

/**
 * Finds the fragment of the request's URL in a capture; programs don't send it, so the request lacks it.
 * @returns `#…`; undefined if the capture has none
 * @see C-verify-fragment
 */
export function findFragment(bytes: Uint8Array, target: string): string | undefined {
  if (target === '' || target === '/') return undefined;
  const octets = decodeOctets(bytes);
  let place = octets.indexOf(target);
  for (let count = 0; place >= 0 && count < MAX_PLACES; count += 1) {
    const end = place + target.length;
    const fragment = FRAGMENT.exec(octets.slice(end, end + 301))?.[0];
    if (fragment !== undefined) return fragment;
    place = octets.indexOf(target, end);
  }
  return undefined;
}
