import type { HttpRequest } from '../../message.ts';
import type { Capture, CaptureNote } from '../capture.ts';
import { BODY, changedNote, expansionNote, TARGET } from '../notes.ts';
import { bytesOf } from '../octets.ts';
import { percentEncoded } from '../percent-encoding.ts';
import type { Shell } from '../shell/which-shell.ts';
import type { Word } from '../shell/word.ts';
import { templateNotes } from '../templates.ts';
import { excerpt, unreadable } from '../unreadable.ts';
import { readArguments } from './arguments.ts';
import type { Load } from './data.ts';
import { type CurlCommand, findCurl } from './find-curl.ts';
import { assembleHeaders } from './headers.ts';
import { type CurlOptions, readOptions } from './read-options.ts';
import { fileContent, type ReadFile, readStandardInput } from './standard-input.ts';
import { type CurlUrl, readUrl } from './url.ts';

/**
 * The request that a curl command line sends. Quotes are read as its shell reads them, options as curl does;
 * nothing is run, and what a shell would replace is noted and stands as it is.
 * @throws Fault INPUT_INVALID
 * @see C-verify-curl-requests
 */
export function readCurl(octets: string, readFile: ReadFile, shell?: Shell): Capture {
  const curl = findCurl(octets, shell);
  const { given, hasNext } = readArguments(curl.words);
  const load: Load = (name) =>
    name.text === '-' ? readStandardInput(curl.command.input, readFile) : fileContent(name, readFile);
  const options = readOptions(given, load);
  const { body, notes: bodyNotes } = readBody(options, load);
  const { url: word, notes: urlNotes } = chooseUrl(options.urls);
  const url = readUrl(word, {
    isPathAsIs: options.isPathAsIs,
    areBracketsPlain: options.areBracketsPlain,
    query: queryOf(options),
    uploadName: uploadName(options),
  });
  const { headers, notes: headerNotes } = assembleHeaders(options.headers, {
    ...ownHeaders(options, url),
    host: url.host,
    bodyLength: body?.length,
    isForm: body !== undefined && options.upload === undefined,
  });
  const request: HttpRequest = {
    method: methodOf(options),
    target: options.requestTarget ?? url.target,
    headers,
    body: bytesOf(body ?? ''),
  };
  const notes = [
    ...curl.notes,
    ...leftOutNotes(curl, hasNext),
    ...urlNotes,
    ...(options.requestTarget === undefined ? url.notes : []),
    ...options.notes,
    ...headerNotes,
    ...bodyNotes,
    ...templateNotes(request, word.text),
  ];
  return { format: 'curl', request, ...(url.origin === undefined ? {} : { origin: url.origin }), notes };
}

function methodOf({ request, isHead, isGet, upload, data }: CurlOptions): string {
  if (request !== undefined) return request;
  if (isHead) return 'HEAD';
  if (isGet) return 'GET';
  if (upload !== undefined) return 'PUT';
  return data.length > 0 ? 'POST' : 'GET';
}

/** Undefined where the request has none, which is not the same as an empty one. */
function readBody(
  { data, dataNotes, upload, isGet, isHead }: CurlOptions,
  load: Load,
): { body: string | undefined; notes: CaptureNote[] } {
  const isSent = data.length > 0 && !isGet;
  if ((isSent && (isHead || upload !== undefined)) || (isHead && upload !== undefined)) {
    throw unreadable(
      'curl refuses this command. Use only one of --head, --upload-file and --data.',
      "Remove what doesn't belong to the request.",
    );
  }
  if (upload === undefined) {
    const notes = dataNotes.map((note) => note(isGet ? TARGET : BODY));
    return { body: isSent ? data.join('') : undefined, notes };
  }
  const content = load(upload.text === '.' ? { ...upload, text: '-' } : upload);
  return { body: content.octets, notes: content.expansions.map((one) => expansionNote(BODY, one)) };
}

/** With --get the data is the query; --url-query counts without it. */
function queryOf({ isGet, data, query }: CurlOptions): string | undefined {
  if (isGet && data.length > 0) return data.join('');
  return query.length > 0 ? query.join('&') : undefined;
}

function uploadName({ upload }: CurlOptions): string | undefined {
  if (upload === undefined || upload.text === '-' || upload.text === '.') return undefined;
  return percentEncoded(upload.text.slice(upload.text.lastIndexOf('/') + 1));
}

function ownHeaders(options: CurlOptions, url: CurlUrl) {
  const user = options.user ?? url.user;
  const basic = user === undefined ? undefined : `Basic ${Buffer.from(user, 'latin1').toString('base64')}`;
  return {
    authorization: options.bearer === undefined ? basic : `Bearer ${options.bearer}`,
    range: options.range === undefined ? undefined : `bytes=${options.range}`,
    userAgent: options.userAgent || undefined,
    referer: options.referer || undefined,
    cookies: options.cookies,
    isJson: options.isJson,
  };
}

/** The first URL; a variable alone is taken for one only where nothing else is. */
function chooseUrl(urls: readonly Word[]): { url: Word; notes: CaptureNote[] } {
  const [url = urls[0]] = urls.filter((word) => !isVariable(word));
  if (url === undefined) {
    throw unreadable('The curl command has no URL.', 'Copy the whole command, with the URL.');
  }
  const variables = urls.filter((word) => word !== url && isVariable(word));
  const others = urls.filter((word) => word !== url && !isVariable(word));
  return {
    url,
    notes: [
      ...variables.flatMap(({ expansions }) =>
        expansions.map((one) => expansionNote({ part: 'header' }, one)),
      ),
      ...url.expansions.map((one) => expansionNote(TARGET, one)),
      ...others.slice(0, 1).map((word) => leftOut(`curl also sends a request to ${excerpt(word.text)}`)),
    ],
  };
}

function isVariable({ text, expansions }: Word): boolean {
  return expansions.length === 1 && expansions[0]?.literal === text;
}

function leftOutNotes({ other, command }: CurlCommand, hasNext: boolean): CaptureNote[] {
  const notes = hasNext ? [leftOut('Another request follows --next')] : [];
  if (other === '') return notes;
  const isCut = command.endedBy === '&';
  const message = `${excerpt(other)} comes after ${isCut ? 'an unquoted &' : 'the first curl command'} and is ignored.`;
  const remedy = isCut
    ? 'Put the URL in quotes. An unquoted & ends the command.'
    : 'Pass only the curl command.';
  return [...notes, changedNote(TARGET, message, remedy)];
}

function leftOut(what: string): CaptureNote {
  return changedNote(TARGET, `${what}, which is ignored.`, 'Pass each request separately.');
}
