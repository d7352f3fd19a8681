import { isObject } from '../../json-object.ts';
import { isOctets } from '../../octets.ts';
import type { Capture } from '../capture.ts';
import { splitTarget } from '../http/request-line.ts';
import { changedNote, TARGET } from '../notes.ts';
import { asciiText } from '../percent-encoding.ts';
import { excerpt, unreadable } from '../unreadable.ts';
import { asOctets, readHeaderList } from './header-list.ts';
import { member, textMember } from './parse.ts';

const FORM = 'Write {"method", "target" or "url", "headers": [["Name", "value"]], "bodyBase64"}.';

/**
 * A request as JSON: `method`; `target`, or `url` whole or without its origin; `headers`; the body in Base64 as
 * `bodyBase64`, or as text in `body`.
 * @throws Fault INPUT_INVALID
 * @see C-sign-json
 */
export function readJson(given: unknown): Capture {
  const method = textMember(given, 'method');
  if (!isObject(given) || method === undefined || method === '')
    throw unreadable('The JSON has no method.', FORM);
  const { target, origin } = readTarget(textMember(given, 'target'), textMember(given, 'url'));
  const { headers, notes } = asOctets(readHeaderList(member(given, 'headers'), 'the JSON'));
  const path = isOctets(target) ? target : asciiText(target);
  const message = "The target has characters beyond U+00FF. They're read as percent-encoded.";
  const pathNotes = path === target ? [] : [changedNote(TARGET, message, 'Use the target as it was sent.')];
  return {
    format: 'json',
    request: { method, target: path, headers, body: readBody(given) },
    ...(origin === undefined ? {} : { origin }),
    notes: [...pathNotes, ...notes],
  };
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

function readBody(given: object): Uint8Array {
  const [base64, text] = [member(given, 'bodyBase64'), member(given, 'body')];
  if (base64 !== undefined && base64 !== null) {
    const bytes = typeof base64 === 'string' ? decodeBase64(base64) : undefined;
    if (bytes !== undefined) return bytes;
    throw unreadable(
      `bodyBase64 isn't Base64: ${excerpt(typeof base64 === 'string' ? base64 : typeof base64)}.`,
      'Write it on one line, with padding: openssl base64 -A -in body.json.',
    );
  }
  if (text === undefined || text === null) return new Uint8Array();
  if (typeof text === 'string') return new Uint8Array(Buffer.from(text, 'utf8'));
  throw unreadable(
    "The body is JSON within JSON, so the bytes that were sent aren't known.",
    'Put the body\'s bytes in "bodyBase64", or its text in "body".',
  );
}

/** RFC 4648 §4, alphabet, padding and unused bits checked. */
function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? new Uint8Array(bytes) : undefined;
}
