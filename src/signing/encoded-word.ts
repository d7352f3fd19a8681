import { isAscii, isUtf8 } from 'node:buffer';
import { decodeBase64, decodeBase64Url } from '../core/base64.ts';
import { decodePercentOctets, isOctets } from '../core/octets.ts';
import { matchAt, matchLength } from '../core/scan.ts';
import { deduplicate, type Problem } from './findings.ts';

/**
 * The use of encoded-words: `auto` wraps values that aren't printable ASCII; `never` sends the bytes of the UTF-8 text.
 */
export type EncodedWordMode = 'always' | 'auto' | 'never';

/**
 * Writes one encoded-word (RFC 2047) around the whole Signature value, of any length: all tested decoders accept it, and
 * headers may not be folded.
 * @see I-authentication-3-encoded-word, G1-encoded-word, G2-encoded-words, G4-encoded-word-format
 */
export function writeHeaderText(text: string, mode: EncodedWordMode): string {
  const isAscii = !/[^\x20-\x7e]/.test(text);
  const utf8 = Buffer.from(text, 'utf8');
  if (mode === 'always' || (mode === 'auto' && !isAscii)) return `=?utf-8?B?${utf8.toString('base64')}?=`;
  return isAscii ? text : utf8.toString('latin1');
}

export type EncodedWordProblem = Problem<'encoded-word-format'>;

interface HeaderText {
  /** The decoded value, as far as it can be decoded. */
  readonly text: string;
  readonly problems: readonly EncodedWordProblem[];
}

const WORD = /=\?([^?\s]*)\?([^?\s]*)\?([^?]*)\?=/y;
const WORD_ANYWHERE = /=\?[^?\s]+\?[BbQq]\?[^?]*\?=/;
const MAX_WRAPPINGS = 3;

/** Parses a header value: one or more encoded-words, raw bytes or plain ASCII. @see G4-unseen-header */
export function readHeaderText(value: string): HeaderText {
  if (!value.includes('=?') && !/[^ -~]/.test(value)) return unwrapValue(value);
  const problems: EncodedWordProblem[] = [];
  const isFolded = value.includes('=?') && /[\r\n]/.test(value);
  if (isFolded) problems.push(createProblem('The value is folded over several lines.'));
  let text = isFolded ? value.replaceAll(/\r?\n[ \t]?/g, ' ') : value;
  for (let depth = 0; text.startsWith('=?') && depth < MAX_WRAPPINGS; depth += 1) {
    if (depth === 1) problems.push(createProblem('It was encoded twice.', 'twice'));
    const decoded = decodeWords(text);
    problems.push(...decoded.problems);
    if (decoded.text === undefined) return { text, problems };
    text = decoded.text;
  }
  if (WORD_ANYWHERE.test(text)) {
    problems.push(createProblem('Only part of the value is encoded.', 'inner'));
    text = text.replaceAll(new RegExp(WORD_ANYWHERE, 'g'), (word) => decodeWords(word).text ?? word);
  }
  if (/[^\0-\x7f]/.test(value)) {
    problems.push({ tolerated: true, cause: 'raw', detail: 'The value contains non-ASCII bytes.' });
    if (text === value) text = decodeRaw(text);
  }
  return { text, problems };
}

/** Returns plain ASCII as it is; decodes Base64 of the pairs that lacks the marks of an encoded-word. */
function unwrapValue(value: string): HeaderText {
  const isBase64 = value.length > 80 && /^[A-Za-z0-9+/]+={0,2}$/.test(value);
  const text = isBase64 ? decodeBase64(value)?.toString('utf8') : undefined;
  return text !== undefined && /^\s*[A-Za-z]+\s*="/.test(text)
    ? { text, problems: [createProblem('Base64 has no =?utf-8?B? before it and no ?= after it.')] }
    : { text: value, problems: [] };
}

/**
 * Decodes encoded-words. Joins adjacent words as bytes before decoding, since some encoders split a character between
 * them. Reports malformed words and decodes them as intended, so that the other checks can run.
 */
function decodeWords(value: string) {
  const problems: EncodedWordProblem[] = [];
  const runs: { charset: string; parts: Buffer[] }[] = [];
  let position = 0;
  while (position < value.length) {
    const word = readWord(value, position);
    if ('problem' in word) return { problems: [...problems, word.problem] };
    problems.push(...word.problems);
    const run = runs.at(-1);
    if (run?.charset === word.charset) run.parts.push(word.bytes);
    else runs.push({ charset: word.charset, parts: [word.bytes] });
    position = word.end;
  }
  const texts = runs.map(({ charset, parts }) => decodeCharset(charset, Buffer.concat(parts)));
  problems.push(...texts.flatMap(({ problem }) => (problem === undefined ? [] : [problem])));
  return {
    text: texts.map(({ text }) => text).join(''),
    problems: deduplicate(problems).slice(0, MAX_PROBLEMS),
  };
}

