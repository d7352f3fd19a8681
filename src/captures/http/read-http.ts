import type { Fault } from '../../errors.ts';
import { type Capture, sentAt } from '../capture.ts';
import { chooseEntry, isUnreadable } from '../entries.ts';
import type { FormOptions } from '../form.ts';
import { holdTo } from '../limits.ts';
import { bodyNotShownBeside } from '../notes.ts';
import { textOf } from '../octets.ts';
import { templateNotes } from '../templates.ts';
import { filledIn, nameIn, readClientBody, skipComments, variablesIn } from './client-file.ts';
import { type Message, readMessage } from './read-message.ts';
import { sentByCurl } from './shown-heads.ts';

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
  const { request, origin, notes, written, isOfClient } = chosen;
  const body = isOfClient ? readClientBody(request, readFile) : request.body;
  const sent = { ...request, body };
  return {
    format: 'http',
    request: sent,
    ...(origin === undefined ? {} : { origin }),
    ...sentAt(chosen.sentAt ?? trace?.answeredAt),
    notes: [
      ...notes,
      ...(trace === undefined ? [] : bodyNotShownBeside(sent, notes)),
      ...templateNotes(sent, written),
    ],
  };
}

interface Separated extends Message {
  /** Stands in a file of an HTTP client, by its lack of a version or by what is in front of it. */
  readonly isOfClient: boolean;
}

/** The requests of the text, with lines of `###` between them. @see C-verify-http-client-files */
function readMessages(octets: string): Separated[] {
  const { messages, skipped } = readSeparated(octets);
  const variables = variablesIn(skipped);
  return variables.size === 0 ? messages : readSeparated(filledIn(octets, variables)).messages;
}

function readSeparated(octets: string): { messages: Separated[]; skipped: string[] } {
  const messages: Separated[] = [];
  let position = skipComments(octets, 0);
  const skipped = [octets.slice(0, position)];
  let fault: Fault | undefined;
  while (position < octets.length) {
    const read = readUnless(octets, position);
    if (!('message' in read)) {
      fault ??= read.fault;
      const separator = octets.indexOf('\n###', position);
      position = separator < 0 ? octets.length : skipComments(octets, separator + 1);
      skipped.push(octets.slice(separator < 0 ? position : separator, position));
      continue;
    }
    const { message, end } = read;
    const before = skipped.at(-1) ?? '';
    const name = nameIn(before);
    const isOfClient = /\S/.test(before) || !message.hasVersion;
    messages.push({ ...message, isOfClient, ...(name === undefined ? {} : { name: textOf(name) }) });
    holdTo('requests', messages.length);
    const next = skipComments(octets, end);
    skipped.push(octets.slice(end, next));
    const isSeparated = skipped.at(-1)?.includes('###');
    position = isSeparated ? next : octets.length;
  }
  if (messages.length === 0 && fault !== undefined) throw fault;
  return { messages, skipped };
}

/** @see C-verify-readable-others */
function readUnless(octets: string, position: number): ReturnType<typeof readMessage> | { fault: Fault } {
  try {
    return readMessage(octets, position);
  } catch (thrown) {
    if (!isUnreadable(thrown)) throw thrown;
    return { fault: thrown };
  }
}
