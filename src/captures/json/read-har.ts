import { isObject } from '../../json-object.ts';
import { type Header, headerValue } from '../../message.ts';
import { answerTime, sentAt } from '../answer-date.ts';
import type { Capture, CaptureNote } from '../capture.ts';
import { chooseEntry, isSigned } from '../entries.ts';
import { splitTarget } from '../http/request-line.ts';
import { changedNote, TARGET } from '../notes.ts';
import { asciiText } from '../percent-encoding.ts';
import { unreadable } from '../unreadable.ts';
import { readHarBody } from './har-body.ts';
import { asOctets, readHeaderList } from './header-list.ts';
import { refuseMistyped } from './known-members.ts';
import { member, textMember } from './parse.ts';

/**
 * One request of a HAR.
 * @throws Fault INPUT_INVALID
 * @see C-verify-har
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export function readHar(given: unknown, wanted?: number | string): Capture {
  const entries = member(member(given, 'log'), 'entries');
  if (!Array.isArray(entries))
    throw unreadable("The JSON isn't a HAR: it has no log.entries.", 'Use "Save all as HAR with content".');
  const { entry, place } = chooseEntry(entries.map(summary), wanted);
  return { ...readRequest(member(entry, 'request'), `entry ${place}`), ...sentAt(timeOf(entry)) };
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
    ...(origin === undefined ? {} : { origin }),
    notes: [...(path === target ? [] : [DECODED_URL]), ...notes, ...body.notes],
  };
}

const DECODED_URL: CaptureNote = changedNote(
  TARGET,
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
