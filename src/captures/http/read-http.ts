import { sentAt } from '../answer-date.ts';
import { bodyNotShownBeside } from '../body-not-shown.ts';
import type { Capture, CaptureNote } from '../capture.ts';
import { chooseEntry } from '../entries.ts';
import type { FormOptions } from '../form.ts';
import { holdTo } from '../limits.ts';
import { BODY, changedNote } from '../notes.ts';
import { bytesOf, octetsOf, textOf, withoutLineEnds } from '../octets.ts';
import { templateNotes } from '../templates.ts';
import { excerpt } from '../unreadable.ts';
import { skipComments } from './comments.ts';
import { sentByCurl } from './curl-trace.ts';
import { type Message, readMessage } from './read-message.ts';

/**
 * A request as it stands on the wire, the request lines and headers of `curl -v`, or a file of an HTTP client
 * (`.http`), with several requests between lines of `###`.
 * @throws Fault INPUT_INVALID
 * @see RFC 9112
 * @see C-verify-http
 */
export function readHttp(octets: string, { request: wanted, readFile }: FormOptions): Capture {
  const trace = sentByCurl(octets);
  const chosen = chooseEntry(readMessages(trace?.sent ?? octets), wanted);
  const { request, origin, notes, written, hasVersion } = chosen;
  const content = hasVersion ? { body: request.body, notes: [] } : readClientBody(request.body, readFile);
  const sent = { ...request, body: content.body };
  return {
    format: 'http',
    request: sent,
    ...(origin === undefined ? {} : { origin }),
    ...sentAt(chosen.sentAt ?? trace?.answeredAt),
    notes: [
      ...notes,
      ...content.notes,
      ...(trace === undefined ? [] : bodyNotShownBeside(sent, notes)),
      ...templateNotes(sent, written),
    ],
  };
}

/** The requests of the text, with lines of `###` between them. @see C-verify-http-client-files */
function readMessages(octets: string): Message[] {
  const messages: Message[] = [];
  let position = skipComments(octets, 0);
  while (position < octets.length) {
    const { message, end } = readMessage(octets, position);
    messages.push(message);
    holdTo('requests', messages.length);
    const next = skipComments(octets, end);
    const isSeparated = octets.slice(end, next).includes('###');
    position = isSeparated ? next : octets.length;
  }
  return messages;
}

/** `< body.json`, alone, stands for the content of a file. */
const FROM_FILE = /^<@?(?:utf-?8)?[ \t]+(\S+(?:[ \t]+\S+)*)\s*$/i;
const LONGEST_FILE_LINE = 1000;
/** What an HTTP client does with the answer is no part of the body. */
const AFTER_BODY = /^(?:> ?\{%|>>!? |> \S+\.js\b|<> )/m;

function readClientBody(
  sent: Uint8Array,
  readFile: FormOptions['readFile'],
): { body: Uint8Array; notes: CaptureNote[] } {
  const octets = octetsOf(sent);
  const end = AFTER_BODY.exec(octets)?.index;
  const body = end === undefined ? octets : withoutLineEnds(octets.slice(0, end));
  const message = `${excerpt(octets.slice(end))} is an instruction for the HTTP client and is ignored.`;
  const notes =
    end === undefined ? [] : [changedNote(BODY, message, 'Check that this is the body that was sent.')];
  const name = body.length < LONGEST_FILE_LINE ? FROM_FILE.exec(body)?.[1] : undefined;
  return { body: name === undefined ? bytesOf(body) : readFile(textOf(name)), notes };
}
