import { hash } from 'node:crypto';
import { type Header, headerValues } from '../../message.ts';
import { type CaptureNote, changedNote } from '../capture.ts';
import { bytesOf, textOf, utf8Octets } from '../octets.ts';
import { isJson } from './parse.ts';

export interface JsonBody {
  readonly bytes: Uint8Array;
  readonly notes: readonly CaptureNote[];
}

/** Limits the text of which all layouts are tried: each takes a pass over it. */
const MAX_CHARACTERS = 256 * 1024;

/**
 * A body that stands in the capture as JSON and not as text, so that its bytes aren't known: those of a usual layout
 * that have the hash in Digest, else those of JSON.stringify.
 * @see C-verify-json-body
 */
export function readJsonBody(json: string, headers: readonly Header[]): JsonBody {
  const hashes = hashesIn(headers);
  const layouts = json.length > MAX_CHARACTERS ? LAYOUTS.slice(0, 1) : LAYOUTS;
  for (const { name, end, octets } of hashes.length === 0 ? [] : layOut(json, layouts)) {
    if (hasHash(octets, hashes)) return { bytes: bytesOf(octets), notes: [provedNote(name, end)] };
  }
  const own = utf8Octets(removeIndent(json));
  if (hasHash(own, hashes)) return { bytes: bytesOf(own), notes: [provedNote('as it stands there', '')] };
  return { bytes: bytesOf(utf8Octets(laidOut(json, LAYOUTS[0]))), notes: [ASSUMED] };
}

function provedNote(layout: string, end: string): CaptureNote {
  const how = end === '' ? layout : `${layout.replace(/,$/, '')} and a line end behind it,`;
  return changedNote(
    'body',
    `The body is JSON within JSON, which doesn't say its bytes. Written ${how} it has the hash in Digest, so this is what was hashed.`,
    'Check that the same bytes were sent, or capture the body as text.',
  );
}

const ASSUMED = changedNote(
  'body',
  "The body is JSON within JSON, so the bytes that were sent aren't known. They're assumed to have no blanks, as JSON.stringify writes them.",
  'Put the body\'s bytes in "bodyBase64", or its text in "body".',
);

/** Removes the indentation that JSON has as a part of the capture. */
function removeIndent(json: string): string {
  const last = /\n([ \t]*)[^\n]*$/.exec(json)?.[1] ?? '';
  return last === '' ? json : json.replaceAll(`\n${last}`, '\n');
}

interface Reformatted {
  readonly octets: string;
  readonly note: CaptureNote;
}

const AS_SENT = 'Capture the body as it was sent: HTTPie does so with --pretty=none.';

/**
 * Undoes the formatting of a program that shows JSON otherwise than it was sent. A layout counts only where it has
 * the length in Content-Length.
 * @param shown the octets of the body in the capture, of another length
 * @see C-verify-reformatted
 */
