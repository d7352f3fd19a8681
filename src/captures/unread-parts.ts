import { getHeader, type Header } from '../message.ts';
import type { Capture, CaptureFormat } from './capture.ts';
import { isSigned } from './entries.ts';
import { isJson } from './json/parse.ts';
import { createUnreadable, decodeOctets, formatPlace, quoteExcerpt } from './octets.ts';

/** The formats whose members are all known, so that no part stays unread. */
const STRUCTURED: ReadonlySet<CaptureFormat> = new Set([
  ...(['har', 'postman', 'insomnia', 'json', 'axios', 'answer'] as const),
]);

/** The patterns that identify a header in a text: as a line, an assignment or a member. */
const SIGNS: readonly (readonly [header: string, sign: RegExp, name: string])[] = [
  [
    'signature',
    /keyId\s{0,3}=|(?<![\w-])Signature\\?["'\]]{0,2}[ \t]{0,8}(?::|=>?|,)[ \t]{0,8}\\?["'[]{0,2}keyId/i,
    'a signature (keyId)',
  ],
  [
    'tpp-signature-certificate',
    /TPP-Signature-Certificate\\?["'\]]{0,2}[ \t]{0,8}(?::|=>?|,)[ \t]{0,8}\\?["'[]{0,2}[\w$<{-]/i,
    'TPP-Signature-Certificate',
  ],
  [
    'date',
    /(?<![\w-])Date\\?["'\]]{0,2}[ \t]{0,8}(?::|=>?|,)[ \t]{0,8}\\?["'[]{0,2}(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), /i,
    'Date',
  ],
];

/**
 * Rejects a text with an unread part that contains a header missing from the request.
 * @throws Fault INPUT_INVALID with the detected format and the place of the unread part
 * @see C-verify-unread
 */
export function refuseUnread(octets: string, capture: Capture): void {
  const { format, request } = capture;
  if (STRUCTURED.has(format)) return;
  for (const text of [request.target, ...request.headers.map(([, value]) => value)])
    refuseLostLines(text, octets);
  refuseEarlyEnd(octets, capture);
  const missing = SIGNS.filter(([header]) => !hasHeader(request.headers, header));
  if (missing.length === 0) return;
  const rest = extractUnread(octets, capture);
  for (const [, sign, name] of missing) {
    const place = sign.exec(rest)?.index;
    if (place !== undefined) throw createUnread(octets, place, name, capture);
  }
}

const STARTS = /(?<![^\n])[^\n]{0,300}?(?<![\w-])([A-Z]{3,10}) (?:https?:\/\/|\/)[^\s\\]{0,8192}/g;

/**
 * Checks one of several requests by its own lines, up to the next request. Accepts everything if they can't be
 * separated from those of others.
 * @throws Fault INPUT_INVALID
 * @see C-verify-unread
 */
export function refuseUnreadOfChosen(octets: string, capture: Capture): void {
  const { format, request } = capture;
  if (!BY_LINES.has(format)) return;
  const starts = [...octets.matchAll(STARTS)];
  const own = starts.flatMap((start, place) => {
    const [line, method] = start;
    if (method !== request.method || !line.endsWith(request.target)) return [];
    const end = starts[place + 1]?.index ?? octets.length;
    const text = octets.slice(start.index, end).split('\n###', 1)[0] ?? '';
    const isOwn = request.headers.every(([, value]) => text.includes(value));
    return isOwn ? [{ text, index: start.index }] : [];
  });
  const [only, ...others] = own;
  if (only === undefined || others.length > 0) return;
  const before = octets.slice(0, only.index).replaceAll(/[^\n]/g, ' ');
  refuseUnread(before + only.text, capture);
}

function hasHeader(headers: readonly Header[], header: string): boolean {
  return header === 'signature' ? isSigned(headers) : getHeader(headers, header) !== undefined;
}

function createUnread(octets: string, place: number, name: string, capture: Capture): Error {
  if (capture.format === 'curl' && LOST_CONTINUATION.test(octets))
    return createUnreadable(
      `The line breaks of the command are lost: a backslash stands before an option on the same line. ${describeRecognised(capture)}`,
      'Copy the command again with its line breaks, or remove the backslashes between the options.',
    );
  const lineStart = octets.lastIndexOf('\n', place) + 1;
  const line = quoteExcerpt(
    octets.slice(Math.max(lineStart, place - 20), place + 60).split(/\r?\n/, 1)[0] ?? '',
  );
  return createUnreadable(
    `The text has ${name} at ${formatPlace(octets, place)}, in a part that can't be read: ${line}. ${describeRecognised(capture)}`,
    AS_SENT,
  );
}

const LOST_CONTINUATION = /\\[ \t]{1,20}--?[A-Za-z]/;

function describeRecognised({ format, request: { method, target, headers, body } }: Capture): string {
  const line = method === '' ? 'no request line' : `${method.slice(0, 20)} ${quoteExcerpt(target)}`;
  return `Recognised were ${line}, ${headers.length} headers and a body of ${body.length} bytes (${format}).`;
}

/** Returns the bytes with all understood parts and the bank's responses blanked. Positions stay the same. */
function extractUnread(octets: string, capture: Capture): string {
  const { target, headers, body } = capture.request;
  const values = headers.map(([, value]) => value).filter((value) => /keyId|signature|date/i.test(value));
  const read = [
    ...(isKnownBody(capture) ? [decodeOctets(body)] : []),
    target,
    ...values.slice(0, MOST_VALUES),
  ];
  return read
    .filter((one) => one.length >= SHORTEST)
    .reduce(
      (text, one) => text.replaceAll(one, () => ' '.repeat(one.length)),
      octets.slice(0, ANSWER.exec(octets)?.index),
    );
}

/** Returns true if the end of the body is known; without Content-Length, unsent text may follow it. */
function isKnownBody({ format, request: { headers, body } }: Capture): boolean {
  if (!BY_LINES.has(format) || getHeader(headers, 'content-length') !== undefined) return true;
  return isJson(decodeOctets(body));
}

const MOST_VALUES = 20;
const SHORTEST = 8;
/**
 * Matches the first line of a response: as on the wire, in `curl -v`, in the logs of clients, or a section of developer
 * tools.
 */
const ANSWER =
  /(?<![^\n])[^\n]{0,300}?(?:HTTP\/[0-9](?:\.[0-9])? [1-5][0-9]{2}\b|<-- [1-5][0-9]{2}|reply: ['"]HTTP)|(?<![^\n])Response Headers/;

const BY_LINES: ReadonlySet<CaptureFormat> = new Set([
  ...(['http', 'headers', 'trace', 'okhttp', 'feign', 'apache'] as const),
]);
const HEADER_IN_BODY = /(?<![^\n])[ \t]*(?:Signature|TPP-Signature-Certificate):[ \t]*\S/i;
const LONGEST_HEAD = 65_536;

/**
 * Rejects headers after an empty line, as in a text with an empty line after each line.
 * @throws Fault INPUT_INVALID
 * @see C-verify-unread
 */
function refuseEarlyEnd(octets: string, capture: Capture): void {
  const { format, request } = capture;
  const isMissing = SIGNS.some(([header]) => !hasHeader(request.headers, header));
  if (!isMissing || !BY_LINES.has(format)) return;
  const found = HEADER_IN_BODY.exec(decodeOctets(request.body.subarray(0, LONGEST_HEAD)))?.[0];
  if (found === undefined) return;
  const place = Math.max(octets.indexOf(found.trim()), 0);
  throw createUnreadable(
    `An empty line ends the headers before ${quoteExcerpt(found.trim())} at ${formatPlace(octets, place)}. ${describeRecognised(capture)}`,
    'Remove the empty lines between the headers.',
  );
}

const AS_SENT =
  'Pass the request as it was sent: the request line, each header on a line of its own, an empty line, the body. Or pass a HAR.';

const HEADER_WITHIN =
  /\s(?:Host|Date|Digest|Signature|X-Request-ID|Content-Type|Content-Length|TPP-[A-Za-z-]{2,40}|PSU-[A-Za-z-]{2,40}):[ \t]?\S/i;

/**
 * Rejects a target, a value or a first line that contains the following headers: line ends were lost.
 * @param octets the whole text, if `text` is a part of it
 * @throws Fault INPUT_INVALID
 * @see C-verify-unread
 */
export function refuseLostLines(text: string, octets = text): void {
  const found = HEADER_WITHIN.exec(text)?.[0].trim();
  if (found === undefined) return;
  const place = Math.max(octets.indexOf(found), 0);
  const isIndented = /\n[ \t]+$/.test(octets.slice(Math.max(place - 200, 0), place));
  const what = isIndented
    ? 'An indented line continues the header before it'
    : 'The line breaks of the text are lost';
  throw createUnreadable(
    `${what}: ${quoteExcerpt(found.split(':', 1)[0] ?? '')} stands within the line that begins with ${quoteExcerpt(text.trimStart().slice(0, 40))}.`,
    AS_SENT,
  );
}
