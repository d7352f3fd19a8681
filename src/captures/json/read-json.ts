import { decodeBase64 } from '../../core/base64.ts';
import { isObject, type JsonObject } from '../../core/json-object.ts';
import { isOctets } from '../../core/octets.ts';
import { getHeader, type Header } from '../../message.ts';
import {
  type Capture,
  type CaptureNote,
  createChangedNote,
  createIncompleteNote,
  type FormOptions,
  parseAnswerDate,
  type SourceText,
} from '../capture.ts';
import { chooseEntry, isSigned } from '../entries.ts';
import { parseContentLength, splitTarget, withHost } from '../http/message.ts';
import { createPercentEncoder, createUnreadable, encodeAscii, encodeUtf8, quoteExcerpt } from '../octets.ts';
import {
  encodeHeaders,
  extractRawMember,
  getMember,
  getTextMember,
  type JsonBody,
  readHeaderList,
  readJsonBody,
  refuseMistyped,
  refuseUnknown,
} from './parse.ts';

const FORM = 'Write {"method", "target" or "url", "headers": [["Name", "value"]], "bodyBase64"}.';

const IN_A_TEXT = 'The JSON has no method, and a signature (keyId) in one of its texts.';
const TEXT_ALONE =
  'Pass the request of that text alone, with its line ends, as jq -r .message FILE writes it for "message".';

const BODIES = ['body', 'data', 'payload'] as const;
/** The ignored members: those of `psd2 sign --json` and common companions of a request. */
const OTHERS = ['signingString', '_meta', 'httpVersion', 'name', 'description', 'comment'] as const;
const KNOWN = ['method', 'target', 'url', 'headers', 'bodyBase64', ...BODIES, ...OTHERS];

/**
 * Reads a request in JSON: `method`; `target`, or `url` with or without its origin; `headers`; the body as Base64 in
 * `bodyBase64`, or as text or JSON in `body`, `data` or `payload`.
 * @throws Fault INPUT_INVALID
 * @see C-sign-json, C-verify-json, C-verify-json-members
 */
export function readJson({ json, octets }: SourceText): Capture {
  const given = json();
  const written = getTextMember(given, 'method');
  // A request without other members isn't a file of another program.
  const isPlain = isObject(given) && Object.keys(given).every((name) => KNOWN.includes(name));
  if (!isPlain || written === undefined) refuseOtherFile(given);
  if (!isObject(given) || written === undefined || written === '') {
    if (/keyId\s{0,3}=/.test(octets)) throw createUnreadable(IN_A_TEXT, TEXT_ALONE);
    throw createUnreadable('The JSON has no method.', FORM);
  }
  refuseUnknown(given, KNOWN, 'The JSON');
  const { target, origin } = readTarget(getTextMember(given, 'target'), getTextMember(given, 'url'));
  const { headers, notes } = encodeHeaders(readHeaderList(getMember(given, 'headers'), 'the JSON'));
  const path = isOctets(target) ? target : encodeAscii(target);
  const message = "The target has characters beyond U+00FF. They're read as percent-encoded.";
  const pathNotes =
    path === target ? [] : [createChangedNote('target', message, 'Use the target as it was sent.')];
  const body = readBody(given, headers, octets);
  const method = getMember(given, 'bodyBase64') === undefined ? normalizeMethod(written) : written;
  const request = { method, target: path, headers, body: body.bytes };
  return { format: 'json', request, origin, notes: [...pathNotes, ...notes, ...body.notes] };
}

const IN_ANY_CASE = /^(?:get|post|put|patch|delete|head|options)$/i;

/** Converts a method to upper case if clients do so when they send it. */
export function normalizeMethod(method: string): string {
  return IN_ANY_CASE.test(method) ? method.toUpperCase() : method;
}

/** Reads the target as written; the fragment of a URL isn't sent. */
function readTarget(target: string | undefined, url: string | undefined) {
  const given = target ?? url;
  if (given === undefined || given === '')
    throw createUnreadable('The JSON has neither target nor url.', FORM);
  const { origin } = splitTarget(url ?? '');
  const read = splitTarget(given);
  const path = target === undefined ? (read.target.split('#')[0] ?? '') : read.target;
  return { target: path, origin: read.origin ?? origin };
}

