import type { Header, HttpRequest } from '../../message.ts';
import type { Capture, CaptureFormat, CaptureNote } from '../capture.ts';
import { chooseEntry, type Entry, isSigned } from '../entries.ts';
import { splitTarget } from '../http/request-line.ts';
import { asOctets } from '../json/header-list.ts';
import { sentMethod } from '../json/read-json.ts';
import { holdTo } from '../limits.ts';
import { BODY, changedNote, inHeader, type Place, TARGET, templateNote } from '../notes.ts';
import { octetsOf, utf8Octets } from '../octets.ts';
import { percentEncoder } from '../percent-encoding.ts';
import { templateNotes } from '../templates.ts';
import { Filling, type Variables } from './variables.ts';

/** A request of a collection, as its client would send it. */
export interface ClientRequest extends Entry {
  readonly headers: readonly Header[];
  /** Text, in which variables are filled in, or the bytes of a file. */
  readonly body: string | Uint8Array;
  readonly variables: Variables;
  readonly notes: readonly CaptureNote[];
}

export function isSignedList(headers: readonly Header[]): { readonly isSigned: boolean } {
  return { isSigned: isSigned(headers) };
}

/**
 * The request that is meant, of all that a client's export has.
 * @throws Fault INPUT_INVALID that lists them
 */
export function captureOf<One extends Entry>(
  format: CaptureFormat,
  entries: readonly One[],
  wanted: number | string | undefined,
  read: (entry: One) => ClientRequest,
): Capture {
  holdTo('requests', entries.length);
  const given = read(chooseEntry(entries, wanted));
  const filling = new Filling(given.variables);
  const { target, origin, url } = readUrl(given.url, filling);
  const filled = given.headers.map(([name, value]): Header => {
    return [filling.fill(name, inHeader(name)), filling.fill(value, inHeader(name))];
  });
  const { headers, notes } = asOctets(filled);
  const body =
    typeof given.body === 'string' ? Buffer.from(filling.fill(given.body, BODY), 'utf8') : given.body;
  const request: HttpRequest = {
    method: sentMethod(given.method),
    target,
    headers,
    body: new Uint8Array(body),
  };
  return {
    format,
    request,
    ...(origin === undefined ? {} : { origin }),
    notes: [
      ...given.notes,
      ...filling.notes,
      ...notes,
      ...templateNotes(request, url),
      ...tagNotes(request, url),
    ],
  };
}

/** `{% uuid 'v4' %}`, which Insomnia replaces when it sends. @see C-verify-client-variables */
function tagNotes({ headers, body }: HttpRequest, url: string): CaptureNote[] {
  const texts: [Place, string][] = [
    [TARGET, url],
    ...headers.map(([name, value]): [Place, string] => [inHeader(name), value]),
    [BODY, octetsOf(body)],
  ];
  return texts.flatMap(([place, text]) => {
    const tag = /\{%[^%\r\n]{1,200}%\}/.exec(text)?.[0];
    return tag === undefined ? [] : [templateNote(place, tag)];
  });
}

/** As clients send a URL: without a fragment, and with what can't stand in one percent-encoded. */
function readUrl(given: string, filling: Filling): { target: string; origin?: string; url: string } {
  const [, server = '', rest = ''] = /^((?:https?:\/\/)?[^/?#]*)([\s\S]*)$/i.exec(given) ?? [];
  const place = filling.fill(server, undefined);
  const isWhole = /^https?:\/\//i.test(place) || place.startsWith('{{') || place === '';
  const url = `${isWhole ? '' : 'http://'}${place}${filling.fill(rest.split('#')[0] ?? '', TARGET)}`;
  const isUnknown = url.startsWith('{{');
  const path = isUnknown ? url.replace(/^\{\{[^{}]*\}\}[^/?]*/, '') : url;
  const { target, origin } = splitTarget(path.startsWith('/') || !isUnknown ? path : `/${path}`);
  return {
    target: encoded(utf8Octets(target)),
    ...(origin === undefined ? {} : { origin }),
    url,
  };
}

const encoded = percentEncoder(/[!#-;=?-_a-z{|}~]/);

const plain = percentEncoder(/[A-Za-z0-9*._{}-]/);

/** A form of which only the fields are in the file. */
export function formBody(fields: readonly Header[]): { body: string; notes: CaptureNote[] } {
  const text = fields
    .map((field) => field.map((one) => plain(utf8Octets(one)).replaceAll('%20', '+')).join('='))
    .join('&');
  const message = "The file only has the form's fields. The body is put together from them.";
  return { body: text, notes: [changedNote(BODY, message, 'Compare it with what was sent.')] };
}
