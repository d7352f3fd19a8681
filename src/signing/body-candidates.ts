import type { FindingCause } from './findings.ts';
import {
  COMPACT,
  isSmall,
  type JsonLayout,
  type JsonText,
  memberOrders,
  readJsonText,
  sortMembers,
  writeJsonText,
} from './json-text.ts';

/** Undoes one content coding (`gzip`, `deflate`, `br`); undefined when it cannot. */
export type Decompress = (bytes: Uint8Array, coding: string) => Uint8Array | undefined;

export interface BodyCandidate {
  readonly cause: FindingCause<'digest-mismatch'>;
  readonly bytes: Uint8Array;
}

const BOM = '\ufeff';
const CODINGS = ['gzip', 'deflate', 'br'];

/**
 * What may have been hashed in place of a body, the simplest first. Causes name what the body underwent after
 * hashing.
 * @see signing.md §3, §4 digest-mismatch
 */
export function* bodyCandidates(
  body: Uint8Array,
  contentEncoding: string | undefined,
  decompress: Decompress | undefined,
): Generator<BodyCandidate> {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (body.length === 0) {
    yield { cause: 'empty-object', bytes: Buffer.from('{}') };
    return;
  }
  const text = utf8Text(buffer);
  if (text?.trim() === '{}') yield { cause: 'empty-object', bytes: Buffer.alloc(0) };
  yield* contentCodings(body, contentEncoding, decompress);
  const readable = text ?? buffer.toString('latin1');
  yield* ends(buffer);
  for (const candidate of newlines(readable)) yield encode('crlf', candidate);
  yield encode('bom', readable.startsWith(BOM) ? readable.slice(1) : BOM + readable);
  yield* charsets(buffer, text);
  yield* escapes(readable);
  const json = readJsonText(readable.startsWith(BOM) ? readable.slice(1) : readable);
  if (json !== undefined) yield* rewritings(json);
}

function utf8Text(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined;
}

function encode(cause: BodyCandidate['cause'], text: string): BodyCandidate {
  return { cause, bytes: Buffer.from(text, 'utf8') };
}

function* contentCodings(
  body: Uint8Array,
  contentEncoding: string | undefined,
  decompress: Decompress | undefined,
): Generator<BodyCandidate> {
  if (decompress === undefined) return;
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  const named = CODINGS.filter((coding) => contentEncoding?.toLowerCase().includes(coding));
  for (const coding of named.length === 0 && isGzip ? ['gzip'] : named) {
    const bytes = decompress(body, coding);
    if (bytes !== undefined) yield { cause: 'content-encoding', bytes };
  }
}

/** Newlines that the body has at its end and the digest has not, and the other way round. */
function* ends(body: Buffer): Generator<BodyCandidate> {
  let end = body.length;
  while (end > 0 && (body[end - 1] === 0x0a || body[end - 1] === 0x0d || body[end - 1] === 0x20)) {
    end -= 1;
    yield { cause: 'trailing-newline', bytes: body.subarray(0, end) };
    if (body.length - end >= 8) break;
  }
  for (const newline of ['\n', '\r\n']) {
    yield { cause: 'missing-newline', bytes: Buffer.concat([body, Buffer.from(newline)]) };
  }
}

function* newlines(text: string): Generator<string> {
  const lf = text.replaceAll('\r\n', '\n');
  const crlf = lf.replaceAll('\n', '\r\n');
  const bases = [lf, crlf, text.replaceAll(/[\r\n]/g, '')];
  for (const base of bases) {
    if (base !== text) yield base;
  }
  if (crlf === text) return;
  yield lf.replace(/\n$/, '').replaceAll('\n', '\r\n');
  yield `${crlf}\r\n`;
}