function readBody(given: JsonObject, headers: readonly Header[], octets: string): JsonBody {
  const base64 = given.bodyBase64;
  if (base64 !== undefined && base64 !== null) return { bytes: fromBase64(base64), notes: [] };
  const names = BODIES.filter((name) => given[name] !== undefined && given[name] !== null);
  const [name, second] = names;
  if (name === undefined) return { bytes: new Uint8Array(), notes: [] };
  if (second !== undefined && given[name] !== given[second]) {
    throw createUnreadable(`The JSON has both ${name} and ${second}.`, "Keep the one that's the body.");
  }
  const value = given[name];
  if (typeof value === 'string') return { bytes: new Uint8Array(Buffer.from(value, 'utf8')), notes: [] };
  const text = Buffer.from(octets, 'latin1').toString('utf8');
  return readJsonBody(extractRawMember(text, name) ?? JSON.stringify(value), headers);
}

function fromBase64(base64: unknown): Uint8Array {
  const bytes = typeof base64 === 'string' ? decodeBase64(base64) : undefined;
  if (bytes !== undefined) return new Uint8Array(bytes);
  throw createUnreadable(
    `bodyBase64 isn't Base64: ${quoteExcerpt(typeof base64 === 'string' ? base64 : typeof base64)}.`,
    'Write it on one line, with padding: openssl base64 -A -in body.json.',
  );
}

const WHOLE_HAR = 'Pass the whole HAR, or put the entry in {"log": {"entries": […]}}.';
const AS_SENT =
  'Pass the request as it was sent: HTTP, a curl command, a HAR, or JSON with method, url, headers and body.';

/** Unsupported JSON files that contain requests or their sources. */
const OTHER_FILES: readonly { name: string; fits: (given: unknown) => boolean; hint: string }[] = [
  { name: 'an entry of a HAR, not a whole HAR', fits: isHarEntry, hint: WHOLE_HAR },
  {
    name: 'a list of HAR entries, not a whole HAR',
    fits: (given) => hasFirst(given, isHarEntry) || hasFirst(getMember(given, 'entries'), isHarEntry),
    hint: WHOLE_HAR,
  },
  {
    name: 'the request of a HAR entry, not a whole HAR',
    fits: (given) =>
      hasAll(given, ['method', 'url', 'headers']) && hasAny(given, ['queryString', 'headersSize', 'cookies']),
    hint: 'Pass the whole HAR, or put it in {"log": {"entries": [{"request": …}]}}.',
  },
  {
    name: 'a WireMock export (request journal)',
    fits: (given) =>
      isWireMockRequest(given) ||
      isWireMockRequest(getMember(given, 'request')) ||
      hasFirst(getMember(given, 'requests'), (one) => isWireMockRequest(getMember(one, 'request') ?? one)),
    hint: `${AS_SENT} WireMock's journal has the URL in "absoluteUrl" and the body in "bodyAsBase64".`,
  },
  {
    name: 'a WireMock stub mapping',
    fits: (given) => isWireMockStub(given) || hasFirst(getMember(given, 'mappings'), isWireMockStub),
    hint: `A stub says which requests match, not what was sent. ${AS_SENT}`,
  },
  {
    name: 'a MockServer export',
    fits: (given) => isMockServer(given) || hasFirst(given, isMockServer),
    hint: AS_SENT,
  },
  {
    name: 'a Postman environment',
    fits: (given) =>
      getTextMember(given, '_postman_variable_scope') !== undefined ||
      (Array.isArray(getMember(given, 'values')) && getTextMember(given, 'name') !== undefined),
    hint: 'It has variables and no request. Pass the collection, or the request as Postman sent it.',
  },
  {
    name: 'a Postman backup',
    fits: (given) =>
      Array.isArray(getMember(given, 'collections')) && hasAny(given, ['environments', 'globals']),
    hint: 'In Postman export the collection itself as v2.1.',
  },
  {
    name: 'a Postman collection of version 1',
    fits: (given) => hasAll(given, ['requests', 'order']),
    hint: 'In Postman export the collection as v2.1.',
  },
  {
    name: 'a Hoppscotch collection',
    fits: (given) => isHoppscotch(given) || hasFirst(given, isHoppscotch),
    hint: `In Hoppscotch copy the request as cURL ("Show code"). ${AS_SENT}`,
  },
  {
    name: 'a Thunder Client collection',
    fits: (given) =>
      /thunder client/i.test(getTextMember(given, 'clientName') ?? getTextMember(given, 'client') ?? ''),
    hint: AS_SENT,
  },
  {
    name: 'an OpenAPI description',
    fits: (given) => hasAny(given, ['openapi', 'swagger']) && isObject(getMember(given, 'paths')),
    hint: `It describes requests and holds none. ${AS_SENT}`,
  },
];

/**
 * Rejects a JSON file of another program and names it.
 * @throws Fault INPUT_INVALID
 * @see C-verify-other-files
 */
