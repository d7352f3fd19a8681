import { decodeBase64 } from '../../core/base64.ts';
import { isObject, type JsonObject } from '../../json-object.ts';
import type { Header } from '../../message.ts';
import { isOctets } from '../../octets.ts';
import { type Capture, changedNote } from '../capture.ts';
import type { Written } from '../form.ts';
import { splitTarget } from '../http/head.ts';
import { asciiText } from '../octets.ts';
import { excerpt, unreadable } from '../unreadable.ts';
import { type JsonBody, rawMember, readJsonBody } from './layouts.ts';
import { asOctets, member, readHeaderList, refuseUnknown, textMember } from './parse.ts';

const FORM = 'Write {"method", "target" or "url", "headers": [["Name", "value"]], "bodyBase64"}.';

const IN_A_TEXT = 'The JSON has no method, and a signature (keyId) in one of its texts.';
const TEXT_ALONE =
  'Pass the request of that text alone, with its line ends, as jq -r .message FILE writes it for "message".';

const BODIES = ['body', 'data', 'payload'] as const;
/** Of these nothing is read: what `psd2 sign --json` adds, and what people write beside a request. */
const OTHERS = ['signingString', '_meta', 'httpVersion', 'name', 'description', 'comment'] as const;
const KNOWN = ['method', 'target', 'url', 'headers', 'bodyBase64', ...BODIES, ...OTHERS];

/**
 * A request as JSON: `method`; `target`, or `url` whole or without its origin; `headers`; the body in Base64 as
 * `bodyBase64`, or as text or JSON in `body`, `data` or `payload`.
 * @throws Fault INPUT_INVALID
 * @see C-sign-json, C-verify-json, C-verify-json-members
 */
export function readJson({ json, octets }: Written): Capture {
  const given = json();
  refuseOtherFile(given);
  const written = textMember(given, 'method');
  if (!isObject(given) || written === undefined || written === '') {
    if (/keyId\s{0,3}=/.test(octets)) throw unreadable(IN_A_TEXT, TEXT_ALONE);
    throw unreadable('The JSON has no method.', FORM);
  }
  refuseUnknown(given, KNOWN, 'The JSON');
  const { target, origin } = readTarget(textMember(given, 'target'), textMember(given, 'url'));
  const { headers, notes } = asOctets(readHeaderList(member(given, 'headers'), 'the JSON'));
  const path = isOctets(target) ? target : asciiText(target);
  const message = "The target has characters beyond U+00FF. They're read as percent-encoded.";
  const pathNotes = path === target ? [] : [changedNote('target', message, 'Use the target as it was sent.')];
  const body = readBody(given, headers, octets);
  const method = member(given, 'bodyBase64') === undefined ? sentMethod(written) : written;
  const request = { method, target: path, headers, body: body.bytes };
  return { format: 'json', request, origin, notes: [...pathNotes, ...notes, ...body.notes] };
}

const IN_ANY_CASE = /^(?:get|post|put|patch|delete|head|options)$/i;

/** Clients that take a method in any case send it in capitals. */
export function sentMethod(method: string): string {
  return IN_ANY_CASE.test(method) ? method.toUpperCase() : method;
}

/** The target is taken as it is; of a URL the fragment is not sent. */
function readTarget(
  target: string | undefined,
  url: string | undefined,
): { target: string; origin?: string } {
  const given = target ?? url;
  if (given === undefined || given === '') throw unreadable('The JSON has neither target nor url.', FORM);
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
    throw unreadable(`The JSON has both ${name} and ${second}.`, "Keep the one that's the body.");
  }
  const value = given[name];
  if (typeof value === 'string') return { bytes: new Uint8Array(Buffer.from(value, 'utf8')), notes: [] };
  const text = Buffer.from(octets, 'latin1').toString('utf8');
  return readJsonBody(rawMember(text, name) ?? JSON.stringify(value), headers);
}

function fromBase64(base64: unknown): Uint8Array {
  const bytes = typeof base64 === 'string' ? decodeBase64(base64) : undefined;
  if (bytes !== undefined) return new Uint8Array(bytes);
  throw unreadable(
    `bodyBase64 isn't Base64: ${excerpt(typeof base64 === 'string' ? base64 : typeof base64)}.`,
    'Write it on one line, with padding: openssl base64 -A -in body.json.',
  );
}