type Word =
  | { readonly problem: EncodedWordProblem }
  | {
      readonly charset: string;
      readonly bytes: Buffer;
      readonly end: number;
      readonly problems: EncodedWordProblem[];
    };

function readWord(value: string, start: number): Word {
  const [whole, charset = '', encoding = '', payload = ''] = matchAt(WORD, value, start) ?? [];
  if (whole === undefined) return readOpenWord(value, start);
  const end = start + whole.length + matchLength(/[ \t]*/y, value, start + whole.length);
  const decoded = decodePayload(encoding.toUpperCase(), payload);
  if (decoded !== undefined) return { charset: normalizeCharset(charset), end, ...decoded };
  const problem = createProblem(`Its payload doesn't match encoding ${encoding.slice(0, 8)}.`);
  return readAsMeant(problem, charset, end, decodePayload('B', payload));
}

/** Parses a word without its end marker, which extends to the end of the value. */
function readOpenWord(value: string, start: number): Word {
  const isOpen = value.startsWith('=?', start) && !value.includes('?=', start + 2);
  if (!isOpen) return { problem: createProblem("There's text next to an encoded-word.") };
  const problem = createProblem('The closing ?= is missing.', 'unterminated');
  const [, charset = '', encoding = '', payload = ''] =
    /^=\?([^?\s]*)\?([^?\s]*)\?([^?]*)\??$/.exec(value.slice(start)) ?? [];
  const meant = payload === '' ? undefined : decodePayload(encoding.toUpperCase(), payload);
  return readAsMeant(problem, charset, value.length, meant);
}

function readAsMeant(
  problem: EncodedWordProblem,
  charset: string,
  end: number,
  meant: ReturnType<typeof decodePayload>,
): Word {
  if (meant === undefined) return { problem };
  const problems = [problem, ...meant.problems];
  return { charset: normalizeCharset(charset), end, bytes: meant.bytes, problems };
}

function normalizeCharset(charset: string): string {
  return charset.toLowerCase().replace(/\*.*$/, '');
}

function decodePayload(encoding: string, payload: string) {
  const read = (bytes: Buffer | undefined, ...problems: EncodedWordProblem[]) => bytes && { bytes, problems };
  if (encoding === 'Q')
    return read(decodeQ(payload), { tolerated: true, detail: 'Q encoding is used where banks expect B.' });
  if (encoding !== 'B') return undefined;
  const problem = createProblem('Its payload is base64url or lacks its padding.', 'base64url');
  return read(decodeBase64(payload)) ?? read(decodeBase64Url(payload), problem);
}

function decodeQ(payload: string): Buffer | undefined {
  if (/[^!-~]|=(?![0-9A-Fa-f]{2})/.test(payload)) return undefined;
  const spaced = payload.replaceAll('_', ' ');
  return Buffer.from(decodePercentOctets(spaced.replaceAll('%', '%25').replaceAll('=', '%')), 'latin1');
}

/**
 * Decodes text by its charset. If the charset is unknown or wrong, tries UTF-16, UTF-8 and ISO-8859-1, so that the
 * other checks can run.
 */
function decodeCharset(charset: string, bytes: Buffer): { text: string; problem?: EncodedWordProblem } {
  const text = decodeNamed(charset, bytes);
  if (text !== undefined) return { text };
  const detail = `Its bytes aren't charset ${charset.slice(0, 40)}, or that charset isn't supported.`;
  const decoded = decodeUtf16(bytes) ?? decodeRaw(bytes.toString('latin1'));
  return { text: decoded, problem: createProblem(detail, 'charset') };
}

/** Decodes UTF-16 of ASCII text, in which every other byte is NUL; headers contain no NUL. */
function decodeUtf16(bytes: Buffer): string | undefined {
  if (!bytes.includes(0) || bytes.length % 2 !== 0) return undefined;
  const isBigEndian = bytes[0] === 0 || bytes[0] === 0xfe;
  const text = (isBigEndian ? Buffer.from(bytes).swap16() : bytes).toString('utf16le');
  return text.replace(/^\ufeff/, '');
}

function decodeNamed(charset: string, bytes: Buffer): string | undefined {
  if (/^utf-?8$/.test(charset)) return decodeUtf8(bytes);
  const isNamed = /^(?:us-)?ascii$/.test(charset)
    ? isAscii(bytes)
    : /^(?:iso-8859-1|latin1)$/.test(charset) && (isAscii(bytes) || !isUtf8(bytes));
  return isNamed ? bytes.toString('latin1') : undefined;
}

function decodeUtf8(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** Decodes raw bytes as UTF-8 if valid, else as ISO-8859-1; text with characters above FF is already decoded. */
function decodeRaw(text: string): string {
  return isOctets(text) ? (decodeUtf8(Buffer.from(text, 'latin1')) ?? text) : text;
}

function createProblem(detail: string, cause?: EncodedWordProblem['cause']): EncodedWordProblem {
  return { tolerated: false, detail, cause };
}

/** A value may have thousands of words with different charsets. */
const MAX_PROBLEMS = 8;
