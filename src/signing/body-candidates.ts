import { isUtf8 } from 'node:buffer';
import { decodeBase64Url, decodeHex, toBuffer } from '../core/base64.ts';
import { parseJson } from '../core/json-object.ts';
import { type JsonText, readJsonText } from '../core/json-text.ts';
import { decodePercent } from '../core/octets.ts';
import { type BodyCandidate, JsonSearch, type TextCandidate } from './json-candidates.ts';
import { encodeForm, escapeHtml, listHashForms, listUriForms, toBytes } from './re-encodings.ts';

/**
 * The limit for encoding a whole text: each encoding of a longer text takes tens of milliseconds.
 * @see G2-hostile-bodies
 */
const MAX_ENCODED_CHARACTERS = 64 * 1024;
const BOM = '\ufeff';
/** The texts that programs send or hash instead of an empty body. */
const NOTHING = ['', '{}', 'null', '[]', '""'];

/**
 * Generates the bodies that may have been hashed, the most likely first. Each cause names the change after hashing.
 * @see G3-first-error, G4-digest-mismatch
 */
export function* generateBodyCandidates(sent: Uint8Array, means: BodyMeans): Generator<BodyCandidate> {
  if (sent.length === 0) return yield* generateEmptyBodies();
  const plain = decompressBody(sent, means);
  if (plain !== undefined) yield plain;
  const bytes = toBuffer(plain?.bytes ?? sent);
  const { text, charset } = decodeText(bytes);
  const bare = text.startsWith(BOM) ? text.slice(1) : text;
  const isJson = /^\s*[{["]/.test(bare);
  if (charset !== 'utf-16') yield encodeCandidate(markForm(text, bare));
  yield* generateCharsets(bytes, { text, charset });
  for (const form of generateTextForms(bare, isJson)) yield encodeCandidate(form);
  yield* generateEmptyBodies();
  for (const form of generateTextForms(bare, isJson))
    yield encodeCandidate({ ...form, what: `${form.what}, behind a byte order mark`, text: BOM + form.text });
  const json = new JsonSearch(bare);
  for (const form of json.generateLikely()) yield encodeCandidate(form);
  if (bare.length <= MAX_ENCODED_CHARACTERS) yield* generateEncodedForms(bytes, bare);
  yield* generateHashes(bytes);
  if (plain === undefined) yield* generateCompressedForms(sent, means);
  yield* generatePairs(bare, isJson, json);
  for (const form of json.generateFurther()) yield encodeCandidate(form);
  for (const form of json.generateRest()) yield encodeCandidate(form);
}

/** Generates combinations of several common changes. */
function* generatePairs(bare: string, isJson: boolean, json: JsonSearch): Generator<BodyCandidate> {
  for (const form of generateTextForms(bare, isJson)) yield* encodeInOtherCharsets(form);
  for (const form of json.generateLikely()) {
    yield* encodeInOtherCharsets(form);
    if (form.text.length > MAX_ENCODED_CHARACTERS) continue;
    const bytes = Buffer.from(form.text, 'utf8');
    const what = `the Base64 of ${form.what}`;
    yield { cause: 'encoded', what, bytes: Buffer.from(bytes.toString('base64'), 'latin1') };
  }
}

function* encodeInOtherCharsets({ cause, what, text }: TextCandidate): Generator<BodyCandidate> {
  if (!/[^\0-\x7f]/.test(text)) return;
  for (const form of generateOneOctetForms(text))
    yield { cause, what: form.what.replace('the body', what), bytes: form.bytes };
}

function* generateEmptyBodies(): Generator<BodyCandidate> {
  for (const text of NOTHING) {
    const what = text === '' ? 'an empty body' : text;
    yield encodeCandidate({ cause: 'empty-object', what, text });
  }
}

function markForm(text: string, bare: string): TextCandidate {
  return bare === text
    ? { cause: 'bom', what: "the body with a byte order mark before it, which wasn't sent", text: BOM + text }
    : { cause: 'bom', what: 'the body without the byte order mark before it', text: bare };
}

/** Generates hashes of the body, for libraries that hash a hash again. */
function* generateHashes(bytes: Buffer): Generator<BodyCandidate> {
  const remedy = 'Hash the body once. Many functions that write a digest take the body itself.';
  for (const name of ['sha256', 'sha512']) {
    const { inner, hex, texts } = listHashForms(name, bytes);
    for (const form of [inner, ...texts, `${hex}\n`])
      yield {
        cause: 'unknown',
        what: "the body's hash, so it was hashed twice",
        remedy,
        bytes: toBytes(form),
      };
  }
}

function encodeCandidate({ text, ...rest }: TextCandidate): BodyCandidate {
  return { ...rest, bytes: Buffer.from(text, 'utf8') };
}

const MAX_END = 8;
const BLANKS = ' \t\r\n';
const NO_BLANK = '-';
const NEWLINES = ['\n', '\r\n', '\n\n', ' \r\n', ' \n', '\r'];

/**
 * Generates the text with other line ends and surrounding white space. White space around JSON that isn't a line end
 * has the cause of reserialised JSON.
 * @see G4-digest-mismatch
 */
function* generateTextForms(text: string, isJson: boolean): Generator<TextCandidate> {
  const blankCause = isJson ? 'reserialised' : 'trailing-newline';
  for (let cut = 1; cut <= MAX_END && BLANKS.includes(text.at(-cut) ?? NO_BLANK); cut += 1) {
    const lost = text.slice(-cut);
    const cause = /[\r\n]/.test(lost) ? 'trailing-newline' : blankCause;
    yield {
      cause,
      what: `the body without the ${describeBlanks(lost)} at its end`,
      text: text.slice(0, -cut),
    };
  }
  for (const newline of NEWLINES) {
    const what = `the body with ${describeBlanks(newline)} after it, which wasn't sent`;
    yield { cause: 'missing-newline', what, text: text + newline };
  }
  if (/[\r\n]/.test(text)) yield* generateLineEnds(text, isJson);
  if (isJson) yield* generateMargins(text);
}

function* generateLineEnds(text: string, isJson: boolean): Generator<TextCandidate> {
  const lf = text.replaceAll('\r\n', '\n');
  const sent = lf === text ? 'LF' : 'CRLF';
  for (const [name, newline] of Object.entries({ LF: '\n', CRLF: '\r\n', CR: '\r' })) {
    const written = lf.replaceAll('\n', newline);
    const what = `the body with ${name} at its line ends, where it was sent with ${sent}`;
    if (written !== text) yield { cause: 'crlf', what, text: written };
    if (name === sent) continue;
    const bare = lf.replace(/\n$/, '').replaceAll('\n', newline);
    yield { cause: 'crlf', what: `${what}, and without the last one`, text: bare };
    yield { cause: 'crlf', what: `${what}, and one more at the end`, text: written + newline };
  }
  const what = 'the body without its line ends';
  yield { cause: isJson ? 'reserialised' : 'crlf', what, text: text.replaceAll(/[\r\n]/g, '') };
}

/** Generates texts with the margins that template literals and heredocs add or remove. */
function* generateMargins(text: string): Generator<TextCandidate> {
  const around = 'the body with other white space around it';
  for (const written of [text.trim(), `${text} `, ` ${text}`, `  ${text}`, `\n${text}`, `\n${text}\n`])
    yield { cause: 'reserialised', what: around, text: written };
  if (!text.includes('\n')) return;
  const lines = text.split('\n');
  const common = lines.reduce((least, line) => Math.min(least, countMargin(line)), MAX_MARGIN);
  const changes = [
    (line: string) => line.trimEnd(),
    (line: string) => line.slice(common),
    ...MARGINS.map((margin) => (line: string) => (line === '' ? line : margin + line)),
  ];
  const what = 'the body with other margins';
  for (const change of changes) {
    const form = lines.map(change).join('\n');
    for (const written of [form, form.trimStart(), `\n${form}`, `\n${form}\n`])
      yield { cause: 'reserialised', what, text: written };
  }
}

const MAX_MARGIN = 64;

/** Counts the leading blanks of a line; returns 0 for an empty line. */
function countMargin(line: string): number {
  const margin = line.search(/[^ \t]/);
  return margin < 0 ? MAX_MARGIN : margin;
}

const MARGINS = ['  ', '    ', '\t', '      ', '        '];

/** Describes white space in words: `LF`, `CRLF`, `space and CRLF`. */
function describeBlanks(blanks: string): string {
  return [...blanks.matchAll(/\r\n|[\s]/g)].map(([blank]) => NAMES[blank] ?? 'space').join(' and ');
}

const NAMES: Readonly<Record<string, string>> = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR', '\t': 'tab' };

/** A decoded body and its most likely charset. */
interface ReadableText {
  readonly text: string;
  readonly charset: 'utf-8' | 'utf-16' | 'one-octet';
}

/**
 * Decodes a body: as UTF-8 if valid, as UTF-16 if every other byte is NUL or there is its byte order mark, else as
 * windows-1252.
 */
function decodeText(bytes: Buffer): ReadableText {
  const utf16 = decodeUtf16(bytes);
  if (utf16 !== undefined) return { text: utf16, charset: 'utf-16' };
  if (isUtf8(bytes)) return { text: bytes.toString('utf8'), charset: 'utf-8' };
  return { text: fromWindows1252(bytes), charset: 'one-octet' };
}

function decodeUtf16(bytes: Buffer): string | undefined {
  const [first = 0, second = 0] = bytes;
  if (bytes.length < 2 || bytes.length % 2 !== 0) return undefined;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return bytes.toString('utf16le');
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  return isBigEndian ? Buffer.from(bytes).swap16().toString('utf16le') : undefined;
}

/** Generates the text in the other charsets that programs use by default. @see G4-digest-mismatch */
function* generateCharsets(bytes: Buffer, { text, charset }: ReadableText): Generator<BodyCandidate> {
  const bare = text.replace(/^\ufeff/, '');
  if (charset !== 'utf-8') yield createCandidate('the body in UTF-8', Buffer.from(bare, 'utf8'));
  if (charset === 'one-octet') {
    yield createCandidate('the body in UTF-8', Buffer.from(bytes.toString('latin1'), 'utf8'));
    yield createCandidate(REPLACED, Buffer.from(bytes.toString('utf8'), 'utf8'));
  }
  if (/[^\0-\x7f]/.test(text)) yield* generateOneOctetForms(text);
  for (const written of [bare, `\ufeff${bare}`]) {
    const mark = written === bare ? '' : ' with a byte order mark';
    const utf16 = Buffer.from(written, 'utf16le');
    yield createCandidate(`the body in UTF-16LE${mark}`, utf16);
    yield createCandidate(`the body in UTF-16BE${mark}`, Buffer.from(utf16).swap16());
  }
}

const REPLACED = "the body with replacement characters for what couldn't be decoded";

/** Generates the text in ISO 8859-1, in windows-1252 and with the usual confusions of these with UTF-8. */
function* generateOneOctetForms(text: string): Generator<BodyCandidate> {
  yield createCandidate('the body in ISO 8859-1', Buffer.from(text, 'latin1'));
  yield createCandidate('the body in windows-1252', toWindows1252(text));
  const octets = Buffer.from(text, 'utf8');
  const twice = 'the body encoded as UTF-8 twice';
  yield createCandidate(twice, Buffer.from(octets.toString('latin1'), 'utf8'));
  yield createCandidate(twice, Buffer.from(fromWindows1252(octets), 'utf8'));
  const asked = 'the body with question marks for characters that its encoding lacks';
  yield createCandidate(asked, Buffer.from(text.replaceAll(/[\u{100}-\u{10ffff}]/gu, '?'), 'latin1'));
  yield createCandidate(asked, Buffer.from(text.replaceAll(/[^\0-\x7f]/gu, '?'), 'latin1'));
  yield createCandidate(REPLACED, Buffer.from(text.replaceAll(/[^\0-\x7f]/gu, '\ufffd'), 'utf8'));
  const left = 'the body without its characters beyond ASCII';
  yield createCandidate(left, Buffer.from(text.replaceAll(/[^\0-\x7f]/gu, ''), 'latin1'));
}

function createCandidate(what: string, bytes: Uint8Array): BodyCandidate {
  return { cause: 'latin1', what, bytes };
}

/** The characters 80 to 9F of windows-1252; its five undefined bytes map to the control characters. */
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

/** Undoes one content coding (`gzip`, `deflate`, `br`); returns undefined if it can't. */
export type Decompress = (bytes: Uint8Array, coding: string) => Uint8Array | undefined;

/** Applies one content coding at a zlib level; returns undefined if it can't. */
export type Compress = (bytes: Uint8Array, coding: string, level: number) => Uint8Array | undefined;

/** The headers that describe a body, and the functions that compress and decompress it. */
export interface BodyMeans {
  readonly contentEncoding?: string | undefined;
  /** The Date of the request, in seconds since 1970; compressors write it into their output. */
  readonly sentAt?: number | undefined;
  readonly decompress?: Decompress | undefined;
  readonly compress?: Compress | undefined;
}

const CODINGS = ['gzip', 'deflate', 'br'];

function parseContentCodings(contentEncoding: string | undefined): string[] {
  return CODINGS.filter((coding) => contentEncoding?.toLowerCase().includes(coding));
}

export function isGzip(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

/** Returns the decompressed body as a candidate. */
function decompressBody(
  body: Uint8Array,
  { contentEncoding, decompress }: BodyMeans,
): BodyCandidate | undefined {
  const codings = parseContentCodings(contentEncoding);
  for (const coding of codings.length === 0 && isGzip(body) ? ['gzip'] : codings) {
    const bytes = decompress?.(body, coding);
    const what = `the body before it was compressed with ${coding}`;
    if (bytes !== undefined) return { cause: 'content-encoding', what, bytes };
  }
  return undefined;
}

const LEVELS = [6, 9, 1, 5, 4];
/** The operating system bytes of gzip, among them Unix (3), unknown (255), Java before 16 (0) and NTFS (11). */
const SYSTEMS = [3, 255, 0, 19, 11, 10, 7];
const EXTRA_FLAGS = [0, 2, 4];

/** Generates compressed forms of the body, for a body that was decompressed after hashing. */
function* generateCompressedForms(body: Uint8Array, means: BodyMeans): Generator<BodyCandidate> {
  const { compress, contentEncoding, sentAt } = means;
  const codings = parseContentCodings(contentEncoding);
  for (const coding of codings.length === 0 ? ['gzip'] : codings) {
    const what = `the body compressed with ${coding}, and it was sent uncompressed`;
    const remedy = "Hash the body as it's sent: don't compress it, or have nothing undo it on the way.";
    for (const level of LEVELS) {
      const bytes = compress?.(body, coding, level);
      if (bytes === undefined) break;
      for (const form of coding === 'gzip' ? generateGzipHeaders(bytes, sentAt) : [bytes])
        yield { cause: 'content-encoding', what, remedy, bytes: form };
    }
  }
}

/** Generates the compressed bytes with the gzip headers (RFC 1952) of other programs. */
function* generateGzipHeaders(bytes: Uint8Array, sentAt: number | undefined): Generator<Uint8Array> {
  const times = [0, ...(sentAt === undefined ? [] : [0, -1, -2, 1, -3, 2].map((off) => sentAt + off))];
  for (const time of times) {
    for (const system of SYSTEMS) {
      for (const flags of EXTRA_FLAGS) {
        const form = Buffer.from(bytes);
        form.writeUInt32LE(time, 4);
        form[8] = flags;
        form[9] = system;
        yield form;
      }
    }
  }
}

/**
 * Generates the body as Base64, as hexadecimal, percent-encoded and as a form, and the body with one of these encodings
 * undone.
 * @see G4-digest-mismatch
 */
function* generateEncodedForms(bytes: Buffer, text: string): Generator<BodyCandidate> {
  yield* generateBase64Forms(bytes);
  yield* generateTextEncodings('hexadecimal', [bytes.toString('hex'), bytes.toString('hex').toUpperCase()]);
  yield* generateTextEncodings('percent-encoding', [
    ...listUriForms(text),
    `${encodeForm(text)}=`,
    `=${encodeForm(text)}`,
  ]);
  yield* generateTextEncodings('HTML-escaped form', htmlForms(text));
  const fields = encodeFormFields(text);
  if (fields !== undefined) yield* generateTextEncodings('form encoding', fields);
  yield* decodeSentBase64(text);
  yield* decodeSentText(text);
}

function* generateBase64Forms(bytes: Buffer): Generator<BodyCandidate> {
  const whole = bytes.toString('base64');
  const wrapped = (length: number, newline: string) =>
    whole.match(new RegExp(`.{1,${length}}`, 'g'))?.join(newline) ?? whole;
  const url = bytes.toString('base64url');
  yield* generateTextEncodings('Base64', [
    whole,
    whole.replaceAll('=', ''),
    url,
    `${whole}\n`,
    `${wrapped(64, '\n')}\n`,
    `${wrapped(76, '\n')}\n`,
    wrapped(76, '\r\n'),
    JSON.stringify(whole),
  ]);
}

function* generateTextEncodings(name: string, texts: readonly string[]): Generator<BodyCandidate> {
  const what = `the body's ${name}, not of the body itself`;
  const remedy = `Hash the body as you send it, not its ${name}.`;
  for (const text of texts) yield { cause: 'encoded', what, remedy, bytes: Buffer.from(text, 'utf8') };
}

function* decodeSentBase64(text: string): Generator<BodyCandidate> {
  const bare = text.replaceAll(/^"|"$|\s+/g, '');
  yield* generateUndone('Base64', [decodeBase64Url(bare) ?? []].flat());
  yield* generateUndone('hexadecimal', [decodeHex(bare) ?? []].flat());
}

function* decodeSentText(text: string): Generator<BodyCandidate> {
  if (text.includes('%')) {
    const bare = text.replace(/^=|=$/, '');
    const spaced = [text, bare, bare.slice(bare.indexOf('=') + 1)].map((one) => one.replaceAll('+', ' '));
    const [whole = '', ...others] = spaced;
    yield* generateUndone('percent-encoding', [text, whole, bare, ...others].map(decodePercent));
  }
  if (/&(?:quot|#34|amp);/.test(text)) yield* generateUndone('HTML-escaped form', [unescapeHtml(text)]);
  yield* generateUndone('form encoding', buildJsonFromForm(text));
}

function* generateUndone(name: string, forms: readonly (string | Buffer)[]): Generator<BodyCandidate> {
  const what = `what the body is the ${name} of`;
  const remedy = `Send what you hashed, not its ${name}.`;
  for (const form of forms) yield { cause: 'encoded', what, remedy, bytes: toBytes(form) };
}

function htmlForms(text: string): string[] {
  return ['&quot;', '&#34;'].flatMap((quote) => {
    const written = escapeHtml(text).replaceAll('"', quote);
    return [written, written.replaceAll("'", '&#39;'), written.replaceAll("'", '&#x27;')];
  });
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll(/&quot;|&#34;/g, '"')
    .replaceAll(/&#0?39;|&#x27;|&apos;/g, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

type Field = readonly [path: readonly string[], value: string];

/**
 * Encodes a JSON object as form fields, as some client libraries send it, in the styles of several; returns undefined
 * if it isn't an object.
 * @see G4-digest-mismatch
 */
function encodeFormFields(text: string): string[] | undefined {
  const json = readJsonText(text);
  if (json?.kind !== 'object') return undefined;
  const fields = listFields(json, []);
  const ways = [
    ([first = '', ...rest]: readonly string[]) => first + rest.map((part) => `[${part}]`).join(''),
    (path: readonly string[]) => path.join('.'),
  ];
  return ways.flatMap((way) => {
    const pairs = fields.map(([path, value]) => [way(path), value] as const);
    const written = pairs.map(([name, value]) => `${encodeForm(name)}=${encodeForm(value)}`).join('&');
    return [written, written.replaceAll('+', '%20'), pairs.map((pair) => pair.join('=')).join('&')];
  });
}

function listFields(json: JsonText, path: readonly string[]): Field[] {
  if (json.kind === 'scalar') return [[path, decodeScalar(json.raw)]];
  if (json.kind === 'array')
    return json.items.flatMap((item, place) => listFields(item, [...path, `${place}`]));
  return json.members.flatMap(([key, member]) => listFields(member, [...path, decodeScalar(key)]));
}

function decodeScalar(raw: string): string {
  return raw.startsWith('"') ? String(parseJson(raw) ?? raw) : raw;
}

const MAX_FIELDS = 200;

/** Lists the JSON objects that a form of plain fields may have been built from. */
function buildJsonFromForm(text: string): string[] {
  if (!/^[^={}[\]\s"&]+=[^\s"{}]*$/.test(text)) return [];
  const fields = text.split('&', MAX_FIELDS + 1).map((field) => {
    const equals = field.indexOf('=');
    return equals < 0 ? [field, ''] : [field.slice(0, equals), field.slice(equals + 1)];
  });
  if (fields.length > MAX_FIELDS) return [];
  const read = (part: string) => decodePercent(part.replaceAll('+', ' '));
  const members = fields.map(([name = '', value = '']) => [JSON.stringify(read(name)), read(value)] as const);
  const values = [
    JSON.stringify,
    (value: string) => (IS_LITERAL.test(value) ? value : JSON.stringify(value)),
  ];
  return values.flatMap((value) =>
    [
      [',', ':'],
      [', ', ': '],
    ].map(
      ([comma, colon = '']) => `{${members.map(([name, held]) => name + colon + value(held)).join(comma)}}`,
    ),
  );
}

const IS_LITERAL = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false|null)$/;