export function readReformatted(
  shown: string,
  length: number,
  headers: readonly Header[],
): Reformatted | undefined {
  if (shown.length > MAX_CHARACTERS || length > MAX_CHARACTERS || !/^\s*[{[]/.test(shown)) return undefined;
  if (!isJson(shown) || isJson(shown.slice(0, length))) return undefined;
  const json = textOf(shown);
  const hashes = hashesIn(headers);
  const written = [...layOut(json, LAYOUTS)].filter(({ octets }) => octets.length === length);
  const proved = written.find(({ octets }) => hasHash(octets, hashes));
  if (proved !== undefined) {
    const message = `The capture shows the body reformatted. Written ${proved.name} it has the hash in Digest and the length in Content-Length, so these bytes were sent and their Digest is right.`;
    return { octets: proved.octets, note: changedNote('body', message, AS_SENT) };
  }
  const [likely] = written;
  if (likely === undefined) return undefined;
  const message = `The capture may show the body reformatted. Written ${likely.name} it has the length in Content-Length, so it's read like that.`;
  return { octets: likely.octets, note: { ...changedNote('body', message, AS_SENT), mayBeReordered: true } };
}

/** How a serialiser writes JSON: its blanks, and the characters of strings that it escapes. */
interface Layout {
  readonly name: string;
  readonly comma: string;
  readonly colon: string;
  /** In front of each member and item, once for each level; absent where all is on one line. */
  readonly indent?: string;
  readonly written: (string: string) => string;
}

const asWritten = (string: string) => string;
const plain = (string: string) => JSON.stringify(JSON.parse(string));
const asEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const ascii = (string: string) => plain(string).replaceAll(/[\u007f-\uffff]/g, asEscape);
const slashed = (string: string) => plain(string).replaceAll('/', '\\/');

const COMPACT = { name: 'without blanks, as JSON.stringify writes it,', comma: ',', colon: ':' };
const SPACED = {
  name: "with a blank behind commas and colons, as Python's json.dumps writes it,",
  comma: ', ',
  colon: ': ',
};

/** Those of the usual serialisers; the likeliest first. @see C-verify-json-body */
const LAYOUTS: readonly [Layout, ...Layout[]] = [
  { ...COMPACT, written: asWritten },
  { ...COMPACT, written: plain },
  { ...SPACED, written: ascii },
  { ...SPACED, written: asWritten },
  { ...COMPACT, written: ascii },
  { ...COMPACT, written: slashed },
  ...['  ', '    ', '\t'].map((indent) => ({
    name: `indented by ${indent === '\t' ? 'tabs' : `${indent.length} blanks`}`,
    comma: ',',
    colon: ': ',
    indent,
    written: asWritten,
  })),
];

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/** JSON in a layout: its numbers, names and their order as they are. */
function laidOut(json: string, { comma, colon, indent, written }: Layout): string {
  const tokens = json.match(TOKEN) ?? [];
  let level = 0;
  const lineEnd = () => (indent === undefined ? '' : `\n${indent.repeat(level)}`);
  return tokens
    .map((token, place) => {
      if (token === ',') return comma + lineEnd();
      if (token === ':') return colon;
      if (token === '{' || token === '[') {
        level += 1;
        return isClose(tokens[place + 1]) ? token : token + lineEnd();
      }
      if (!isClose(token)) return token.startsWith('"') ? written(token) : token;
      level -= 1;
      return isOpen(tokens[place - 1]) ? token : lineEnd() + token;
    })
    .join('');
}

function isOpen(token: string | undefined): boolean {
  return token === '{' || token === '[';
}

function isClose(token: string | undefined): boolean {
  return token === '}' || token === ']';
}

/** Writes JSON in each of the layouts, without and with a line end behind it. */
function* layOut(json: string, layouts: readonly Layout[]) {
  for (const layout of layouts) {
    const octets = utf8Octets(laidOut(json, layout));
    for (const end of ['', '\n']) yield { name: layout.name, end, octets: octets + end };
  }
}

interface Hash {
  readonly algorithm: 'sha256' | 'sha512';
  readonly base64: string;
}

/** The hashes that Digest declares. */
function hashesIn(headers: readonly Header[]): Hash[] {
  const text = headerValues(headers, 'digest').join(',').slice(0, 2000);
  return [...text.matchAll(/sha-?(256|512)=([A-Za-z0-9+/]{43,86})/gi)].map(([, bits, base64 = '']) => ({
    algorithm: bits === '512' ? 'sha512' : 'sha256',
    base64,
  }));
}

function hasHash(octets: string, hashes: readonly Hash[]): boolean {
  return hashes.some(
    ({ algorithm, base64 }) => hash(algorithm, bytesOf(octets), 'base64').replace(/=+$/, '') === base64,
  );
}

/**
 * Returns the text of one member of the outermost object, as it stands there; of several with the name the last, as
 * JSON.parse takes it. The text is JSON.
 */
export function rawMember(text: string, name: string): string | undefined {
  let depth = 0;
  let found: string | undefined;
  let current: string | undefined;
  let start: number | undefined;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (depth === 1 && (token === ',' || token === '}') && start !== undefined) {
      if (current === name) found = text.slice(start, index).trim();
      start = undefined;
    }
    if (isOpen(token)) depth += 1;
    else if (isClose(token)) depth -= 1;
    else if (depth === 1 && start === undefined) {
      if (token === ':') start = index + 1;
      else if (token.startsWith('"')) current = JSON.parse(token) as string;
    }
  }
  return found;
}
