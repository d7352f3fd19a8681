import { type HttpRequest, headerValue } from '../../message.ts';
import { bytesOf, octetsOf, textOf, withoutLineEnds } from '../octets.ts';

/** `< body.json`, alone, stands for the content of a file. */
const FROM_FILE = /^<@?(?:utf-?8)?[ \t]+(\S+(?:[ \t]+\S+)*)\s*$/i;
const LONGEST_FILE_LINE = 1000;
/** What an HTTP client does with the answer: a script, a file to write it to. */
const AFTER_BODY = /^(?:> ?\{%|>>!? |> \S+\.js\b|<> )/m;

/**
 * The body of a request in a file of an HTTP client: what is for the client itself is no part of it, nor are the line
 * ends behind it.
 * @see C-verify-http-client-files
 */
export function readClientBody(
  { headers, body: sent }: HttpRequest,
  readFile: (name: string) => Uint8Array,
): Uint8Array {
  const octets = octetsOf(sent);
  const end = AFTER_BODY.exec(octets)?.index;
  const isCounted = end === undefined && headerValue(headers, 'content-length') !== undefined;
  const body = isCounted ? octets : withoutLineEnds(octets.slice(0, end));
  const name = body.length < LONGEST_FILE_LINE ? FROM_FILE.exec(body)?.[1] : undefined;
  return name === undefined ? bytesOf(body) : readFile(textOf(name));
}
