import { hash } from 'node:crypto';
import { jsonFaultAt } from '../../core/json-fault.ts';
import { isObject, type JsonObject, parseJson } from '../../core/json-object.ts';
import { COMPACT, type JsonLayout, readJsonText, writeJsonText } from '../../core/json-text.ts';
import { findNearest } from '../../core/nearest.ts';
import { isOctets } from '../../core/octets.ts';
import { getHeaderValues, type Header } from '../../message.ts';
import { type CaptureNote, createChangedNote } from '../capture.ts';
import {
  assertWithinLimit,
  createUnreadable,
  decodeUtf8,
  encodeBytes,
  encodeUtf8,
  formatPlace,
  quoteExcerpt,
} from '../octets.ts';

/**
 * Parses JSON in UTF-8.
 * @throws Fault INPUT_INVALID with the position of the syntax error
 * @see C-verify-json-place
 */
export function readJsonFile(octets: string): unknown {
  assertWithinLimit('jsonDepth', measureDepth(octets));
  const text = decodeUtf8(octets);
  if (text.includes('\ufffd') && Buffer.from(text, 'utf8').length !== octets.length) {
    throw createUnreadable("The JSON isn't UTF-8.", 'Save it as UTF-8.');
  }
  const value = parseJson(text);
  if (value !== undefined) return value;
  const place = jsonFaultAt(octets);
  const found =
    place < octets.length ? `${quoteExcerpt(octets.slice(place, place + 20))} stands` : 'the text ends';
  throw createUnreadable(
    `Invalid JSON: ${found} at ${formatPlace(octets, place)}.`,
    'Correct it, or copy all of it.',
  );
}

export function isJson(octets: string): boolean {
  return parseJson(decodeUtf8(octets)) !== undefined;
}

/** Measures the deepest nesting of brackets and braces outside of strings. */
function measureDepth(octets: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let position = 0; position < octets.length; position += 1) {
    const code = octets.charCodeAt(position);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) position += code === BACKSLASH ? 1 : 0;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1;
  }
  return deepest;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Returns an own member, whatever its name; undefined if there is none. */
export function getMember(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns a member that is text. */
export function getTextMember(value: unknown, name: string): string | undefined {
  const found = getMember(value, name);
  return typeof found === 'string' ? found : undefined;
}

/**
 * Reads headers in the forms of JSON writers: `[[name, value]]`, `[{name, value}]`, or an object with a value or a list
 * of values for each name.
 * @throws Fault INPUT_INVALID
 */
export function readHeaderList(given: unknown, whose: string): Header[] {
  if (Array.isArray(given)) return given.map((one: unknown, place) => readPair(one, place, whose));
  if (!isObject(given)) throw createUnreadable(`The headers of ${whose} aren't a list.`, FORM);
  return Object.entries(given).flatMap(([name, values]) =>
    (Array.isArray(values) ? values : [values]).map((value: unknown, place): Header => {
      const text = formatHeaderText(value);
      if (text === undefined) throw createNoPair(`${name}[${place}]`, whose);
      return [name, text];
    }),
  );
}

const FORM = 'Write them as [["Name", "value"], …].';

function readPair(given: unknown, place: number, whose: string): Header {
  const [name, value]: unknown[] = Array.isArray(given)
    ? given
    : [getTextMember(given, 'name'), getMember(given, 'value')];
  const text = formatHeaderText(value);
  if (typeof name !== 'string' || name === '' || text === undefined)
    throw createNoPair(`number ${place}`, whose);
  return [name, text];
}

/** Converts a header value to text; numbers are accepted. */
function formatHeaderText(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;
}

function createNoPair(which: string, whose: string): Error {
  return createUnreadable(`Header ${which} of ${whose} isn't a name with a value.`, FORM);
}

/**
 * Encodes values as bytes. Characters up to FF are bytes already; a value with others was decoded by the program that
 * wrote it and becomes UTF-8 again.
 */
export function encodeHeaders(headers: readonly Header[]): { headers: Header[]; notes: CaptureNote[] } {
  const notes: CaptureNote[] = [];
  const octets = headers.map(([name, value]): Header => {
    if (isOctets(value)) return [name, value];
    notes.push(
      createChangedNote(
        { header: name },
        `The value of ${name} has characters beyond U+00FF. They're read as UTF-8 bytes.`,
        'Check what was sent. Headers carry bytes, not characters.',
      ),
    );
    return [name, encodeUtf8(value)];
  });
  return { headers: octets, notes };
}

/**
 * Rejects unknown members: one may be the body or a header under an unknown name, so none is ignored.
 * @throws Fault INPUT_INVALID that names it
 * @see C-verify-json-members
 */
export function refuseUnknown(given: JsonObject, known: readonly string[], whose: string): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw createUnknownMember(unknown, known, whose);
}