function* charsets(body: Buffer, text: string | undefined): Generator<BodyCandidate> {
  if (body.every((octet) => octet < 0x80)) return;
  const cause = 'latin1';
  if (text === undefined) {
    yield encode(cause, body.toString('latin1'));
    return;
  }
  yield { cause, bytes: Buffer.from(text, 'latin1') };
  yield encode(cause, body.toString('latin1'));
  yield { cause, bytes: Buffer.from(text.replaceAll(/[\u{100}-\u{10ffff}]/gu, '?'), 'latin1') };
  yield { cause, bytes: Buffer.from(text.replaceAll(/[^ -~\s]/gu, '?'), 'latin1') };
  yield { cause, bytes: Buffer.from(text, 'utf16le') };
}

function* escapes(text: string): Generator<BodyCandidate> {
  for (const candidate of escapings(text)) yield encode('ascii-escaped', candidate);
}

/** Characters beyond ASCII as \u, in either case of digits, and such escapes undone; the slash as PHP writes it. */
function* escapings(text: string): Generator<string> {
  const isPlain = /^[\s -~]*$/.test(text);
  const lower = isPlain ? text : text.replaceAll(/[^\s -~]/g, (character) => `\\u${unit(character)}`);
  if (!isPlain) {
    yield lower;
    yield text.replaceAll(/[^\s -~]/g, (character) => `\\u${unit(character).toUpperCase()}`);
  }
  const unescaped = text.replaceAll(/\\u([0-9A-Fa-f]{4})/g, (whole, hex: string) => unescapeUnit(whole, hex));
  if (unescaped !== text) yield unescaped;
  for (const base of new Set([text, lower])) {
    const slashed = base.replaceAll(/(?<!\\)\//g, '\\/');
    if (slashed !== base) yield slashed;
  }
  const unslashed = unescaped.replaceAll('\\/', '/');
  if (unslashed !== unescaped) yield unslashed;
}

function unit(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}

/** Quotes, backslashes and controls stay escaped in JSON. */
function unescapeUnit(whole: string, hex: string): string {
  const code = Number.parseInt(hex, 16);
  return code < 0x20 || code === 0x22 || code === 0x5c ? whole : String.fromCharCode(code);
}

const INDENTS = ['  ', '    ', '\t', ' ', '   '];

/** JavaScript, Python, Go, .NET, Gson; Jackson's pretty printer; Python's single line. */
const LAYOUTS: readonly JsonLayout[] = [
  COMPACT,
  { ...COMPACT, comma: ', ', colon: ': ' },
  { ...COMPACT, colon: ': ' },
  { ...COMPACT, comma: ', ' },
  ...INDENTS.flatMap((indent): JsonLayout[] => [
    { indent, comma: ',', colon: ': ', newline: '\n' },
    { indent, comma: ',', colon: ': ', newline: '\r\n' },
  ]),
  { indent: '  ', comma: ',', colon: ' : ', newline: '\n', inlineArrays: true },
  { indent: '  ', comma: ',', colon: ' : ', newline: '\r\n', inlineArrays: true },
];

function* rewritings(json: JsonText): Generator<BodyCandidate> {
  for (const layout of LAYOUTS) {
    const text = writeJsonText(json, layout);
    yield encode('reserialised', text);
    yield encode('reserialised', `${text}${layout.newline}`);
    for (const escaped of escapings(text)) yield encode('reserialised', escaped);
  }
  yield* parsedAndWritten(writeJsonText(json, COMPACT));
  for (const direction of [1, -1] as const) {
    const sorted = sortMembers(json, direction);
    for (const layout of LAYOUTS) yield encode('key-order', writeJsonText(sorted, layout));
  }
  if (isSmall(json)) {
    for (const text of memberOrders(json)) yield encode('key-order', text);
  }
}

/** What JavaScript makes of it: numbers and escapes in its own form. */
function* parsedAndWritten(text: string): Generator<BodyCandidate> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return;
  }
  for (const indent of [undefined, 2, 4]) yield encode('reserialised', JSON.stringify(value, null, indent));
}
