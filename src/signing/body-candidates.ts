import type { BodyCandidate } from './body-candidate.ts';
import { bodyCharsets, readableText } from './body-charsets.ts';
import { JsonSearch } from './json-candidates.ts';
import { contentForms } from './reencodings.ts';

/** Undoes one content coding (`gzip`, `deflate`, `br`); undefined when it cannot. */
export type Decompress = (bytes: Uint8Array, coding: string) => Uint8Array | undefined;

/** Longer texts are not encoded whole: each way takes tens of milliseconds. @see G2-hostile-bodies */
const MAX_ENCODED_CHARACTERS = 64 * 1024;
const BOM = '\ufeff';
const CODINGS = ['gzip', 'deflate', 'br'];
/** What programs send or hash where there is nothing to send. */
const NOTHING = ['', '{}', 'null', '[]', '""'];

/**
 * What may have been hashed in place of a body, the simplest first. Causes name what the body underwent after
 * hashing.
 * @see G3-first-error, G4-digest-mismatch
 */
export function* bodyCandidates(
  body: Uint8Array,
  contentEncoding: string | undefined,
  decompress: Decompress | undefined,
): Generator<BodyCandidate> {
  if (body.length === 0) {
    yield* nothings();
    return;
  }
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  yield* contentCodings(body, contentEncoding, decompress);
  const { text, charset } = readableText(buffer);
  const bare = text.startsWith(BOM) ? text.slice(1) : text;
  const isJson = /^\s*[{["]/.test(bare);
  const mark = encode('bom', bare === text ? BOM + text : bare);
  if (charset !== 'utf-16') yield mark;
  for (const [cause, other] of otherTexts(bare, isJson)) yield encode(cause, other);
  if (contentEncoding === undefined) yield* nothings();
  yield* bodyCharsets(buffer, { text, charset });
  const json = new JsonSearch(bare);
  for (const { cause, text: other } of json.likely()) yield encode(cause, other);
  yield* rarer(bare, isJson, json);
}

function* rarer(text: string, isJson: boolean, json: JsonSearch): Generator<BodyCandidate> {
  if (text.length <= MAX_ENCODED_CHARACTERS)
    for (const form of contentForms(text)) yield encode('content-encoding', form);
  for (const [cause, other] of otherTexts(text, isJson)) {
    yield encode(cause, BOM + other);
    const read = { text: other, charset: 'utf-8' } as const;
    for (const { bytes } of bodyCharsets(Buffer.from(other), read)) yield { cause, bytes };
  }
  for (const { cause, text: other } of json.further()) yield encode(cause, other);
  for (const { cause, text: other } of json.orders()) yield encode(cause, other);
}

function* nothings(): Generator<BodyCandidate> {
  for (const nothing of NOTHING) yield encode('empty-object', nothing);
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

type OtherText = readonly [cause: BodyCandidate['cause'], text: string];

/** Ends and line ends. JSON with other white space around it is JSON written otherwise. */
function* otherTexts(text: string, isJson: boolean): Generator<OtherText> {
  const blankCause = isJson ? 'reserialised' : 'trailing-newline';
  for (let cut = 1; cut <= MAX_END && BLANKS.includes(text.at(-cut) ?? NO_BLANK); cut += 1) {
    const lost = text.slice(-cut);
    yield [/[\r\n]/.test(lost) ? 'trailing-newline' : blankCause, text.slice(0, -cut)];
  }
  for (const newline of ['\n', '\r\n', '\n\n', ' \r\n', ' \n', '\r'])
    yield ['missing-newline', text + newline];
  if (!/[\r\n]/.test(text)) return;
  const lf = text.replaceAll('\r\n', '\n');
  if (lf !== text) yield ['crlf', lf];
  const crlf = lf.replaceAll('\n', '\r\n');
  if (crlf !== text) yield ['crlf', crlf];
  yield ['crlf', lf.replaceAll('\n', '\r')];
  yield ['crlf', lf.replace(/\n$/, '').replaceAll('\n', '\r\n')];
  yield ['crlf', `${crlf}\r\n`];
  yield [isJson ? 'reserialised' : 'crlf', text.replaceAll(/[\r\n]/g, '')];
}

const MAX_END = 8;
const BLANKS = ' \t\r\n';
const NO_BLANK = '-';
