import type { CaptureNote } from '../capture.ts';
import { BODY, changedNote, incompleteNote, inHeader, TARGET } from '../notes.ts';
import { utf8Octets } from '../octets.ts';
import type { CodeText, ProgramRequest } from '../program-request.ts';
import { excerpt, unreadable } from '../unreadable.ts';
import type { SendingCall } from './calls.ts';
import { pairOf } from './literals.ts';
import { asText, type Entry, type JsValue, memberOf } from './values.ts';

const NO_HEADER_OR_BODY = new Set(
  (
    'mode credentials referrerPolicy cache redirect integrity keepalive signal priority window duplex agent ' +
    'dispatcher timeout compress next referrer method headers body follow size highWaterMark insecureHTTPParser'
  ).split(' '),
);
const NORMALISED = /^(?:delete|get|head|options|post|put)$/i;

/** The request of `fetch(url, {…})`. @see C-verify-fetch */
export function readFetchCall({ given: [url, init] }: SendingCall): ProgramRequest {
  const options = init ?? { kind: 'object', entries: [], unknown: [] };
  if (options.kind !== 'object' || url === undefined)
    throw notWritten(url === undefined ? undefined : options);
  const method = textOf(memberOf(options, 'method'), 'GET');
  const { headers, unknownHeaders } = readHeaders(memberOf(options, 'headers'));
  const { body, contentType, notes } = readBody(memberOf(options, 'body'));
  const referrer = textOf(memberOf(options, 'referrer'), '').text;
  const isReferrer = /^https?:/.test(referrer) && !headers.some(([name]) => name.toLowerCase() === 'referer');
  return {
    method: NORMALISED.test(method.text) ? { ...method, text: method.text.toUpperCase() } : method,
    url: textOf(url, ''),
    headers: isReferrer ? [...headers, ['Referer', { text: referrer, unknown: [] }]] : headers,
    unknownHeaders: [...options.unknown, ...unknownHeaders],
    ...(body === undefined ? {} : { body }),
    ...(contentType === undefined ? {} : { contentType }),
    notes: [...notes, ...ignoredNotes(options), ...lostNotes(options, headers)],
  };
}

function notWritten(options: JsValue | undefined): Error {
  const literal = options === undefined ? 'fetch' : (asText(options)?.text ?? 'fetch');
  return unreadable(
    options === undefined
      ? 'The call of fetch has no URL.'
      : `The options of fetch are in ${excerpt(utf8Octets(literal))}, which the text doesn't spell out.`,
    'Pass the call with its URL and options written out.',
  );
}

export function textOf(value: JsValue | undefined, otherwise: string): CodeText {
  if (value === undefined || (value.kind === 'plain' && value.value === undefined))
    return { text: otherwise, unknown: [] };
  return asText(value) ?? { text: otherwise, unknown: [] };
}

/** As octets. */
export function octets({ text, unknown }: CodeText): CodeText {
  return { text: utf8Octets(text), unknown };
}

function readBody(value: JsValue | undefined): Pick<ProgramRequest, 'body' | 'contentType' | 'notes'> {
  if (value === undefined || (value.kind === 'plain' && value.value == null)) return { notes: [] };
  const text = asText(value);
  if (text !== undefined) {
    const contentType =
      value.kind === 'form' ? 'application/x-www-form-urlencoded;charset=UTF-8' : 'text/plain;charset=UTF-8';
    return { body: octets(text), contentType, notes: [] };
  }
  const sent = value.kind === 'object' ? '[object Object]' : 'the items, with commas between them';
  const message = `The body is an ${value.kind === 'object' ? 'object' : 'array'}, which fetch sends as ${sent}.`;
  const body = value.kind === 'object' ? { text: sent, unknown: [] } : { text: '', unknown: ['[…]'] };
  return {
    body,
    contentType: 'text/plain;charset=UTF-8',
    notes: [changedNote(BODY, message, 'Send JSON.stringify(…) of it.')],
  };
}

function ignoredNotes(options: JsValue): CaptureNote[] {
  const entries = options.kind === 'object' ? options.entries : [];
  const others = entries.filter(([name]) => !NO_HEADER_OR_BODY.has(name));
  return others.slice(0, 3).map(([name]) => {
    const message = `fetch has no option ${excerpt(utf8Octets(name))} and ignores it.`;
    return changedNote(TARGET, message, 'Use method, headers and body.');
  });
}

/** Headers that Chrome leaves out of what it copies as fetch. */
const LEFT_OUT = ['date', 'content-length', 'cookie', 'host', 'via', 'te', 'expect', 'user-agent'];
const LISTED = /headers="([^"]{0,4096})"/i;

/** A signed header that the browser has sent and left out of the copy. */
function lostNotes(options: JsValue, headers: ProgramRequest['headers']): CaptureNote[] {
  const isCopied =
    memberOf(options, 'mode') !== undefined && memberOf(options, 'referrerPolicy') !== undefined;
  const signature = headers.find(([name]) => name.toLowerCase() === 'signature')?.[1].text ?? '';
  const listed = (LISTED.exec(signature)?.[1] ?? '').toLowerCase().split(' ');
  if (!isCopied) return [];
  return LEFT_OUT.filter(
    (name) => listed.includes(name) && !headers.some(([one]) => one.toLowerCase() === name),
  ).map((name) =>
    incompleteNote(
      inHeader(name),
      `The browser leaves the header ${name} out of "Copy as fetch".`,
      'Copy the request as cURL, or save it as a HAR.',
    ),
  );
}

type Headers = Pick<ProgramRequest, 'headers' | 'unknownHeaders'>;

/**
 * Headers as fetch makes them of an object, of pairs or of `new Headers(…)`: outer blanks go, and values of one name
 * become one.
 * @see https://fetch.spec.whatwg.org/#concept-headers-append
 */
export function readHeaders(given: JsValue | undefined): Headers {
  if (given === undefined || (given.kind === 'plain' && given.value == null))
    return { headers: [], unknownHeaders: [] };
  if (given.kind === 'object') return { headers: combined(given.entries), unknownHeaders: given.unknown };
  if (given.kind === 'list') return { headers: combined(given.items.map(pairOf)), unknownHeaders: [] };
  return { headers: [], unknownHeaders: asText(given)?.unknown ?? [] };
}

function combined(entries: readonly Entry[]): [string, CodeText][] {
  const headers = new Map<string, [string, CodeText]>();
  for (const [name, value] of entries) {
    const read = asText(value) ?? { text: String(value.kind), unknown: [] };
    const text = read.text.replaceAll(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');
    const before = headers.get(name.toLowerCase());
    const whole: CodeText =
      before === undefined
        ? { text, unknown: read.unknown }
        : { text: `${before[1].text}, ${text}`, unknown: [...before[1].unknown, ...read.unknown] };
    headers.set(name.toLowerCase(), [before?.[0] ?? name, whole]);
  }
  return [...headers.values()];
}