function refuseOtherFile(given: unknown): void {
  const file = OTHER_FILES.find(({ fits }) => fits(given));
  if (file !== undefined) throw createUnreadable(`This is ${file.name}.`, file.hint);
}

function hasFirst(given: unknown, fits: (one: unknown) => boolean): boolean {
  return Array.isArray(given) && given.length > 0 && fits(given[0]);
}

function hasAll(given: unknown, names: readonly string[]): boolean {
  return names.every((name) => getMember(given, name) !== undefined);
}

function hasAny(given: unknown, names: readonly string[]): boolean {
  return names.some((name) => getMember(given, name) !== undefined);
}

function isHarEntry(given: unknown): boolean {
  const request = getMember(given, 'request');
  if (!hasAll(request, ['method', 'url']) || isWireMockRequest(request)) return false;
  return (
    hasAny(given, ['startedDateTime', 'timings', 'cache']) ||
    hasAny(request, ['queryString', 'headersSize', 'httpVersion'])
  );
}

function isWireMockRequest(given: unknown): boolean {
  return hasAll(given, ['method', 'url']) && hasAny(given, ['absoluteUrl', 'loggedDate', 'bodyAsBase64']);
}

function isWireMockStub(given: unknown): boolean {
  const request = getMember(given, 'request');
  const matches = ['url', 'urlPattern', 'urlPath', 'urlPathPattern', 'urlPathTemplate', 'method', 'headers'];
  return hasAny(request, matches) && isObject(getMember(given, 'response')) && !isHarEntry(given);
}

function isMockServer(given: unknown): boolean {
  if (isObject(getMember(given, 'httpRequest'))) return true;
  return (
    hasAll(given, ['method', 'path']) &&
    hasAny(given, ['keepAlive', 'secure', 'headers']) &&
    !hasAny(given, ['url', 'target'])
  );
}

function isHoppscotch(given: unknown): boolean {
  if (hasAll(given, ['endpoint', 'method'])) return true;
  return hasAll(given, ['folders', 'requests']) && Array.isArray(getMember(given, 'requests'));
}

/**
 * Reads one request of a HAR.
 * @throws Fault INPUT_INVALID
 * @see C-verify-har
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export function readHar(given: SourceText, { request: wanted }: FormOptions): Capture {
  const entries = getMember(getMember(given.json(), 'log'), 'entries');
  if (!Array.isArray(entries))
    throw createUnreadable(
      "The JSON isn't a HAR: it has no log.entries.",
      'Use "Save all as HAR with content".',
    );
  const { entry, place } = chooseEntry(entries.map(createSummary), wanted);
  return { ...readRequest(getMember(entry, 'request'), `entry ${place}`), sentAt: readTime(entry) };
}

const DATE_TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,20}(?:Z|[+-][0-9]{2}:?[0-9]{2})$/;

/** Reads the start time of the request; without one, the time of the response. @see C-verify-har-time */
function readTime(entry: unknown): number | undefined {
  const started = getTextMember(entry, 'startedDateTime') ?? '';
  const time = DATE_TIME.test(started) ? Date.parse(started) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  const headers = getMember(getMember(entry, 'response'), 'headers');
  const date = (Array.isArray(headers) ? headers : []).find(
    (header: unknown) => getTextMember(header, 'name')?.toLowerCase() === 'date',
  );
  return parseAnswerDate(getTextMember(date, 'value'));
}

/** Creates the summary for the selection of an entry; a malformed entry may be ignored. */
function createSummary(entry: unknown, place: number) {
  const request = getMember(entry, 'request');
  const headers = getMember(request, 'headers');
  const pairs = (Array.isArray(headers) ? headers : []).map((header: unknown): Header => {
    return [getTextMember(header, 'name') ?? '', getTextMember(header, 'value') ?? ''];
  });
  return {
    entry,
    place,
    method: getTextMember(request, 'method') ?? '',
    url: getTextMember(request, 'url') ?? '',
    isSigned: isSigned(pairs),
  };
}

/** The known members of a HAR request. @see http://www.softwareishard.com/blog/har-12-spec/#request */
const KNOWN_OF_HAR = [
  ...['method', 'url', 'httpVersion', 'cookies', 'headers', 'queryString', 'postData'],
  ...['headersSize', 'bodySize', 'comment'],
];