/** Rejects only misspelled members, for formats in which programs may add their own. */
export function refuseMistyped(given: JsonObject, known: readonly string[], whose: string): void {
  const names = Object.keys(given).filter((name) => !name.startsWith('_') && !known.includes(name));
  const mistyped = names.find((name) => {
    const meant = findNearest(name.slice(0, 40), known);
    return meant !== undefined && !Object.hasOwn(given, meant);
  });
  if (mistyped !== undefined) throw createUnknownMember(mistyped, known, whose);
}

function createUnknownMember(name: string, known: readonly string[], whose: string): Error {
  const meant = name.length > 40 ? undefined : findNearest(name, known);
  const written = /^[A-Za-z0-9_$-]{1,40}$/.test(name) ? name : quoteExcerpt(encodeUtf8(name));
  return createUnreadable(
    `${whose} has a member ${written}, which isn't known.`,
    meant === undefined
      ? `Remove it, or give it one of these names: ${known.join(', ')}.`
      : `Did you mean ${meant}? If it says nothing of the request, remove it.`,
  );
}

export interface JsonBody {
  readonly bytes: Uint8Array;
  readonly notes: readonly CaptureNote[];
}

/** The limit for trying all layouts: each takes a pass over the text. */
const MAX_CHARACTERS = 256 * 1024;

/**
 * Reads a body that the capture contains as JSON instead of text, so that its bytes are unknown: uses the common layout
 * that has the hash in Digest, else that of JSON.stringify.
 * @see C-verify-json-body
 */
export function readJsonBody(json: string, headers: readonly Header[]): JsonBody {
  const hashes = readDigests(headers);
  const isTried = hashes.length > 0 && json.length <= MAX_CHARACTERS;
  const layouts = isTried ? LAYOUTS : LAYOUTS.slice(0, 1);
  const written = [...generateLayouts(json, layouts)];
  const proved = written.find(({ octets }) => hasHash(octets, hashes));
  if (proved !== undefined)
    return { bytes: encodeBytes(proved.octets), notes: [noteProved(proved.name, proved.end)] };
  const own = encodeUtf8(removeIndent(json));
  if (hasHash(own, hashes)) return { bytes: encodeBytes(own), notes: [noteProved('as it stands there', '')] };
  return { bytes: encodeBytes(written[0]?.octets ?? own), notes: [ASSUMED] };
}

function noteProved(layout: string, end: string): CaptureNote {
  const how = end === '' ? layout : `${layout.replace(/,$/, '')} and a line end behind it,`;
  return createChangedNote(
    'body',
    `The body is JSON within JSON, which doesn't say its bytes. Written ${how} it has the hash in Digest, so this is what was hashed.`,
    'Check that the same bytes were sent, or capture the body as text.',
  );
}

const ASSUMED = createChangedNote(
  'body',
  "The body is JSON within JSON, so the bytes that were sent aren't known. They're assumed to have no blanks, as JSON.stringify writes them.",
  'Put the body\'s bytes in "bodyBase64", or its text in "body".',
);

/** Removes the indentation of JSON nested in the capture. */
function removeIndent(json: string): string {
  const last = /\n([ \t]*)[^\n]*$/.exec(json)?.[1] ?? '';
  return last === '' ? json : json.replaceAll(`\n${last}`, '\n');
}

const AS_SENT = 'Capture the body as it was sent: HTTPie does so with --pretty=none.';

/**
 * Finds the sent body from reformatted JSON. A layout counts only if it has the length in Content-Length.
 * @param shown the bytes of the body in the capture, of another length
 * @see C-verify-reformatted
 */