const WHOLE_HAR = 'Pass the whole HAR, or put the entry in {"log": {"entries": […]}}.';
const AS_SENT =
  'Pass the request as it was sent: HTTP, a curl command, a HAR, or JSON with method, url, headers and body.';

interface OtherFile {
  /** With its article. */
  readonly name: string;
  readonly fits: (given: unknown) => boolean;
  readonly hint: string;
}

/** JSON files that hold requests, or what requests are made of, and aren't read. */
const OTHER_FILES: readonly OtherFile[] = [
  { name: 'an entry of a HAR, not a whole HAR', fits: isHarEntry, hint: WHOLE_HAR },
  {
    name: 'a list of HAR entries, not a whole HAR',
    fits: (given) => first(given, isHarEntry) || first(member(given, 'entries'), isHarEntry),
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
      isWireMockRequest(member(given, 'request')) ||
      first(member(given, 'requests'), (one) => isWireMockRequest(member(one, 'request') ?? one)),
    hint: `${AS_SENT} WireMock's journal has the URL in "absoluteUrl" and the body in "bodyAsBase64".`,
  },
  {
    name: 'a WireMock stub mapping',
    fits: (given) => isWireMockStub(given) || first(member(given, 'mappings'), isWireMockStub),
    hint: `A stub says which requests match, not what was sent. ${AS_SENT}`,
  },
  {
    name: 'a MockServer export',
    fits: (given) => isMockServer(given) || first(given, isMockServer),
    hint: AS_SENT,
  },
  {
    name: 'a Postman environment',
    fits: (given) =>
      textMember(given, '_postman_variable_scope') !== undefined ||
      (Array.isArray(member(given, 'values')) && textMember(given, 'name') !== undefined),
    hint: 'It has variables and no request. Pass the collection, or the request as Postman sent it.',
  },
  {
    name: 'a Postman backup',
    fits: (given) =>
      Array.isArray(member(given, 'collections')) && hasAny(given, ['environments', 'globals']),
    hint: 'In Postman export the collection itself as v2.1.',
  },
  {
    name: 'a Postman collection of version 1',
    fits: (given) => hasAll(given, ['requests', 'order']),
    hint: 'In Postman export the collection as v2.1.',
  },
  {
    name: 'a Hoppscotch collection',
    fits: (given) => isHoppscotch(given) || first(given, isHoppscotch),
    hint: `In Hoppscotch copy the request as cURL ("Show code"). ${AS_SENT}`,
  },
  {
    name: 'a Thunder Client collection',
    fits: (given) =>
      /thunder client/i.test(textMember(given, 'clientName') ?? textMember(given, 'client') ?? ''),
    hint: AS_SENT,
  },
  {
    name: 'an OpenAPI description',
    fits: (given) => hasAny(given, ['openapi', 'swagger']) && isObject(member(given, 'paths')),
    hint: `It describes requests and holds none. ${AS_SENT}`,
  },
];

/**
 * Refuses a JSON file of another program by its name.
 * @throws Fault INPUT_INVALID
 * @see C-verify-other-files
 */
function refuseOtherFile(given: unknown): void {
  const file = OTHER_FILES.find(({ fits }) => fits(given));
  if (file !== undefined) throw unreadable(`This is ${file.name}.`, file.hint);
}

function first(given: unknown, fits: (one: unknown) => boolean): boolean {
  return Array.isArray(given) && given.length > 0 && fits(given[0]);
}

function hasAll(given: unknown, names: readonly string[]): boolean {
  return names.every((name) => member(given, name) !== undefined);
}

function hasAny(given: unknown, names: readonly string[]): boolean {
  return names.some((name) => member(given, name) !== undefined);
}

function isHarEntry(given: unknown): boolean {
  const request = member(given, 'request');
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
  const request = member(given, 'request');
  const matches = ['url', 'urlPattern', 'urlPath', 'urlPathPattern', 'urlPathTemplate', 'method', 'headers'];
  return hasAny(request, matches) && isObject(member(given, 'response')) && !isHarEntry(given);
}

function isMockServer(given: unknown): boolean {
  if (isObject(member(given, 'httpRequest'))) return true;
  return (
    hasAll(given, ['method', 'path']) &&
    hasAny(given, ['keepAlive', 'secure', 'headers']) &&
    !hasAny(given, ['url', 'target'])
  );
}

function isHoppscotch(given: unknown): boolean {
  if (hasAll(given, ['endpoint', 'method'])) return true;
  return hasAll(given, ['folders', 'requests']) && Array.isArray(member(given, 'requests'));
}
