import { decodeBase64 } from '../../core/base64.ts';
import { isObject, type JsonObject } from '../../json-object.ts';
import type { Header } from '../../message.ts';
import { isOctets } from '../../octets.ts';
import type { Capture } from '../capture.ts';
import { splitTarget } from '../http/head.ts';
import { changedNote, TARGET } from '../notes.ts';
import { asciiText } from '../octets.ts';
import { excerpt, unreadable } from '../unreadable.ts';
import { type JsonBody, rawMember, readJsonBody } from './layouts.ts';
import { refuseOtherFile } from './other-files.ts';
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
 * @param octets the text that `given` was parsed from
 * @throws Fault INPUT_INVALID
 * @see C-sign-json, C-verify-json, C-verify-json-members
 */
export function readJson(given: unknown, octets: string): Capture {
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
  const pathNotes = path === target ? [] : [changedNote(TARGET, message, 'Use the target as it was sent.')];
  const body = readBody(given, headers, octets);
  const method = member(given, 'bodyBase64') === undefined ? sentMethod(written) : written;
  const request = { method, target: path, headers, body: body.bytes };
  return {
    format: 'json',
    request,
    ...(origin === undefined ? {} : { origin }),
    notes: [...pathNotes, ...notes, ...body.notes],
  };
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
  const { origin } = url === undefined ? {} : splitTarget(url);
  const read = splitTarget(given);
  const path = target === undefined ? (read.target.split('#')[0] ?? '') : read.target;
  const server = read.origin ?? origin;
  return { target: path, ...(server === undefined ? {} : { origin: server }) };
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
