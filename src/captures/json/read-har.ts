import { decodeBase64 } from '../../core/base64.ts';
import { isObject } from '../../json-object.ts';
import { type Header, headerValue } from '../../message.ts';
import { isOctets } from '../../octets.ts';
import { answerTime, type Capture, type CaptureNote, changedNote, incompleteNote } from '../capture.ts';
import { chooseEntry, isSigned } from '../entries.ts';
import type { FormOptions, Written } from '../form.ts';
import { contentLength } from '../http/body.ts';
import { splitTarget } from '../http/head.ts';
import { asciiText, percentEncoder, utf8Octets } from '../octets.ts';
import { unreadable } from '../unreadable.ts';
import { asOctets, member, readHeaderList, refuseMistyped, textMember } from './parse.ts';

/**
 * One request of a HAR.
 * @throws Fault INPUT_INVALID
 * @see C-verify-har
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export function readHar(given: Written, { request: wanted }: FormOptions): Capture {
  const entries = member(member(given.json(), 'log'), 'entries');
  if (!Array.isArray(entries))
    throw unreadable("The JSON isn't a HAR: it has no log.entries.", 'Use "Save all as HAR with content".');
  const { entry, place } = chooseEntry(entries.map(summary), wanted);
  return { ...readRequest(member(entry, 'request'), `entry ${place}`), sentAt: timeOf(entry) };
}

const DATE_TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,20}(?:Z|[+-][0-9]{2}:?[0-9]{2})$/;

/** When the request began; of a HAR that does not say it, when it was answered. @see C-verify-har-time */
function timeOf(entry: unknown): number | undefined {
  const started = textMember(entry, 'startedDateTime') ?? '';
  const time = DATE_TIME.test(started) ? Date.parse(started) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  const headers = member(member(entry, 'response'), 'headers');
  const date = (Array.isArray(headers) ? headers : []).find(
    (header: unknown) => textMember(header, 'name')?.toLowerCase() === 'date',
  );
  return answerTime(textMember(date, 'value'));
}

/** What chooses an entry; one that is broken may be left lying. */
function summary(entry: unknown, place: number) {
  const request = member(entry, 'request');
  const headers = member(request, 'headers');
  const pairs = (Array.isArray(headers) ? headers : []).map((header: unknown): Header => {
    return [textMember(header, 'name') ?? '', textMember(header, 'value') ?? ''];
  });
  return {
    entry,
    place,
    method: textMember(request, 'method') ?? '',
    url: textMember(request, 'url') ?? '',
    isSigned: isSigned(pairs),
  };
}

/** @see http://www.softwareishard.com/blog/har-12-spec/#request */
const KNOWN = [
  ...['method', 'url', 'httpVersion', 'cookies', 'headers', 'queryString', 'postData'],
  ...['headersSize', 'bodySize', 'comment'],
];

function readRequest(request: unknown, whose: string): Capture {
  const [method, url] = [textMember(request, 'method'), textMember(request, 'url')];
  if (!method || !url)
    throw unreadable(`The request of ${whose} has no method or no url.`, 'Choose another entry.');
  if (isObject(request)) refuseMistyped(request, KNOWN, `The request of ${whose}`);
  const { target, origin } = splitTarget(url.split('#')[0] ?? '');
  const given = readHeaderList(member(request, 'headers'), whose);
  const { headers, notes } = asOctets(withoutPseudo(given));
  const path = asciiText(target);
  const body = readHarBody(request, headers);
  return {
    format: 'har',
    request: { method, target: path, headers, body: body.bytes },
    origin,
    notes: [...(path === target ? [] : [DECODED_URL]), ...notes, ...body.notes],
  };
}

const DECODED_URL: CaptureNote = changedNote(
  'target',
  "The URL has non-ASCII characters. They're read as percent-encoded UTF-8.",
  'Check what was sent. URLs are sent without such characters.',
);

/** HTTP/2 says the host as `:authority`; the others are the method and the URL. */
function withoutPseudo(headers: readonly Header[]): Header[] {
  const plain = headers.filter(([name]) => !name.startsWith(':'));
  const authority = headerValue(headers, ':authority');
  const isThere = headerValue(plain, 'host') !== undefined;
  return authority === undefined || isThere ? plain : [['Host', authority], ...plain];
}

interface HarBody {
  readonly bytes: Uint8Array;
  readonly notes: readonly CaptureNote[];
}

/** The bytes of postData, and whether they are as many as were sent. @see C-verify-har-body */
function readHarBody(request: unknown, headers: readonly Header[]): HarBody {
  const counted = contentLength(headers);
  const size = member(request, 'bodySize');
  const { bytes, notes } = readPostData(member(request, 'postData'), counted);
  // Some browsers count characters in bodySize, so it may be too small; -1 means unknown.
  const sized = typeof size === 'number' ? Math.max(size, bytes.length) : bytes.length;
  const sent = counted ?? sized;
  if (sent === bytes.length) return { bytes, notes };
  const message = `The body was ${sent} bytes when sent, but has ${bytes.length} in the HAR.`;
  const remedy = 'Save the HAR with content, or pass the request with the body as it was sent.';
  return { bytes, notes: [...notes, incompleteNote('body', message, remedy)] };
}

function readPostData(postData: unknown, sent: number | undefined): HarBody {
  const text = textMember(postData, 'text') ?? '';
  if (text === '') return readParams(member(postData, 'params'));
  const encoding = textMember(postData, 'encoding') ?? textMember(postData, '_encoding');
  if (encoding?.toLowerCase() === 'base64') return fromBase64(text);
  const utf8 = new Uint8Array(Buffer.from(text, 'utf8'));
  // Some tools decode a body that is no UTF-8 octet by octet; the number of bytes tells.
  const isLatin1 = isOctets(text) && sent === text.length && sent !== utf8.length;
  if (isLatin1) {
    const message = 'The body is read as ISO-8859-1, which gives the number of bytes that were sent.';
    return {
      bytes: new Uint8Array(Buffer.from(text, 'latin1')),
      notes: [changedNote('body', message, CHECK)],
    };
  }
  const message = "The HAR's body has U+FFFD characters, which replace bytes that weren't UTF-8.";
  return { bytes: utf8, notes: text.includes('\ufffd') ? [incompleteNote('body', message)] : [] };
}

const CHECK = 'Compare it with what was sent.';

function fromBase64(text: string): HarBody {
  const bytes = decodeBase64(text);
  const message = "The body should be Base64 but isn't. Only the part that can be decoded is used.";
  return {
    bytes: new Uint8Array(bytes ?? Buffer.from(text, 'base64')),
    notes: bytes === undefined ? [incompleteNote('body', message)] : [],
  };
}

/** A form of which only the fields are there. */
function readParams(params: unknown): HarBody {
  if (!Array.isArray(params) || params.length === 0) return { bytes: new Uint8Array(), notes: [] };
  const fields = params.filter(isObject).map((param) => {
    return `${formEncoded(textMember(param, 'name') ?? '')}=${formEncoded(textMember(param, 'value') ?? '')}`;
  });
  const message = "The HAR only has the form's fields. The body is put together from them.";
  return {
    bytes: new Uint8Array(Buffer.from(fields.join('&'))),
    notes: [changedNote('body', message, CHECK)],
  };
}

/** As forms are sent; what is percent-encoded already stays so. */
function formEncoded(text: string): string {
  if (!/[^A-Za-z0-9*._+%-]|%(?![0-9A-Fa-f]{2})/.test(text)) return text;
  return formOctets(utf8Octets(text)).replaceAll('%20', '+');
}

const formOctets = percentEncoder(/[A-Za-z0-9*._-]/);
