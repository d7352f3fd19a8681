import { hash } from 'node:crypto';
import { bufferOf, decodeBase64Url, decodeHex } from '../core/base64.ts';
import { percentDecoded } from '../octets.ts';
import { type BodyCandidate, JsonSearch, type TextCandidate } from './json-candidates.ts';
import { type JsonText, readJsonText } from './json-text.ts';
import { formEncoded, uriForms } from './reencodings.ts';

/** Longer texts are not encoded whole: each way takes tens of milliseconds. @see G2-hostile-bodies */
const MAX_ENCODED_CHARACTERS = 64 * 1024;
const BOM = '\ufeff';
/** What programs send or hash where there is nothing to send. */
const NOTHING = ['', '{}', 'null', '[]', '""'];

/**
 * What may have been hashed in place of a body, the likeliest first; without an end for some. Causes name what the body
 * underwent after hashing.
 * @see G3-first-error, G4-digest-mismatch
 */
export function* bodyCandidates(sent: Uint8Array, means: BodyMeans): Generator<BodyCandidate> {
  if (sent.length === 0) return yield* nothings();
  const plain = decompressed(sent, means);
  if (plain !== undefined) yield plain;
  const bytes = bufferOf(plain?.bytes ?? sent);
  const { text, charset } = readableText(bytes);
  const bare = text.startsWith(BOM) ? text.slice(1) : text;
  const isJson = /^\s*[{["]/.test(bare);
  if (charset !== 'utf-16') yield encoded(markForm(text, bare));
  yield* bodyCharsets(bytes, { text, charset });
  for (const form of textForms(bare, isJson)) yield encoded(form);
  yield* nothings();
  for (const form of textForms(bare, isJson))
    yield encoded({ ...form, what: `${form.what}, behind a byte order mark`, text: BOM + form.text });
  const json = new JsonSearch(bare);
  for (const form of json.likely()) yield encoded(form);
  if (bare.length <= MAX_ENCODED_CHARACTERS) yield* encodedForms(bytes, bare);
  yield* hashes(bytes);
  if (plain === undefined) yield* compressedForms(sent, means);
  yield* twofold(bare, isJson, json);
  for (const form of json.further()) yield encoded(form);
  for (const form of json.rest()) yield encoded(form);
}

/** Several changes at once, each of which is usual. */
function* twofold(bare: string, isJson: boolean, json: JsonSearch): Generator<BodyCandidate> {
  for (const form of textForms(bare, isJson)) yield* inOtherCharsets(form);
  for (const form of json.likely()) {
    yield* inOtherCharsets(form);
    if (form.text.length > MAX_ENCODED_CHARACTERS) continue;
    const bytes = Buffer.from(form.text, 'utf8');
    const what = `the Base64 of ${form.what}`;
    yield { cause: 'encoded', what, bytes: Buffer.from(bytes.toString('base64'), 'latin1') };
  }
}

function* inOtherCharsets({ cause, what, text }: TextCandidate): Generator<BodyCandidate> {
  if (!/[^\0-\x7f]/.test(text)) return;
  for (const form of oneOctetForms(text))
    yield { cause, what: form.what.replace('the body', what), bytes: form.bytes };
}

function* nothings(): Generator<BodyCandidate> {
  for (const text of NOTHING) {
    const what = text === '' ? 'an empty body' : text;
    yield encoded({ cause: 'empty-object', what, text });
  }
}

function markForm(text: string, bare: string): TextCandidate {
  return bare === text
    ? { cause: 'bom', what: "the body with a byte order mark before it, which wasn't sent", text: BOM + text }
    : { cause: 'bom', what: 'the body without the byte order mark before it', text: bare };
}

/** The body's own hash, which a library hashed once more. */
function* hashes(bytes: Buffer): Generator<BodyCandidate> {
  const remedy = 'Hash the body once. Many functions that write a digest take the body itself.';
  for (const name of ['sha256', 'sha512']) {
    const inner = hash(name, bytes, 'buffer');
    const [hex, base64] = [inner.toString('hex'), inner.toString('base64')];
    const forms = [inner, ...[hex, hex.toUpperCase(), base64, `${hex}\n`].map((form) => Buffer.from(form))];
    for (const form of forms)
      yield { cause: 'unknown', what: "the body's hash, so it was hashed twice", remedy, bytes: form };
  }
}

function encoded({ text, ...rest }: TextCandidate): BodyCandidate {
  return { ...rest, bytes: Buffer.from(text, 'utf8') };
}

/** The same text with other ends, line ends and margins. @see G4-digest-mismatch */

const MAX_END = 8;
const BLANKS = ' \t\r\n';
const NO_BLANK = '-';
const NEWLINES = ['\n', '\r\n', '\n\n', ' \r\n', ' \n', '\r'];

/** White space around JSON that is no line end is JSON written otherwise. */
function* textForms(text: string, isJson: boolean): Generator<TextCandidate> {
  const blankCause = isJson ? 'reserialised' : 'trailing-newline';
  for (let cut = 1; cut <= MAX_END && BLANKS.includes(text.at(-cut) ?? NO_BLANK); cut += 1) {
    const lost = text.slice(-cut);
    const cause = /[\r\n]/.test(lost) ? 'trailing-newline' : blankCause;
    yield { cause, what: `the body without the ${blanksText(lost)} at its end`, text: text.slice(0, -cut) };
  }
  for (const newline of NEWLINES) {
    const what = `the body with ${blanksText(newline)} after it, which wasn't sent`;
    yield { cause: 'missing-newline', what, text: text + newline };
  }
  if (/[\r\n]/.test(text)) yield* lineEnds(text, isJson);
  if (isJson) yield* margins(text);
}

function* lineEnds(text: string, isJson: boolean): Generator<TextCandidate> {
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

/** What template literals and heredocs put around each line, or took away. */
function* margins(text: string): Generator<TextCandidate> {
  const around = 'the body with other white space around it';
  for (const written of [text.trim(), `${text} `, ` ${text}`, `  ${text}`, `\n${text}`, `\n${text}\n`])
    yield { cause: 'reserialised', what: around, text: written };
  if (!text.includes('\n')) return;
  const lines = text.split('\n');
  const common = lines.reduce((least, line) => Math.min(least, marginOf(line)), MAX_MARGIN);
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

/** Of an empty line there is none to count. */
function marginOf(line: string): number {
  const margin = line.search(/[^ \t]/);
  return margin < 0 ? MAX_MARGIN : margin;
}

const MARGINS = ['  ', '    ', '\t', '      ', '        '];

/** `LF`, `CRLF`, `space and CRLF`. */
function blanksText(blanks: string): string {
  return [...blanks.matchAll(/\r\n|[\s]/g)].map(([blank]) => NAMES[blank] ?? 'space').join(' and ');
}

const NAMES: Readonly<Record<string, string>> = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR', '\t': 'tab' };

/** A body as text: what its octets most likely are. */
interface ReadableText {
  readonly text: string;
  readonly charset: 'utf-8' | 'utf-16' | 'one-octet';
}

/** UTF-8 where it can be, UTF-16 where every other octet is NUL or a mark says so, else windows-1252. */
function readableText(bytes: Buffer): ReadableText {
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
function* bodyCharsets(bytes: Buffer, { text, charset }: ReadableText): Generator<BodyCandidate> {
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
function* oneOctetForms(text: string): Generator<BodyCandidate> {
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

/** Undoes one content coding (`gzip`, `deflate`, `br`); undefined when it cannot. */
export type Decompress = (bytes: Uint8Array, coding: string) => Uint8Array | undefined;

/** Does one, at a level of zlib; undefined when it cannot. */
export type Compress = (bytes: Uint8Array, coding: string, level: number) => Uint8Array | undefined;

/** What is known of a body beside its bytes, and what can be done with it. */
export interface BodyMeans {
  readonly contentEncoding?: string | undefined;
  /** Date of the request, in seconds: compressors write their own into the result. */
  readonly sentAt?: number | undefined;
  readonly decompress?: Decompress | undefined;
  readonly compress?: Compress | undefined;
}

const CODINGS = ['gzip', 'deflate', 'br'];

function named(contentEncoding: string | undefined): string[] {
  return CODINGS.filter((coding) => contentEncoding?.toLowerCase().includes(coding));
}

export function isGzip(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

/** The body before it was compressed. */
function decompressed(
  body: Uint8Array,
  { contentEncoding, decompress }: BodyMeans,
): BodyCandidate | undefined {
  const codings = named(contentEncoding);
  for (const coding of codings.length === 0 && isGzip(body) ? ['gzip'] : codings) {
    const bytes = decompress?.(body, coding);
    const what = `the body before it was compressed with ${coding}`;
    if (bytes !== undefined) return { cause: 'content-encoding', what, bytes };
  }
  return undefined;
}

const LEVELS = [6, 9, 1, 5, 4];
/** Java until 15, Unix, unknown, NTFS: what stands for the operating system. */
const SYSTEMS = [3, 255, 0, 19, 11, 10, 7];
const EXTRA_FLAGS = [0, 2, 4];

/** The body as it was compressed before somebody undid it. */
function* compressedForms(body: Uint8Array, means: BodyMeans): Generator<BodyCandidate> {
  const { compress, contentEncoding, sentAt } = means;
  const codings = named(contentEncoding);
  for (const coding of codings.length === 0 ? ['gzip'] : codings) {
    const what = `the body compressed with ${coding}, and it was sent uncompressed`;
    const remedy = "Hash the body as it's sent: don't compress it, or have nothing undo it on the way.";
    for (const level of LEVELS) {
      const bytes = compress?.(body, coding, level);
      if (bytes === undefined) break;
      for (const form of coding === 'gzip' ? otherHeaders(bytes, sentAt) : [bytes])
        yield { cause: 'content-encoding', what, remedy, bytes: form };
    }
  }
}

/** The header of gzip (RFC 1952) as other programs write it. */
function* otherHeaders(bytes: Uint8Array, sentAt: number | undefined): Generator<Uint8Array> {
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
 * A whole body as Base64, as hexadecimal, percent-encoded or as a form, and a body of one of these undone.
 * @see G4-digest-mismatch
 */
function* encodedForms(bytes: Buffer, text: string): Generator<BodyCandidate> {
  yield* hashedAsBase64(bytes);
  yield* hashedAsText('hexadecimal', [bytes.toString('hex'), bytes.toString('hex').toUpperCase()]);
  yield* hashedAsText('percent-encoding', [
    ...uriForms(text),
    `${formEncoded(text)}=`,
    `=${formEncoded(text)}`,
  ]);
  yield* hashedAsText('HTML-escaped form', htmlForms(text));
  const fields = formFields(text);
  if (fields !== undefined) yield* hashedAsText('form encoding', fields);
  yield* sentAsBase64(text);
  yield* sentAsText(text);
}

function* hashedAsBase64(bytes: Buffer): Generator<BodyCandidate> {
  const whole = bytes.toString('base64');
  const wrapped = (length: number, newline: string) =>
    whole.match(new RegExp(`.{1,${length}}`, 'g'))?.join(newline) ?? whole;
  const url = bytes.toString('base64url');
  yield* hashedAsText('Base64', [
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

function* hashedAsText(name: string, texts: readonly string[]): Generator<BodyCandidate> {
  const what = `the body's ${name}, not of the body itself`;
  const remedy = `Hash the body as you send it, not its ${name}.`;
  for (const text of texts) yield { cause: 'encoded', what, remedy, bytes: Buffer.from(text, 'utf8') };
}

function* sentAsBase64(text: string): Generator<BodyCandidate> {
  const bare = text.replaceAll(/^"|"$|\s+/g, '');
  const decoded = [
    ['Base64', decodeBase64Url(bare)],
    ['hexadecimal', decodeHex(bare)],
  ] as const;
  for (const [name, bytes] of decoded) if (bytes !== undefined) yield undone(name, bytes);
}

function* sentAsText(text: string): Generator<BodyCandidate> {
  if (text.includes('%')) {
    const bare = text.replace(/^=|=$/, '');
    for (const written of [text, bare]) {
      yield undone('percent-encoding', Buffer.from(percentDecoded(written), 'utf8'));
      yield undone('percent-encoding', Buffer.from(percentDecoded(written.replaceAll('+', ' ')), 'utf8'));
    }
    const value = bare.slice(bare.indexOf('=') + 1).replaceAll('+', ' ');
    yield undone('percent-encoding', Buffer.from(percentDecoded(value), 'utf8'));
  }
  if (text.includes('&quot;') || text.includes('&#34;') || text.includes('&amp;'))
    yield undone('HTML-escaped form', Buffer.from(htmlUndone(text), 'utf8'));
  for (const json of jsonOfForm(text)) yield undone('form encoding', Buffer.from(json, 'utf8'));
}

function undone(name: string, bytes: Buffer): BodyCandidate {
  const what = `what the body is the ${name} of`;
  return { cause: 'encoded', what, remedy: `Send what you hashed, not its ${name}.`, bytes };
}

function htmlForms(text: string): string[] {
  return ['&quot;', '&#34;'].flatMap((quote) => {
    const written = text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', quote);
    return [written, written.replaceAll("'", '&#39;'), written.replaceAll("'", '&#x27;')];
  });
}

function htmlUndone(text: string): string {
  return text
    .replaceAll(/&quot;|&#34;/g, '"')
    .replaceAll(/&#0?39;|&#x27;|&apos;/g, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/**
 * JSON as an HTML form, and back: what a client sends whose library takes an object for the fields of a form.
 * @see G4-digest-mismatch
 */

type Field = readonly [path: readonly string[], value: string];

/** An object as the fields of a form, in the ways of several libraries; undefined for what is no object. */
function formFields(text: string): string[] | undefined {
  const json = readJsonText(text);
  if (json?.kind !== 'object') return undefined;
  const fields = fieldsOf(json, []);
  const ways = [
    ([first = '', ...rest]: readonly string[]) => first + rest.map((part) => `[${part}]`).join(''),
    (path: readonly string[]) => path.join('.'),
  ];
  return ways.flatMap((way) => {
    const pairs = fields.map(([path, value]) => [way(path), value] as const);
    const written = pairs.map(([name, value]) => `${formEncoded(name)}=${formEncoded(value)}`).join('&');
    return [written, written.replaceAll('+', '%20'), pairs.map((pair) => pair.join('=')).join('&')];
  });
}

function fieldsOf(json: JsonText, path: readonly string[]): Field[] {
  if (json.kind === 'scalar') return [[path, held(json.raw)]];
  if (json.kind === 'array')
    return json.items.flatMap((item, place) => fieldsOf(item, [...path, `${place}`]));
  return json.members.flatMap(([key, member]) => fieldsOf(member, [...path, held(key)]));
}

function held(raw: string): string {
  if (!raw.startsWith('"')) return raw;
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw;
  }
}

const MAX_FIELDS = 200;

/** The objects that a form of plain fields may have been made of. */
function jsonOfForm(text: string): string[] {
  if (!/^[^={}[\]\s"&]+=[^\s"{}]*$/.test(text)) return [];
  const fields = text.split('&', MAX_FIELDS + 1).map((field) => {
    const equals = field.indexOf('=');
    return equals < 0 ? [field, ''] : [field.slice(0, equals), field.slice(equals + 1)];
  });
  if (fields.length > MAX_FIELDS) return [];
  const read = (part: string) => percentDecoded(part.replaceAll('+', ' '));
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