function readRequest(request: unknown, whose: string): Capture {
  const [method, url] = [getTextMember(request, 'method'), getTextMember(request, 'url')];
  if (!method || !url)
    throw createUnreadable(`The request of ${whose} has no method or no url.`, 'Choose another entry.');
  if (isObject(request)) refuseMistyped(request, KNOWN_OF_HAR, `The request of ${whose}`);
  const { target, origin } = splitTarget(url.split('#')[0] ?? '');
  const given = readHeaderList(getMember(request, 'headers'), whose);
  const { headers, notes } = encodeHeaders(withoutPseudo(given));
  const path = encodeAscii(target);
  const body = readHarBody(request, headers);
  return {
    format: 'har',
    request: { method, target: path, headers, body: body.bytes },
    origin,
    notes: [...(path === target ? [] : [DECODED_URL]), ...notes, ...body.notes],
  };
}

const DECODED_URL: CaptureNote = createChangedNote(
  'target',
  "The URL has non-ASCII characters. They're read as percent-encoded UTF-8.",
  'Check what was sent. URLs are sent without such characters.',
);

/** Removes pseudo-headers: HTTP/2 has the host as `:authority`; the others are the method and the URL. */
function withoutPseudo(headers: readonly Header[]): readonly Header[] {
  const plain = headers.filter(([name]) => !name.startsWith(':'));
  return withHost(plain, getHeader(headers, ':authority'));
}

/** Reads the bytes of postData and compares their number with the number sent. @see C-verify-har-body */
function readHarBody(request: unknown, headers: readonly Header[]) {
  const counted = parseContentLength(headers);
  const size = getMember(request, 'bodySize');
  const { bytes, notes } = readPostData(getMember(request, 'postData'), counted);
  // Some browsers count characters in bodySize, so it may be too small; -1 means unknown.
  const sized = typeof size === 'number' ? Math.max(size, bytes.length) : bytes.length;
  const sent = counted ?? sized;
  if (sent === bytes.length) return { bytes, notes };
  const message = `The body was ${sent} bytes when sent, but has ${bytes.length} in the HAR.`;
  const remedy = 'Save the HAR with content, or pass the request with the body as it was sent.';
  return { bytes, notes: [...notes, createIncompleteNote('body', message, remedy)] };
}

function readPostData(postData: unknown, sent: number | undefined) {
  const text = getTextMember(postData, 'text') ?? '';
  if (text === '') return readParams(getMember(postData, 'params'));
  const encoding = getTextMember(postData, 'encoding') ?? getTextMember(postData, '_encoding');
  if (encoding?.toLowerCase() === 'base64') return readBase64(text);
  const utf8 = new Uint8Array(Buffer.from(text, 'utf8'));
  // Some tools decode a body that isn't UTF-8 byte by byte; the number of bytes shows it.
  const isLatin1 = isOctets(text) && sent === text.length && sent !== utf8.length;
  if (isLatin1) {
    const message = 'The body is read as ISO-8859-1, which gives the number of bytes that were sent.';
    return {
      bytes: new Uint8Array(Buffer.from(text, 'latin1')),
      notes: [createChangedNote('body', message, CHECK)],
    };
  }
  const message = "The HAR's body has U+FFFD characters, which replace bytes that weren't UTF-8.";
  return { bytes: utf8, notes: text.includes('\ufffd') ? [createIncompleteNote('body', message)] : [] };
}

const CHECK = 'Compare it with what was sent.';

function readBase64(text: string) {
  const bytes = decodeBase64(text);
  const message = "The body should be Base64 but isn't. Only the part that can be decoded is used.";
  return {
    bytes: new Uint8Array(bytes ?? Buffer.from(text, 'base64')),
    notes: bytes === undefined ? [createIncompleteNote('body', message)] : [],
  };
}

/** Reads a form of which only the fields are given. */
function readParams(params: unknown) {
  if (!Array.isArray(params) || params.length === 0) return { bytes: new Uint8Array(), notes: [] };
  const fields = params.filter(isObject).map((param) => {
    return `${encodeForm(getTextMember(param, 'name') ?? '')}=${encodeForm(getTextMember(param, 'value') ?? '')}`;
  });
  const message = "The HAR only has the form's fields. The body is put together from them.";
  return {
    bytes: new Uint8Array(Buffer.from(fields.join('&'))),
    notes: [createChangedNote('body', message, CHECK)],
  };
}

/** Encodes a form field; text that is already percent-encoded stays unchanged. */
function encodeForm(text: string): string {
  if (!/[^A-Za-z0-9*._+%-]|%(?![0-9A-Fa-f]{2})/.test(text)) return text;
  return formOctets(encodeUtf8(text)).replaceAll('%20', '+');
}

const formOctets = createPercentEncoder(/[A-Za-z0-9*._-]/);