export function readReformatted(
  shown: string,
  length: number,
  headers: readonly Header[],
): { octets: string; note: CaptureNote } | undefined {
  if (shown.length > MAX_CHARACTERS || length > MAX_CHARACTERS || !/^\s*[{[]/.test(shown)) return undefined;
  if (!isJson(shown) || isJson(shown.slice(0, length))) return undefined;
  const json = decodeUtf8(shown);
  const hashes = readDigests(headers);
  const written = [...generateLayouts(json)].filter(({ octets }) => octets.length === length);
  const proved = written.find(({ octets }) => hasHash(octets, hashes));
  if (proved !== undefined) {
    const message = `The capture shows the body reformatted. Written ${proved.name} it has the hash in Digest and the length in Content-Length, so these bytes were sent and their Digest is right.`;
    return { octets: proved.octets, note: createChangedNote('body', message, AS_SENT) };
  }
  const [likely] = written;
  if (likely === undefined) return undefined;
  const message = `The capture may show the body reformatted. Written ${likely.name} it has the length in Content-Length, so it's read like that.`;
  return {
    octets: likely.octets,
    note: { ...createChangedNote('body', message, AS_SENT), mayBeReordered: true },
  };
}

const plain = (raw: string) => (raw.startsWith('"') ? JSON.stringify(JSON.parse(raw)) : raw);
const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const escapeNonAscii = (raw: string) => plain(raw).replaceAll(/[\u007f-\uffff]/g, escapeUnit);
const escapeSlashes = (raw: string) => plain(raw).replaceAll('/', '\\/');

const WITHOUT_BLANKS = { ...COMPACT, name: 'without blanks, as JSON.stringify writes it,' };
const SPACED = {
  ...COMPACT,
  name: "with a blank behind commas and colons, as Python's json.dumps writes it,",
  comma: ', ',
  colon: ': ',
};

/** The layouts of common serialisers, the most likely first. @see C-verify-json-body */
const LAYOUTS: readonly (JsonLayout & { readonly name: string })[] = [
  WITHOUT_BLANKS,
  { ...WITHOUT_BLANKS, rewrite: plain },
  { ...SPACED, rewrite: escapeNonAscii },
  SPACED,
  { ...WITHOUT_BLANKS, rewrite: escapeNonAscii },
  { ...WITHOUT_BLANKS, rewrite: escapeSlashes },
  ...['  ', '    ', '\t'].map((indent) => {
    const name = `indented by ${indent === '\t' ? 'tabs' : `${indent.length} blanks`}`;
    return { ...COMPACT, name, colon: ': ', indent };
  }),
];

/** Generates JSON in each of the layouts, with and without a final line end. */
function* generateLayouts(json: string, layouts = LAYOUTS) {
  const value = readJsonText(json);
  if (value === undefined) return;
  for (const layout of layouts) {
    const octets = encodeUtf8(writeJsonText(value, layout));
    for (const end of ['', '\n']) yield { name: layout.name, end, octets: octets + end };
  }
}

interface Hash {
  readonly algorithm: 'sha256' | 'sha512';
  readonly base64: string;
}

/** Reads the hashes in Digest. */
function readDigests(headers: readonly Header[]): Hash[] {
  const text = getHeaderValues(headers, 'digest').join(',').slice(0, 2000);
  return [...text.matchAll(/sha-?(256|512)=([A-Za-z0-9+/]{43,86})/gi)].map(([, bits, base64 = '']) => ({
    algorithm: bits === '512' ? 'sha512' : 'sha256',
    base64,
  }));
}

function hasHash(octets: string, hashes: readonly Hash[]): boolean {
  return hashes.some(
    ({ algorithm, base64 }) => hash(algorithm, encodeBytes(octets), 'base64').replace(/=+$/, '') === base64,
  );
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/**
 * Returns the text of one member of the outermost object as written; of several with the same name the last, as
 * JSON.parse does. The text must be JSON.
 */
export function extractRawMember(text: string, name: string): string | undefined {
  let depth = 0;
  let found: string | undefined;
  let current: string | undefined;
  let start: number | undefined;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (depth === 1 && (token === ',' || token === '}') && start !== undefined) {
      if (current === name) found = text.slice(start, index).trim();
      start = undefined;
    }
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && start === undefined) {
      if (token === ':') start = index + 1;
      else if (token.startsWith('"')) current = JSON.parse(token) as string;
    }
  }
  return found;
}
